package dev.foster.daemon.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files with tokens: our own, and those that somebody gave us. */
class SecretFileTest {
    @TempDir private Path folder;
    private SecretFile secret;

    @BeforeEach
    void name() {
        secret = new SecretFile(folder.resolve("token"), "the token");
    }

    private void written(String mode) throws IOException {
        Files.writeString(secret.path(), "written by hand");
        Files.setPosixFilePermissions(secret.path(), PosixFilePermissions.fromString(mode));
    }

    private String mode() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(secret.path()));
    }

    @Test
    void aTokenOfOursIsHidden() throws IOException {
        assertThat(secret.withToken().read()).hasSizeGreaterThan(32);
        assertThat(mode()).isEqualTo("rw-------");

        written("rw-r--r--");
        assertThat(secret.withToken().read()).isEqualTo("written by hand");
        assertThat(mode()).isEqualTo("rw-------");
    }

    /** Everybody but root finds a file of somebody else ready made; root can make one. */
    @Test
    void aTokenThatIsNotOursIsTakenUnlessEverybodyCanReadIt() throws IOException {
        Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        Path foreign = Path.of("/proc/version");
        if (Files.getAttribute(foreign, "unix:uid").equals(uid)) {
            foreign = secret.path();
            written("r--r-----");
            Files.setAttribute(foreign, "unix:uid", 12_345);
            assertThat(secret.withToken().read()).isEqualTo("written by hand");
            assertThat(mode()).isEqualTo("r--r-----");
            Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rw-r--r--"));
        }

        var open = new SecretFile(foreign, "the token");
        assertThatThrownBy(open::withToken)
                .isInstanceOf(ControlProblem.class)
                .hasMessage(
                        "cannot keep the token in "
                                + foreign
                                + ": everybody on this machine can read it, and it is not ours to"
                                + " change; take that from them with chmod o-r");
    }
}
