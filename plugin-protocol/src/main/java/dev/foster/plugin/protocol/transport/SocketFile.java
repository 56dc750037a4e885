package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.ProtocolException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The file of a listening unix socket. The system leaves it behind when the socket closes; here it
 * goes with the server, and with the JVM if the server was not closed.
 */
public final class SocketFile implements AutoCloseable {
    private static final Set<Path> PRESENT = ConcurrentHashMap.newKeySet();

    private final Path path;

    private SocketFile(Path path) {
        this.path = path;
    }

    /** An unused path for a socket, {@code plugin} and a number. */
    public static Path unused(Path directory) {
        Path path;
        do {
            String number = Integer.toUnsignedString(ThreadLocalRandom.current().nextInt());
            path = directory.resolve("plugin" + number);
        } while (Files.exists(path));
        return path;
    }

    /** Answers for a file that was just bound. */
    public static SocketFile bound(Path path) {
        Remover.register();
        PRESENT.add(path);
        return new SocketFile(path);
    }

    /**
     * Lets the members of a group, given by name or number, connect.
     *
     * @throws ProtocolException with {@link TransportProblem.UnknownGroup} or {@link
     *     TransportProblem.GroupRefused}
     */
    public void openTo(String group) {
        try {
            GroupPrincipal principal =
                    path.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName(group);
            Files.getFileAttributeView(path, PosixFileAttributeView.class).setGroup(principal);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw----"));
        } catch (UserPrincipalNotFoundException unknown) {
            throw new ProtocolException(new TransportProblem.UnknownGroup(group), unknown);
        } catch (IOException refused) {
            throw new ProtocolException(
                    new TransportProblem.GroupRefused(path, group, refused.toString()), refused);
        }
    }

    @Override
    public void close() {
        if (PRESENT.remove(path)) {
            delete(path);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException keptByTheSystem) {
            // The socket is closed: what stays is a name that nobody listens to.
        }
    }

    /** The hook is one for all files, and exists from the first of them on. */
    private static final class Remover {
        static {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> PRESENT.forEach(SocketFile::delete)));
        }

        static void register() {}
    }
}
