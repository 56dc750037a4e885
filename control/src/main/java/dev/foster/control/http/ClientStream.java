package dev.foster.control.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that listens to a streamed body. Nothing is expected from it any more, so a second
 * thread reads from it, only to learn of its end: writing alone would notice that at the next
 * message, which may be hours away.
 */
final class ClientStream implements StreamBody.Stream {
    private static final int MOST_UNEXPECTED_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final HttpOutput output;
    private final boolean chunked;
    private final List<Runnable> actions = new ArrayList<>();
    private boolean gone;

    ClientStream(SocketChannel channel, HttpOutput output, boolean chunked) {
        this.channel = channel;
        this.output = output;
        this.chunked = chunked;
    }

    void run(StreamBody body) throws IOException, InterruptedException {
        Thread.ofVirtual().name("foster-http-gone").start(this::awaitEnd);
        body.write(this);
        if (chunked) {
            output.sendLastChunk();
        }
    }

    private void awaitEnd() {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
        try {
            int count = 0;
            for (int total = 0; count >= 0 && total < MOST_UNEXPECTED_BYTES; total += count) {
                count = channel.read(buffer.clear());
            }
        } catch (IOException closed) {
            // That is the end we wait for.
        }
        gone();
    }

    void gone() {
        List<Runnable> due;
        synchronized (actions) {
            if (gone) {
                return;
            }
            gone = true;
            due = List.copyOf(actions);
        }
        due.forEach(Runnable::run);
    }

    @Override
    public void send(byte[] bytes) throws IOException {
        if (chunked) {
            output.sendChunk(bytes);
        } else {
            output.write(ByteBuffer.wrap(bytes));
        }
    }

    @Override
    public void onGone(Runnable action) {
        synchronized (actions) {
            if (!gone) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }
}
