package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.util.Optional;

/**
 * A server within another, for one client.
 *
 * @param prefix what the names of its tools and prompts begin with
 * @param greeting what it answered to initialize
 */
record TogetherMember(String server, String prefix, Talk talk, RawJson greeting) {

    boolean can(String capability) {
        return greeting.at("capabilities", capability).isPresent();
    }

    /** Its own name for something, if the name is one of its own. */
    Optional<String> inner(String name) {
        return name.startsWith(prefix)
                ? Optional.of(name.substring(prefix.length()))
                : Optional.empty();
    }

    /** A tool or prompt under the name clients know. */
    RawJson outer(RawJson thing) {
        return thing.with("name", RawJson.string(prefix + thing.text("name").orElse("")));
    }

    Call ask(RawJson id, String method, RawJson params, ClientSink aside) {
        return talk.request(RpcMessage.request(id, method, params), aside);
    }
}
