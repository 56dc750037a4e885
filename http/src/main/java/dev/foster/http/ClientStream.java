package dev.foster.http;

import java.io.IOException;

/** A client that listens to a streamed body. */
final class ClientStream implements StreamBody.Stream {
    private final HttpOutput output;
    private final boolean chunked;
    private final ClientVisit visit;
    private boolean ended;

    ClientStream(HttpOutput output, boolean chunked, ClientVisit visit) {
        this.output = output;
        this.chunked = chunked;
        this.visit = visit;
    }

    /** Whole pieces only, from whichever thread, and none after the end: that is another answer. */
    @Override
    public synchronized void send(byte[] bytes) throws IOException {
        if (ended) {
            throw new IOException("the stream has ended");
        }
        if (chunked) {
            output.sendChunk(bytes);
        } else {
            output.write(bytes);
        }
    }

    @Override
    public synchronized void sendLast(byte[] bytes) throws IOException {
        visit.ending();
        if (!chunked) {
            send(bytes);
        } else if (ended) {
            throw new IOException("the stream has ended");
        } else {
            output.sendLastChunk(bytes);
        }
        ended = true;
        visit.over();
    }

    /** Nothing more will be sent. */
    synchronized void end() throws IOException {
        if (!ended) {
            sendLast(new byte[0]);
        }
    }

    @Override
    public void onGone(Runnable action) {
        visit.onGone(action);
    }
}
