package dev.foster.plugin.session;

import dev.foster.plugin.protocol.transport.Address;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;

/**
 * The folder for the sockets of one run. A plugin that is killed leaves its sockets behind; they go
 * with the folder.
 */
final class SocketFolder implements AutoCloseable {
    /** What Go plugins call their sockets, at its longest. */
    private static final String LONGEST_NAME = "plugin4294967295";

    private final Path path;

    private SocketFolder(Path path) {
        this.path = path;
    }

    static SocketFolder create(SocketRules rules) throws IOException {
        Path path = Files.createTempDirectory(rules.parent(), "foster-").toAbsolutePath();
        var folder = new SocketFolder(path);
        try {
            // A plugin whose socket has no room would only say that it cannot listen, if anything.
            var _ = Address.unix(path.resolve(LONGEST_NAME)).resolve();
            folder.openTo(rules.group());
        } catch (IOException | RuntimeException refused) {
            folder.close();
            throw refused;
        }
        return folder;
    }

    private void openTo(Optional<String> group) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (group.isEmpty() || view == null) {
            return;
        }
        try {
            view.setGroup(
                    path.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName(group.get()));
        } catch (UserPrincipalNotFoundException unknown) {
            throw new IOException("there is no group " + group.get(), unknown);
        }
        view.setPermissions(PosixFilePermissions.fromString("rwxrwx---"));
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(path)) {
            for (Path socket : sockets) {
                Files.deleteIfExists(socket);
            }
            Files.deleteIfExists(path);
        } catch (IOException kept) {
            // A folder that stays is found by nobody and hurts nobody.
        }
    }
}
