package dev.foster.control.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as a handler gets it.
 *
 * @param path the decoded segments of the path: {@code /v1/processes/web} has three
 * @param query the decoded values of each name
 * @param headers every line; a value is as it came, each of its bytes one character
 * @param peer where it came from
 * @param departure its going away before it has its answer
 */
public record HttpRequest(
        String method,
        List<String> path,
        Map<String, List<String>> query,
        Headers headers,
        Body body,
        Peer peer,
        Departure departure) {

    /** The bytes of a body. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
    public record Body(byte[] bytes) {}

    /** A request of somebody who stays. */
    public HttpRequest(
            String method,
            List<String> path,
            Map<String, List<String>> query,
            Headers headers,
            Body body,
            Peer peer) {
        this(method, path, query, headers, body, peer, Departure.never());
    }

    /** Runs this if the client goes away before it has its answer; see {@link Departure}. */
    public void onGone(Runnable action) {
        departure.onGone(action);
    }

    /** The only value of a name in the query; the first if there are more. */
    public Optional<String> parameter(String name) {
        return query.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** Whether the client asks for server-sent events instead of JSON. */
    public boolean wantsEvents() {
        return headers.first("accept").orElse("").contains("text/event-stream");
    }
}
