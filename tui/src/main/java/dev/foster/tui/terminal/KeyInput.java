package dev.foster.tui.terminal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Reads what the terminal sends, on a thread of its own. The channel is one that can be closed
 * while somebody waits at it: who does not have the terminal must not wait for its keys.
 */
final class KeyInput implements AutoCloseable {
    private static final int BUFFER = 1 << 13;

    private final FileChannel terminal;
    private final Consumer<byte[]> read;
    private final Runnable gone;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Begins to read.
     *
     * @param gone told when there is nothing more to read, unless it was closed
     */
    KeyInput(Consumer<byte[]> read, Runnable gone) throws IOException {
        this.terminal = FileChannel.open(Modes.TERMINAL.toPath(), StandardOpenOption.READ);
        this.read = read;
        this.gone = gone;
        this.thread = Thread.ofPlatform().daemon().name("foster-keys").start(this::run);
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try {
            while (terminal.read(buffer) >= 0) {
                read.accept(Arrays.copyOf(buffer.array(), buffer.position()));
                buffer.clear();
            }
        } catch (IOException closedOrLost) {
            // Either way there is nothing more to read.
        }
        if (!closed) {
            gone.run();
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            terminal.close();
            thread.join();
        } catch (IOException gone) {
            // As it shall be.
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
