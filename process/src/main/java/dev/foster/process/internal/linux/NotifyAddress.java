package dev.foster.process.internal.linux;

import dev.foster.process.ChildProblem;
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
                    new ChildProblem.CannotListen(
                            path,
                            "the path has "
                                    + name.length
                                    + " bytes and a socket's may have 1 to "
                                    + LONGEST
                                    + "; choose a shorter folder"));
        }
        MemorySegment address = arena.allocate(2 + name.length + 1, 8);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) SystemCalls.AF_UNIX);
        MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, 2, name.length);
        return new NotifyAddress(path, address);
    }

    /** A descriptor that is bound to the path. */
    int listen(SystemCalls system, Arena arena) {
        int fd = system.unixDatagramSocket();
        if (fd < 0) {
            throw problem(system.errno());
        }
        system.passCredentials(fd, arena.allocateFrom(ValueLayout.JAVA_INT, 1));
        // Before it is bound: the file is born with this mode, and nobody can be quicker.
        system.mode(fd, OWNER_ONLY);
        int errno = bind(fd, system);
        if (errno == SystemCalls.EADDRINUSE && removeStale(system)) {
            errno = bind(fd, system);
        }
        if (errno != 0) {
            system.close(fd);
            throw problem(errno);
        }
        return fd;
    }

    private int bind(int fd, SystemCalls system) {
        return system.bind(fd, address) < 0 ? system.errno() : 0;
    }

    /** Removes a socket that nobody reads any more, as a killed program leaves one. */
    private boolean removeStale(SystemCalls system) {
        int fd = system.unixDatagramSocket();
        boolean stale =
                fd >= 0
                        && system.connect(fd, address) < 0
                        && system.errno() == SystemCalls.ECONNREFUSED
                        && isSocket();
        if (fd >= 0) {
            system.close(fd);
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
                new ChildProblem.CannotListen(
                        path,
                        switch (errno) {
                            case SystemCalls.EADDRINUSE ->
                                    "something is there already; remove it or choose another path";
                            case ENOENT -> "its folder does not exist; create it";
                            case EACCES -> "its folder is not writable; choose another";
                            default -> "the system answered with error " + errno + "; see errno(3)";
                        }));
    }
}
