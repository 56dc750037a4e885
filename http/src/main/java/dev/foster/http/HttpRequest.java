package dev.foster.http;

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
 * @param visit its stay until it has its answer
 */
public record HttpRequest(
        String method,
        List<String> path,
        Map<String, List<String>> query,
        Headers headers,
        Body body,
        Peer peer,
        Visit visit) {

    /**
     * What stands behind the head. The client is made to send it, and room is made for it, only
     * when a handler asks for its bytes: who is refused for what stands in the head costs nothing.
     */
    public interface Body {

        /**
         * All of it; for the thread that answers.
         *
         * @throws java.io.UncheckedIOException when it does not come, or is too long. The client is
         *     told so by the server, whatever the handler answers then
         */
        byte[] bytes();

        /** Whether the head says that there is none. */
        boolean isEmpty();

        static Body of(byte[] bytes) {
            return new Body() {
                @Override
                public byte[] bytes() {
                    return bytes;
                }

                @Override
                public boolean isEmpty() {
                    return bytes.length == 0;
                }
            };
        }
    }

    /** A request of somebody who stays. */
    public HttpRequest(
            String method,
            List<String> path,
            Map<String, List<String>> query,
            Headers headers,
            Body body,
            Peer peer) {
        this(method, path, query, headers, body, peer, Visit.lasting());
    }

    /** Runs this if the client goes away before it has its answer; see {@link Visit}. */
    public void onGone(Runnable action) {
        visit.onGone(action);
    }

    /** Whoever asks is known from now on; see {@link Visit}. */
    public void letIn(String caller) {
        visit.letIn(caller);
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
