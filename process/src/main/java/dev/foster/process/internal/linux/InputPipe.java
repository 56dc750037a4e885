package dev.foster.process.internal.linux;

import dev.foster.process.internal.ChildInput;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Our end of a child's standard input. The descriptor does not block; a writer that finds the pipe
 * full parks until the reactor says there is room, so a virtual thread that waits here holds no
 * carrier, and closing wakes it.
 */
final class InputPipe extends ChildInput implements Reactor.Ready {
    private static final int PIECE = 64 * 1024;

    private final Reactor reactor;
    private final int fd;
    private final String command;
    private int slot = -1;
    private boolean full;
    private boolean closed;

    InputPipe(Reactor reactor, int fd, String command) {
        this.reactor = reactor;
        this.fd = fd;
        this.command = command;
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int size = Math.min(length, PIECE);
        try (Arena arena = Arena.ofConfined()) {
            var system = new SystemCalls(arena);
            MemorySegment piece = arena.allocate(Math.max(1, size));
            int done = 0;
            while (done < length) {
                int part = Math.min(size, length - done);
                MemorySegment.copy(bytes, offset + done, piece, ValueLayout.JAVA_BYTE, 0, part);
                writePiece(system, piece, part);
                done += part;
            }
        }
    }

    private void writePiece(SystemCalls system, MemorySegment piece, int length)
            throws IOException {
        int done = 0;
        while (done < length) {
            synchronized (this) {
                if (closed) {
                    throw new IOException(
                            "cannot write to "
                                    + command
                                    + ": its input is closed; start it again to say more");
                }
                long written = system.write(fd, piece.asSlice(done), length - done);
                if (written >= 0) {
                    done += (int) written;
                    continue;
                }
                switch (system.errno()) {
                    case SystemCalls.EAGAIN -> awaitRoom(system);
                    case SystemCalls.EINTR -> {}
                    case SystemCalls.EPIPE ->
                            throw new IOException(
                                    "cannot write to "
                                            + command
                                            + ": it closed its input or has exited; see its output"
                                            + " for why");
                    default ->
                            throw new IOException(
                                    "cannot write to "
                                            + command
                                            + ": the system answered with error "
                                            + system.errno());
                }
            }
        }
    }

    private void awaitRoom(SystemCalls system) throws IOException {
        if (slot < 0) {
            if (!reactor.add(fd, SystemCalls.EPOLLOUT, this, system)) {
                slot = -1;
                throw new IOException(
                        "cannot write to "
                                + command
                                + ": it cannot be watched (error "
                                + system.errno()
                                + ")");
            }
        }
        full = true;
        try {
            while (full && !closed) {
                wait();
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "cannot write to " + command + ": the writing thread was interrupted",
                    interrupt);
        }
    }

    @Override
    public void watched(int given) {
        slot = given;
    }

    /** There is room, or nobody reads any more: in both cases the next write tells. */
    @Override
    public synchronized void ready(int events) {
        if (!closed && slot >= 0) {
            reactor.remove(fd, slot);
            slot = -1;
        }
        full = false;
        notifyAll();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            notifyAll();
            if (slot < 0) {
                closeDescriptor();
                return;
            }
        }
        // Being watched, it must leave epoll on the reactor's thread before it is closed.
        if (reactor.inside()) {
            closeWatched();
        } else if (!reactor.execute(this::closeWatched)) {
            closeDescriptor();
        }
    }

    private void closeDescriptor() {
        try (Arena arena = Arena.ofConfined()) {
            new SystemCalls(arena).close(fd);
        }
    }

    private synchronized void closeWatched() {
        if (slot >= 0) {
            reactor.remove(fd, slot);
            slot = -1;
            closeDescriptor();
        }
    }
}
