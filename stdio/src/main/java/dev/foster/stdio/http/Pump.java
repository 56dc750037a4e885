package dev.foster.stdio.http;

import dev.foster.http.StreamBody;

import java.io.IOException;
import java.time.Duration;

/**
 * Writes a recording to a client, at the client's pace. It runs on the thread of the connection, so
 * that a client who does not read keeps nobody else waiting.
 *
 * @param hold how long the client is kept on the stream; zero for as long as it takes
 * @param over what is done in the end, however it came
 */
record Pump(Recording.Reader reader, Duration keepAlive, Duration hold, Runnable over)
        implements StreamBody {

    @Override
    public void write(Stream stream) throws IOException, InterruptedException {
        long end = System.nanoTime() + hold.toNanos();
        try {
            while (true) {
                long quiet = keepAlive.toNanos();
                if (!hold.isZero()) {
                    quiet = Math.min(quiet, end - System.nanoTime());
                }
                switch (reader.next(quiet)) {
                    case Piece.Said(byte[] events, boolean last) -> {
                        if (last) {
                            stream.sendLast(events);
                            return;
                        }
                        stream.send(events);
                    }
                    case Piece.Quiet _ -> {
                        if (!hold.isZero() && System.nanoTime() - end >= 0) {
                            return;
                        }
                        stream.send(Sse.KEEP_ALIVE);
                    }
                    case Piece.Over _ -> {
                        return;
                    }
                }
            }
        } finally {
            over.run();
        }
    }
}
