package dev.foster.http;

import java.nio.charset.StandardCharsets;

/** What a handler answers. */
public record HttpResponse(int status, Headers headers, Content content) {

    /** What stands behind the headers. */
    public sealed interface Content {}

    /** A body that is known as a whole. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
    public record Whole(byte[] bytes) implements Content {}

    /**
     * A body that is written while the client listens.
     *
     * @param first its beginning, sent together with the headers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; copying would serve nobody
    public record Streamed(byte[] first, StreamBody body) implements Content {
        public Streamed(StreamBody body) {
            this(new byte[0], body);
        }
    }

    /** An answer that says all with its status. */
    public static HttpResponse empty(int status) {
        return new HttpResponse(status, Headers.none(), new Whole(new byte[0]));
    }

    public static HttpResponse of(int status, String type, String text) {
        return new HttpResponse(
                status,
                Headers.of("content-type", type),
                new Whole(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static HttpResponse json(int status, String json) {
        return of(status, "application/json", json);
    }

    public static HttpResponse events(StreamBody body) {
        return events(new byte[0], body);
    }

    /**
     * Server-sent events.
     *
     * @param first those that there are already
     */
    public static HttpResponse events(byte[] first, StreamBody body) {
        return new HttpResponse(
                200,
                Headers.of("content-type", "text/event-stream").with("cache-control", "no-store"),
                new Streamed(first, body));
    }

    public HttpResponse with(String name, String value) {
        return new HttpResponse(status, headers.with(name, value), content);
    }
}
