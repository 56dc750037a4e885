package dev.foster.daemon.secret;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.RandomWord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file that this user alone can read.
 *
 * @param what it holds, for people: {@code the token for MCP clients}
 */
public record SecretFile(Path path, String what) {
    private static final int TOKEN_BYTES = 32;
    private static final String OWNER_ONLY = "rw-------";

    /**
     * Makes sure that there is a token in it. One that is there stays: whoever wants another writes
     * it there.
     */
    public SecretFile withToken() {
        try {
            if (!Files.exists(path) || Files.readString(path).isBlank()) {
                write(RandomWord.ofBytes(TOKEN_BYTES) + "\n");
            }
            // Somebody may have written it by hand.
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(OWNER_ONLY));
            return this;
        } catch (IOException failure) {
            throw problem(failure);
        }
    }

    /** Puts another token in the place of the one that is there. */
    public void newToken() {
        try {
            write(RandomWord.ofBytes(TOKEN_BYTES) + "\n");
        } catch (IOException failure) {
            throw problem(failure);
        }
    }

    /** What is in it; nothing when there is no file. */
    public String read() {
        try {
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException failure) {
            throw problem(failure);
        }
    }

    /** First beside it, so that there is never half a secret. */
    public void write(String text) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    }

    private ControlProblem problem(IOException failure) {
        return new ControlProblem(
                ProblemCode.CONFIGURATION,
                "cannot keep "
                        + what
                        + " in "
                        + path
                        + ": "
                        + failure
                        + "; make its folder writable");
    }
}
