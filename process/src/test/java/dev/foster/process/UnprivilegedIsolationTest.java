package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What a program that is not root can keep its children from, and what it cannot. */
@EnabledOnOs(OS.LINUX)
class UnprivilegedIsolationTest extends EngineContract {
    @TempDir Path folder;

    @Test
    void isolationForWhoeverIsNotRoot() throws Exception {
        try (SecondJvm jvm = secondJvm(AsNobody.command(folder, "confined", kind.name()))) {
            List<String> lines = jvm.allLines();

            assertThat(jvm.exitCode()).as("%s", lines).isZero();
            assertThat(lines.getFirst()).matches("pid \\d+ \\d+ writes");
            assertThat(lines.get(1)).satisfies(this::sawAnEmptyFolderOrWasRefused);
            assertThat(lines.get(2))
                    .isEqualTo(
                            "cannot run /bin/sh as user root: only root may start processes of"
                                    + " other users; run foster as root, or leave the user out");
            assertThat(lines.get(3))
                    .isEqualTo(
                            "cannot run /bin/sh in group root: only root may start processes of"
                                    + " other groups; run foster as root, or leave the group out");
            if (AsNobody.ROOT) {
                assertThat(lines.get(4)).startsWith("pid 65534 ").endsWith(" writes");
            }
            assertThat(lines.getLast()).contains("no other user, since this one is not root");
        }
    }

    /** Some systems let nobody but root make user namespaces; then that must be said. */
    private void sawAnEmptyFolderOrWasRefused(String line) {
        assertThat(line).matches("pid \\d+ 0|cannot start /bin/sh: (unshare|mount): .+; .+");
    }
}
