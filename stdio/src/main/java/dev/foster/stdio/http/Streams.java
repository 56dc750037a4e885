package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.io.ByteArrayOutputStream;
import java.time.Duration;

/** Turns recordings into answers that are streams. */
final class Streams {
    private static final long AT_ONCE = 0;

    private Streams() {}

    /**
     * The answer that lets a client hear a recording.
     *
     * @param opening what it is sent before anything that was said
     * @param hold how long it is kept; zero for as long as it takes
     * @param over what is done in the end
     */
    static HttpResponse of(
            HttpRequest request,
            byte[] opening,
            Recording.Reader reader,
            Duration keepAlive,
            Duration hold,
            Runnable over)
            throws InterruptedException {
        // Not only from within the stream: the client may be gone before that begins.
        request.onGone(over);
        var first = new ByteArrayOutputStream(256);
        first.writeBytes(opening);
        if (reader.next(AT_ONCE) instanceof Piece.Said(byte[] events, boolean _)) {
            first.writeBytes(events);
        }
        return HttpResponse.events(first.toByteArray(), new Pump(reader, keepAlive, hold, over))
                .with("x-accel-buffering", "no");
    }
}
