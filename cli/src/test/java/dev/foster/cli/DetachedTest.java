package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** The verbs of the packaged program against a daemon in the background. */
class DetachedTest {
    private static final String TWO =
            """
            name: two
            processes:
              database:
                command: "echo accepting connections; exec sleep 1000"
                ready: {log: accepting}
              web:
                command: "echo serving; while read -r line; do echo \\"got $line\\"; done; exec sleep 1000"
                stdin: pipe
                depends_on: {database: ready}
            """;

    private static String good(Program.Result result) {
        assertThat(result.code()).as(result.errors()).isZero();
        return result.output();
    }

    @Test
    void aProjectGoesUpAndDownInTheBackground() {
        try (var project = TestProject.of(TWO).up()) {
            good(project.run("wait", "web", "--for", "ready", "--timeout", "30s"));
            assertThat(good(project.run("ps")))
                    .containsPattern("NAME +STATE +READY +PID +UPTIME +RESTARTS +CPU +MEM +EXIT")
                    .containsPattern("database +running +yes +\\d+")
                    .containsPattern("web +running +yes +\\d+");
            project.awaitPrinted(List.of("logs", "-n", "10"), "database | accepting");

            good(project.run("down"));
            assertThat(project.family()).isEmpty();
            Program.Result after = project.run("ps");
            assertThat(after.errors())
                    .contains("no foster is running for")
                    .contains("start it with foster up");
            assertThat(after.code()).isEqualTo(3);
        }
    }

    @Test
    void processesAreStoppedStartedAndRestartedByNameAndPattern() {
        try (var project = TestProject.of(TWO).up()) {
            long first = project.await("web", ProcessState.RUNNING).pid().orElseThrow();

            good(project.run("restart", "w*"));
            ProcessView again = project.await("web", ProcessState.RUNNING);
            assertThat(again.pid().orElseThrow()).isNotEqualTo(first);
            assertThat(again.restarts()).as("nobody's failure").isZero();

            good(project.run("stop", "web"));
            assertThat(project.process("web").state()).isEqualTo(ProcessState.STOPPED);
            good(project.run("stop", "all"));
            assertThat(project.process("database").state()).isEqualTo(ProcessState.STOPPED);

            good(project.run("start", "web"));
            assertThat(project.process("database").state()).isEqualTo(ProcessState.RUNNING);
            assertThat(project.process("web").state()).isEqualTo(ProcessState.RUNNING);
        }
    }

    @Test
    void whatDependsOnAStoppedProcessRunsOnUntilItIsToStartAgain() {
        try (var project = TestProject.of(TWO).up()) {
            long pid = project.await("web", ProcessState.RUNNING).pid().orElseThrow();

            good(project.run("stop", "database"));
            assertThat(project.process("web").pid()).hasValue(pid);

            Program.Result restart = project.run("restart", "web");
            assertThat(restart.code()).isEqualTo(1);
            assertThat(restart.errors())
                    .contains("cannot restart web: it is blocked")
                    .contains("database to be ready, which is not started");

            good(project.run("start", "database"));
            project.await("web", ProcessState.RUNNING);
        }
    }

    @Test
    void aProcessThatIsSuspendedSaysSoUntilItIsContinued() {
        try (var project = TestProject.of(TWO).up()) {
            project.await("web", ProcessState.RUNNING);

            good(project.run("signal", "STOP", "web"));
            project.await("web", ProcessState.SUSPENDED);
            assertThat(good(project.run("ps"))).containsPattern("web +suspended +yes +\\d+");
            project.awaitPrinted(
                    List.of("why", "web"),
                    "it does nothing until it is continued",
                    "suspended until it is continued",
                    "foster signal CONT web");

            good(project.run("signal", "CONT", "web"));
            project.await("web", ProcessState.RUNNING);
            project.awaitPrinted(List.of("why", "web"), "continued");
        }
    }

    @Test
    void aProcessGetsInputAndSignals() {
        try (var project = TestProject.of(TWO).up()) {
            project.await("web", ProcessState.RUNNING);
            good(project.run("send", "web", "hello there"));
            try (Program logs = project.start("logs", "-f", "web")) {
                logs.awaitOutput("got hello there");
                good(project.run("signal", "KILL", "web"));
                logs.awaitOutput("web * killed by SIGKILL");
                logs.signal("TERM");
                logs.awaitEnd();
            }
            project.await("web", view -> view.restarts() == 1 && view.ready());
            project.awaitPrinted(List.of("events"), "SIGKILL sent by", "restarting in");
        }
    }

    @Test
    void whyTellsTheCauseAndTheLastLines() {
        try (var project =
                TestProject.of(
                                """
                                processes:
                                  bot:
                                    command: "echo no money left; exit 3"
                                    ready: {log: open for business}
                                    restart: {policy: always, backoff: [0s], limit: 2 in 60s}
                                  shop: {command: "true", depends_on: {bot: ready}}
                                """)
                        .up()) {
            project.await("bot", ProcessState.GAVE_UP);
            project.awaitPrinted(
                    List.of("why", "bot"),
                    "gave up: exit 3",
                    "restarted 2 times",
                    "no money left",
                    "foster start bot");
            assertThat(good(project.run("why", "shop")))
                    .contains("waiting for bot", "has given up", "exit 3");
        }
    }

    @Test
    void aReloadDoesExactlyWhatThePlanSaid() {
        try (var project = TestProject.of(TWO).up()) {
            long database = project.await("database", ProcessState.RUNNING).pid().orElseThrow();
            project.await("web", ProcessState.RUNNING);
            project.write(
                    "foster.yaml",
                    TWO.replace("echo serving", "echo serving better")
                            + "  extra: {command: [sleep, \"1000\"]}\n");

            assertThat(good(project.run("plan")))
                    .contains("web", "restart", "command", "extra", "start")
                    .doesNotContain("database: restart");
            good(project.run("reload"));
            project.await("extra", ProcessState.RUNNING);
            project.await(
                    "web", view -> view.ready() && view.command().getLast().contains("better"));
            assertThat(project.process("database").pid()).contains(database);

            project.write("foster.yaml", TWO.replace("ready: {log", "raedy: {log"));
            Program.Result broken = project.run("reload");
            assertThat(broken.errors()).contains("foster.yaml:5:", "raedy", "ready");
            assertThat(broken.code()).isEqualTo(2);
            assertThat(project.process("database").pid()).contains(database);
        }
    }

    @Test
    void theSocketIsForItsOwnerAlone() throws IOException {
        try (var project = TestProject.of(TWO).up()) {
            assertThat(Files.getPosixFilePermissions(project.paths().socket()).toString())
                    .doesNotContain("GROUP", "OTHERS");
            assertThat(Files.getPosixFilePermissions(project.paths().runtime()).toString())
                    .doesNotContain("GROUP", "OTHERS");
        }
    }
}
