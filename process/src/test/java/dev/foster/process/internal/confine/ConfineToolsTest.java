package dev.foster.process.internal.confine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.process.ChildProblem;
import dev.foster.process.ProblemException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a confined start stands on: programs, accounts, mounts, and what its steps tell. */
class ConfineToolsTest {
    @TempDir Path folder;

    @Test
    void aMissingProgramIsNamedWithItsPackage() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> ConfineTools.need("no-such-tool", "run bot as user bob"))
                .withMessage(
                        "cannot run bot as user bob: no-such-tool is not installed; install the"
                                + " package util-linux");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void accountsAreFoundByNameAndNumber() {
        assertThat(Accounts.user("root"))
                .hasValueSatisfying(it -> assertThat(it.number()).isZero());
        assertThat(Accounts.user("0")).isEqualTo(Accounts.user("root"));
        assertThat(Accounts.user("54321").orElseThrow().group()).isEmpty();
        assertThat(Accounts.user("4294967294").orElseThrow().number()).isEqualTo(4294967294L);
        assertThat(Accounts.user("4294967295")).isEmpty();
        assertThat(Accounts.user("no-such-user")).isEmpty();
        assertThat(Accounts.user("--help")).isEmpty();
        assertThat(Accounts.group("root")).hasValue(0L);
        assertThat(Accounts.group("no-such-group")).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(60)
    void aDirectoryThatDoesNotAnswerIsNotWaitedForWithoutEnd() {
        assertThat(Accounts.answer(List.of("sleep", "1000"), Duration.ofMillis(100))).isEmpty();
        assertThat(Accounts.answer(List.of("echo", "bob:x:7:8"), Duration.ofSeconds(30)))
                .containsExactly("bob:x:7:8");
    }

    @Test
    void theTableOfMountsTellsWhatLiesWhere() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("mountinfo"),
                        """
                        23 0 8:1 / / rw,relatime - ext4 /dev/root rw
                        24 23 0:5 / /with\\040blank rw,nosuid,nodev shared:3 - tmpfs tmpfs rw
                        25 24 0:6 / /with\\040blank/deep/er ro - tmpfs tmpfs rw
                        26 24 0:7 / /with\\040blank/deep ro,noexec - tmpfs tmpfs rw
                        broken line
                        """);
        MountTable table = MountTable.read(file);

        assertThat(table.below(Path.of("/with blank")))
                .containsExactly(Path.of("/with blank/deep"), Path.of("/with blank/deep/er"));
        assertThat(table.holding(Path.of("/with blank/x")).orElseThrow().options())
                .isEqualTo(List.of("rw", "nosuid", "nodev"));
        assertThat(table.holding(Path.of("/with")).orElseThrow().type()).isEqualTo("ext4");
    }

    @Test
    void whatAStepSaysBecomesAProblem() {
        assertThat(message("foster: 3: cannot create /sys/x: Permission denied\nmore\n"))
                .isEqualTo(
                        "cannot start bot: cannot create /sys/x: Permission denied; run foster with"
                                + " the rights that takes, or ask for less");
        assertThat(message("mount: /tmp: permission denied.\n"))
                .startsWith("cannot start bot: mount: /tmp: permission denied; ");
        assertThat(message("it may not; do this\n"))
                .isEqualTo("cannot start bot: it may not; do this");
        assertThat(message("")).matches("cannot start bot: [^;]+; .+");
        assertThat(Report.tellsOfStart("a warning\nstarted\n")).isTrue();
        assertThat(Report.tellsOfStart("started, not")).isFalse();
    }

    private static String message(String told) {
        ChildProblem problem = Report.problem(told, "bot");
        return problem.message();
    }
}
