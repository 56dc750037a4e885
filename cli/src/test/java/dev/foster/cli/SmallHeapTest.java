package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.LogQuery;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Many who say much, and little memory: it is enough, or it is the end and says so. */
class SmallHeapTest {
    private static final int CHATTY = 60;
    private static final String MUCH =
            "yes some words | head -c 2200000; echo DONE; exec sleep 1000";

    private static TestProject chatty() {
        return TestProject.of(
                IntStream.range(0, CHATTY)
                        .mapToObj(i -> "  c" + i + ": {command: \"" + MUCH + "\"}\n")
                        .collect(Collectors.joining("", "processes:\n", "")));
    }

    @Test
    void sixtyWhoSayMuchAreSupervisedInASmallHeap() {
        try (var project = chatty();
                Program program =
                        project.setup()
                                .with("JDK_JAVA_OPTIONS", "-Xmx32m")
                                .start("up", "--lines", "--quiet")) {
            ProcessView first = project.await("c0", ProcessState.RUNNING);
            ProcessHandle.of(first.pid().orElseThrow()).orElseThrow().destroyForcibly();
            project.await("c0", view -> view.restarts() == 1 && view.ready());
            for (int i = 0; i < CHATTY; i++) {
                LogQuery last = LogQuery.all().names(List.of("c" + i)).tail(1);
                Eventually.until(
                        TestProject.LIMIT,
                        "all that c" + i + " said is taken in",
                        () -> project.client().logs(last).getLast().text().equals("DONE"));
            }
            assertThat(project.client().processes())
                    .hasSize(CHATTY)
                    .allSatisfy(view -> assertThat(view.state()).isEqualTo(ProcessState.RUNNING));
            assertThat(project.run("events", "-n", "1000").output())
                    .contains("output.keep of 60 processes is 60 MiB together");
            assertThat(project.run("logs", "--tail", "1000000", "c7").output()).contains("words");
            assertThat(project.run("down").code()).isZero();
            assertThat(program.awaitEnd().code()).isZero();
        }
    }

    @Test
    void tooLittleMemoryIsTheEndOfFosterAndOfAllItRuns() {
        try (var project = chatty();
                Program program =
                        project.setup()
                                .with("JDK_JAVA_OPTIONS", "-Xmx10m")
                                .start("up", "--lines", "--quiet")) {
            Program.Result result = program.awaitEnd();
            assertThat(result.code()).isEqualTo(3);
            assertThat(result.errors()).contains("OutOfMemoryError");
            Eventually.until(
                    TestProject.LIMIT, "nothing is left", () -> project.family().isEmpty());
        }
    }

    @Test
    void theNextOneSaysWhatTheLastOneDiedOf() throws IOException {
        try (var project = TestProject.of("processes: {one: {command: exec sleep 1000}}")) {
            project.paths().create();
            Files.writeString(
                    project.state().resolve("daemon.log"),
                    "Terminating due to java.lang.OutOfMemoryError: Java heap space\n");
            assertThat(project.detach("up", "-d").output()).contains("its memory was used up");
        }
    }
}
