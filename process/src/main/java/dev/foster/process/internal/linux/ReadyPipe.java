package dev.foster.process.internal.linux;

import dev.foster.process.internal.output.Promise;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Our end of the pipe on which a child says that it is ready, by a line of any text. */
final class ReadyPipe implements Reactor.Ready {
    private static final int READ_SIZE = 512;
    private static final int PIPE_HOLDS = 64 * 1024;
    private static final int END = 0;
    private static final int EMPTY = 1;
    private static final int MORE = 2;

    private final Reactor reactor;
    private final int fd;
    private final Promise<Boolean> signal;
    private int slot;
    private boolean watched;
    private boolean told;
    private boolean closed;

    ReadyPipe(Reactor reactor, int fd, Executor executor) {
        this.reactor = reactor;
        this.fd = fd;
        this.signal = new Promise<>(executor);
    }

    CompletableFuture<Boolean> signal() {
        return signal.future();
    }

    /** On the thread that spawned the child; everything else happens on the reactor's. */
    boolean watch(SystemCalls caller) {
        watched = reactor.add(fd, SystemCalls.EPOLLIN, this, caller);
        return watched;
    }

    /** Watches no more; the descriptor is left to whoever opened it. */
    void forget() {
        if (watched && !closed) {
            reactor.remove(fd, slot);
        }
        closed = true;
    }

    @Override
    public void watched(int given) {
        slot = given;
    }

    /**
     * It is read on after the line has come: were our end closed, a child that says it twice would
     * die of SIGPIPE.
     */
    @Override
    public void ready(int events) {
        if (!closed && read() == END) {
            close();
        }
    }

    /** The child is gone: what it wrote counts, what its descendants may still write does not. */
    void end() {
        for (int done = 0; !closed && !told && done < PIPE_HOLDS; done += READ_SIZE) {
            if (read() != MORE) {
                break;
            }
        }
        if (!closed) {
            close();
        }
    }

    private int read() {
        SystemCalls system = reactor.calls();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(READ_SIZE);
            long length = system.read(fd, bytes, READ_SIZE);
            for (long at = 0; at < length; at++) {
                if (bytes.get(ValueLayout.JAVA_BYTE, at) == '\n') {
                    tell(true);
                }
            }
            if (length > 0) {
                return MORE;
            }
            boolean later =
                    system.errno() == SystemCalls.EAGAIN || system.errno() == SystemCalls.EINTR;
            return length < 0 && later ? EMPTY : END;
        }
    }

    private void tell(boolean isReady) {
        if (!told) {
            told = true;
            signal.complete(isReady);
        }
    }

    private void close() {
        closed = true;
        reactor.remove(fd, slot);
        reactor.calls().close(fd);
        tell(false);
    }
}
