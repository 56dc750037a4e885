package dev.foster.process.internal.linux;

import dev.foster.process.ChildProblem;
import dev.foster.process.NotifySocket;
import dev.foster.process.ProblemException;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A datagram socket in the file system, read by the reactor. */
final class LinuxNotifySocket implements NotifySocket, Reactor.Ready {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");

    /** As long as systemd's own. */
    private static final int LONGEST = 4096;

    /** Read in one turn; the rest waits for the next, so that no flood starves the others. */
    private static final int BATCH = 64;

    // struct msghdr, one struct iovec, and room for exactly one set of credentials. Descriptors
    // that come along find no room, so the kernel closes them: that is what a sender waits for who
    // wants to know that its message was read.
    private static final int CONTROL_LENGTH = 40;
    private static final int FLAGS = 48;
    private static final int VECTOR = 56;
    private static final int CONTROL = 72;
    private static final int CONTROL_SIZE = 32;
    private static final int DATA = 104;

    private final Reactor reactor;
    private final Path path;
    private final NotifyInbox inbox;
    private final Consumer<LinuxNotifySocket> whenClosed;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final int fd;
    private int slot;

    LinuxNotifySocket(
            Reactor reactor, Path path, NotifyInbox inbox, Consumer<LinuxNotifySocket> whenClosed) {
        this.reactor = reactor;
        this.path = path;
        this.inbox = inbox;
        this.whenClosed = whenClosed;
        try (Arena arena = Arena.ofConfined()) {
            var system = new SystemCalls(arena);
            this.fd = NotifyAddress.of(path, arena).listen(system, arena);
            if (!reactor.add(fd, SystemCalls.EPOLLIN, this, system)) {
                int errno = system.errno();
                system.close(fd);
                removeFile();
                throw new ProblemException(
                        new ChildProblem.CannotListen(
                                path, "it cannot be watched (error " + errno + ")"));
            }
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long dropped() {
        return inbox.dropped();
    }

    @Override
    public void watched(int given) {
        slot = given;
    }

    @Override
    public void ready(int events) {
        if (closed.get()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(DATA + LONGEST, 8);
            for (int i = 0; i < BATCH; i++) {
                prepare(message);
                long length = reactor.calls().receive(fd, message);
                if (length < 0) {
                    return;
                }
                accept(message, length);
            }
        }
    }

    private static void prepare(MemorySegment message) {
        message.asSlice(0, DATA).fill((byte) 0);
        message.set(SystemCalls.LONG, 16, message.address() + VECTOR);
        message.set(SystemCalls.LONG, 24, 1);
        message.set(SystemCalls.LONG, 32, message.address() + CONTROL);
        message.set(SystemCalls.LONG, CONTROL_LENGTH, CONTROL_SIZE);
        message.set(SystemCalls.LONG, VECTOR, message.address() + DATA);
        message.set(SystemCalls.LONG, VECTOR + 8, LONGEST);
    }

    private void accept(MemorySegment message, long length) {
        if ((message.get(SystemCalls.INT, FLAGS) & SystemCalls.MSG_TRUNC) != 0) {
            inbox.drop();
        } else if (length > 0) {
            byte[] bytes = message.asSlice(DATA, length).toArray(ValueLayout.JAVA_BYTE);
            inbox.put(bytes, sender(message));
        }
    }

    private static OptionalLong sender(MemorySegment message) {
        boolean told =
                message.get(SystemCalls.LONG, CONTROL_LENGTH) > 0
                        && message.get(SystemCalls.INT, CONTROL + 8) == SystemCalls.SOL_SOCKET
                        && message.get(SystemCalls.INT, CONTROL + 12)
                                == SystemCalls.SCM_CREDENTIALS;
        int pid = told ? message.get(SystemCalls.INT, CONTROL + 16) : 0;
        // 0 is a process that has no number here: it lives in a namespace we do not see.
        return pid > 0 ? OptionalLong.of(pid) : OptionalLong.empty();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        inbox.close();
        removeFile();
        whenClosed.accept(this);
        if (!reactor.execute(this::closeWatched)) {
            try (Arena arena = Arena.ofConfined()) {
                new SystemCalls(arena).close(fd);
            }
        }
    }

    private void closeWatched() {
        reactor.remove(fd, slot);
        reactor.calls().close(fd);
    }

    private void removeFile() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "cannot remove the socket " + path, failed);
        }
    }
}
