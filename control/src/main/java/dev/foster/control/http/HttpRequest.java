package dev.foster.control.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as a handler gets it.
 *
 * @param path the decoded segments of the path: {@code /v1/processes/web} has three
 * @param query the decoded values of each name
 * @param peer where it came from
 */
public record HttpRequest(
        String method,
        List<String> path,
        Map<String, List<String>> query,
        Headers headers,
        Body body,
        Peer peer) {

    /** The bytes of a body. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
    public record Body(byte[] bytes) {}

    /** The only value of a name in the query; the first if there are more. */
    public Optional<String> parameter(String name) {
        return query.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** Whether the client asks for server-sent events instead of JSON. */
    public boolean wantsEvents() {
        return headers.first("accept").orElse("").contains("text/event-stream");
    }
}
