package dev.foster.process.internal.linux;

import dev.foster.process.Problem;
import dev.foster.process.ProblemException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A path as the kernel wants it for a socket. */
record NotifyAddress(Path path, MemorySegment address) {
    /** The kernel's field has 108, one of them for the NUL. */
    private static final int LONGEST = 107;

    private static final int OWNER_ONLY = 0600;
    private static final int ENOENT = 2;
    private static final int EACCES = 13;

    static NotifyAddress of(Path path, Arena arena) {
        byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        if (name.length == 0 || name.length > LONGEST) {
            throw new ProblemException(
                    new Problem.CannotListen(
                            path,
                            "the path has "
                                    + name.length
                                    + " bytes and a socket's may have 1 to "
                                    + LONGEST
                                    + "; choose a shorter folder"));
        }
        MemorySegment address = arena.allocate(2 + name.length + 1, 8);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) Calls.AF_UNIX);
        MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, 2, name.length);
        return new NotifyAddress(path, address);
    }

    /** A descriptor that is bound to the path. */
    int listen(Calls calls, Arena arena) {
        int fd = calls.unixDatagramSocket();
        if (fd < 0) {
            throw problem(calls.errno());
        }
        calls.passCredentials(fd, arena.allocateFrom(ValueLayout.JAVA_INT, 1));
        // Before it is bound: the file is born with this mode, and nobody can be quicker.
        calls.mode(fd, OWNER_ONLY);
        int errno = bind(fd, calls);
        if (errno == Calls.EADDRINUSE && removeStale(calls)) {
            errno = bind(fd, calls);
        }
        if (errno != 0) {
            calls.close(fd);
            throw problem(errno);
        }
        return fd;
    }

    private int bind(int fd, Calls calls) {
        return calls.bind(fd, address) < 0 ? calls.errno() : 0;
    }

    /** Removes a socket that nobody reads any more, as a killed program leaves one. */
    private boolean removeStale(Calls calls) {
        int fd = calls.unixDatagramSocket();
        boolean stale =
                fd >= 0
                        && calls.connect(fd, address) < 0
                        && calls.errno() == Calls.ECONNREFUSED
                        && isSocket();
        if (fd >= 0) {
            calls.close(fd);
        }
        try {
            return stale && Files.deleteIfExists(path);
        } catch (IOException notOurs) {
            return false;
        }
    }

    /** A plain file refuses connections too, and is somebody's data. */
    private boolean isSocket() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isOther();
        } catch (IOException gone) {
            return false;
        }
    }

    private ProblemException problem(int errno) {
        return new ProblemException(
                new Problem.CannotListen(
                        path,
                        switch (errno) {
                            case Calls.EADDRINUSE ->
                                    "something is there already; remove it or choose another path";
                            case ENOENT -> "its folder does not exist; create it";
                            case EACCES -> "its folder is not writable; choose another";
                            default -> "the system answered with error " + errno + "; see errno(3)";
                        }));
    }
}
