package dev.foster.daemon.mcp;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.RandomWord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The daemon's own token for MCP clients: made at first, then kept in a file that this user alone
 * can read. Whoever wants another one writes it there.
 */
final class OwnToken {
    private static final int BYTES = 32;

    private OwnToken() {}

    /** The same file, with a token in it. */
    static Path in(Path file) {
        try {
            if (!Files.exists(file) || Files.readString(file).isBlank()) {
                write(file);
            }
            // Somebody may have written it by hand.
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            return file;
        } catch (IOException failure) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot keep the token for MCP clients in "
                            + file
                            + ": "
                            + failure
                            + "; make its folder writable");
        }
    }

    /** First beside it, so that there is never half a token. */
    private static void write(Path file) throws IOException {
        String token = RandomWord.ofBytes(BYTES);
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try {
            Files.createFile(
                    fresh,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException another) {
            throw new IOException("somebody else is writing it", another);
        }
        Files.write(fresh, (token + "\n").getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
