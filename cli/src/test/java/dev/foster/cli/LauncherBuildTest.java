package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.cli.LauncherTree.Result;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** When {@code ./foster} builds, what it says then, and how two of them share a tree. */
// A thread of its own: the opening of a pipe that nobody writes to cannot be interrupted.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherBuildTest {

    private static final String PROGRESS = "foster: building (first use, or a source changed)...\n";

    @TempDir Path temporary;
    LauncherTree tree;

    @BeforeEach
    void plantTree() throws IOException {
        tree = new LauncherTree(temporary);
        tree.environment.put(
                "FOSTER_JAVA_HOME", tree.jdk("jdk", "25.0.3", "echo program").toString());
    }

    @Test
    void theFirstUseBuildsAndTheSecondDoesNot() throws IOException {
        assertThat(tree.foster()).isEqualTo(new Result(0, "program\n", PROGRESS));
        assertThat(tree.foster()).isEqualTo(new Result(0, "program\n", ""));
        assertThat(tree.root.resolve("builds"))
                .as("built once, with the JDK found")
                .hasContent(tree.home.resolve("jdk").toString());
    }

    @Test
    void aNewerSourceBuildsAgain() throws IOException {
        tree.foster();

        for (String file : List.of("cli/src/main/java/Main.java", "cli/pom.xml", "foster")) {
            makeNewerThanTheBuild(tree.root.resolve(file));
            assertThat(tree.foster().err()).as(file).isEqualTo(PROGRESS);
            assertThat(tree.foster().err()).as("then it is fresh").isEmpty();
        }
    }

    @Test
    void aSourceSavedDuringTheBuildBuildsAgain() {
        // The file system's clock ticks in steps of some milliseconds.
        tree.maven("sleep 0.1; echo saved >cli/src/main/java/Main.java");
        tree.foster();
        tree.maven("");

        assertThat(tree.foster().err()).isEqualTo(PROGRESS);
        assertThat(tree.foster().err()).isEmpty();
    }

    @Test
    void aFailedBuildShowsTheEndOfItsLogAndIsTriedAgain() {
        tree.maven(
                """
                n=0; while [ $n -lt 50 ]; do n=$((n + 1)); echo "line $n"; done
                echo '[ERROR] the reason -> [Help 1]'
                echo '[ERROR] Re-run Maven with more of this'
                exit 7\
                """);

        Result failed = tree.foster();

        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err())
                .startsWith(PROGRESS + "line 32\n")
                .endsWith(
                        "line 50\n"
                            + "[ERROR] the reason -> [Help 1]\n"
                            + "cannot build foster: Maven ended with 7, see above; the whole log is"
                            + " "
                                + tree.program("build.log")
                                + "\n");

        tree.maven("");
        assertThat(tree.foster()).isEqualTo(new Result(0, "program\n", PROGRESS));
    }

    @Test
    void twoAtOnceBuildOnce() throws IOException {
        tree.maven("echo begun >begun; read -r word <go");
        fifo("begun");
        fifo("go");

        Process first = tree.start();
        assertThat(Files.readString(tree.root.resolve("begun"))).isEqualTo("begun\n");
        Process second = tree.start();
        assertThat(second.errorReader(UTF_8).readLine())
                .isEqualTo("foster: waiting for a build by process " + first.pid());
        Files.writeString(tree.root.resolve("go"), "go\n");

        assertThat(LauncherTree.finish(first, "")).isEqualTo(new Result(0, "program\n", PROGRESS));
        assertThat(LauncherTree.finish(second, "")).isEqualTo(new Result(0, "program\n", ""));
        assertThat(tree.builds()).isEqualTo(1);
    }

    @Test
    void theBuildOfAKilledLauncherIsWaitedForAndItsLockTakenOver() throws Exception {
        tree.maven("echo begun >begun; read -r word <go");
        fifo("begun");
        fifo("go");
        Process killed = tree.start();
        assertThat(Files.readString(tree.root.resolve("begun"))).isEqualTo("begun\n");
        ProcessHandle orphan = killed.children().findFirst().orElseThrow();

        killed.destroyForcibly().waitFor();
        Process heir = tree.start();
        assertThat(heir.errorReader(UTF_8).readLine())
                .isEqualTo("foster: waiting for a build by process " + orphan.pid());
        tree.maven("");
        Files.writeString(tree.root.resolve("go"), "go\n");

        assertThat(LauncherTree.finish(heir, "")).isEqualTo(new Result(0, "program\n", PROGRESS));
        assertThat(tree.root.resolve("cli/target/foster.lock")).doesNotExist();
    }

    @Test
    void aLockOfADeadProcessIsTakenOver() throws Exception {
        Process dead = tree.start(tree.home, List.of("sh", "-c", "exit"));
        dead.waitFor();
        tree.write("cli/target/foster.lock/pid", dead.pid() + "\n");

        assertThat(tree.foster()).isEqualTo(new Result(0, "program\n", PROGRESS));
        assertThat(tree.root.resolve("cli/target/foster.lock")).doesNotExist();
    }

    @Test
    void jarsOfAnEarlierBuildAreNotOnTheClassPath() throws IOException {
        tree.foster();
        tree.write("cli/target/foster/lib/dropped.jar", "");
        makeNewerThanTheBuild(tree.root.resolve("pom.xml"));

        tree.foster();

        assertThat(tree.program("lib")).isDirectoryNotContaining("glob:**dropped.jar");
    }

    private void makeNewerThanTheBuild(Path source) throws IOException {
        Instant now = Instant.now();
        FileTime built = FileTime.from(now.minus(Duration.ofHours(2)));
        Files.setLastModifiedTime(tree.program("built"), built);
        Files.setLastModifiedTime(source, FileTime.from(now.minus(Duration.ofHours(1))));
    }

    private void fifo(String name) {
        Path fifo = tree.root.resolve(name);
        Result made =
                LauncherTree.finish(
                        tree.start(tree.home, List.of("/usr/bin/mkfifo", fifo.toString())), "");
        assertThat(made.code()).as(made.err()).isZero();
    }
}
