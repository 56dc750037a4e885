package dev.foster.daemon.secret;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.RandomWord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
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
            hide();
            return this;
        } catch (IOException failure) {
            throw problem(failure);
        }
    }

    /**
     * Hides it from everybody else, since somebody may have written it by hand. A file that others
     * gave us, as a mounted one, has the mode that they chose.
     */
    private void hide() throws IOException {
        if (isOurs()) {
            try {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(OWNER_ONLY));
                return;
            } catch (FileSystemException readOnly) {
                // Then it has to be well as it is.
            }
        }
        if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ)) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot keep "
                            + what
                            + " in "
                            + path
                            + ": everybody on this machine can read it, and it is not ours to"
                            + " change; take that from them with chmod o-r");
        }
    }

    /** Java has no call for who we are; a process's own entry belongs to its user. */
    private boolean isOurs() throws IOException {
        Path self = Path.of("/proc/self");
        return !Files.exists(self)
                || Files.getAttribute(path, "unix:uid")
                        .equals(Files.getAttribute(self, "unix:uid"));
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
