package dev.foster.cli.ps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.McpServerView;
import dev.foster.control.McpView;
import dev.foster.control.ProcessState;
import dev.foster.json.JsonText;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

@Timeout(60)
class PsVerbTest {
    @TempDir private Path folder;

    @Test
    void theProcessesStandInATable() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            daemon.put("a-long-name", ProcessState.GAVE_UP);

            assertThat(called.run("ps")).isZero();
        }
        assertThat(called.out())
                .isEqualTo(
                        """
                        NAME         STATE    READY   PID  UPTIME  RESTARTS   CPU      MEM  EXIT
                        web          running  yes    4711   3m12s         0  1.3%  12.3 MB  -
                        a-long-name  gave-up  no        -       -         0     -        -  -
                        """);
    }

    @Test
    void mcpServersStandBelowTheProcesses() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.put("web", ProcessState.STOPPED);
            daemon.mcp = servers();

            called.run("ps");
            called.run("ps", "web");
        }
        assertThat(called.out())
                .isEqualTo(
                        """
                        NAME      STATE    READY  PID  UPTIME  RESTARTS  CPU  MEM  EXIT
                        web       stopped  no       -       -         0    -    -  -

                        NAME      ERA     SESSIONS  CHILDREN  RESTARTS  CALLS  URL
                        files     legacy         1         2         3     40  http://127.0.0.1:8808/mcp/files
                        NAME      STATE    READY  PID  UPTIME  RESTARTS  CPU  MEM  EXIT
                        web       stopped  no       -       -         0    -    -  -
                        """);
    }

    @Test
    void mcpServersStandAloneWhereThereIsNoProcess() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.mcp = servers();

            called.run("ps");
        }
        assertThat(called.out()).startsWith("NAME      ERA     SESSIONS");
        assertThat(called.out().lines()).hasSize(2);
    }

    private static McpView servers() {
        return new McpView(
                Optional.of("127.0.0.1:8808"),
                Optional.of("token"),
                Optional.of("/state/mcp-token"),
                List.of(
                        new McpServerView(
                                "files",
                                Optional.empty(),
                                "http://127.0.0.1:8808/mcp/files",
                                Optional.of("legacy"),
                                "client",
                                2,
                                1,
                                3,
                                40,
                                5)),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void onlyThoseNamedAreShown() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web1", 1);
            daemon.ready("web2", 2);
            daemon.ready("db", 3);

            assertThat(called.run("ps", "web*")).isZero();
        }
        assertThat(called.out()).contains("web1", "web2").doesNotContain("db");
    }

    @Test
    void programsGetOneArray() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);

            called.run("ps", "--json");
        }
        assertThat(called.out().lines()).hasSize(1);
        assertThat(JsonText.parse(called.out()))
                .isEqualTo(
                        List.of(
                                JsonText.parse(
                                        JsonText.write(FakeDaemon.up("web", 4711).toJson()))));
    }

    @Test
    void aTerminalGetsColoursUnlessToldNotTo() {
        try (FakeDaemon daemon = new Called(folder).daemon()) {
            daemon.ready("web", 4711);
            var coloured = new Called(folder).onTerminal(100);
            var plain = new Called(folder).onTerminal(100).with("NO_COLOR", "1");
            coloured.run("ps");
            plain.run("ps");

            assertThat(coloured.out()).contains("\u001b[32mrunning");
            assertThat(plain.out()).contains("running").doesNotContain("\u001b");
        }
    }

    @Test
    void aNarrowTerminalGetsWhatMattersMost() {
        try (FakeDaemon daemon = new Called(folder).daemon()) {
            daemon.ready("web", 4711);
            daemon.ready("a-name-that-is-rather-long", 4712);
            for (int columns : new int[] {100, 80, 70, 60, 50, 40, 30, 24, 20}) {
                var called = new Called(folder).onTerminal(columns).with("NO_COLOR", "1");
                called.run("ps");

                assertThat(called.out().lines())
                        .as("%d columns", columns)
                        .allMatch(line -> line.length() <= columns)
                        .anyMatch(line -> line.startsWith("web") && line.contains("running"));
            }
        }
    }

    @Test
    void watchingShowsEveryChange() {
        var called = new Called(folder);
        CompletableFuture<Integer> watching;
        try (FakeDaemon daemon = called.daemon()) {
            daemon.put("web", ProcessState.STARTING);
            watching = called.begin("ps", "--watch");
            called.awaitOut("starting");

            daemon.ready("web", 4711);
            called.awaitOut("4711");
            daemon.ready("another", 4712);
            called.awaitOut("another");
            daemon.goDown();
            assertThat(Called.awaitEnd(watching)).isEqualTo(3);
        }
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.out()).doesNotContain("\u001b");
    }

    @Test
    void onATerminalTheTableTakesItsOwnPlaceAndTheTimesTick() {
        var called = new Called(folder).onTerminal(80);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            CompletableFuture<Integer> watching = called.begin("ps", "-w");

            Eventually.until(
                    Duration.ofSeconds(10),
                    "it is drawn again without news",
                    () -> called.out().split("\u001b\\[H", -1).length > 2);
            daemon.goDown();
            Called.awaitEnd(watching);
        }
    }

    @Test
    void withoutADaemonItSaysHowToStartOne() {
        var called = new Called(folder);

        assertThat(called.run("ps")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err())
                .matches(
                        "cannot list processes: no foster is running for .*; start it with foster"
                                + " up\n");
    }

    @Test
    void aFolderThatIsNoneIsAUsageProblem() {
        var called = new Called(folder);

        assertThat(called.run("ps", "-C", "nowhere")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @Test
    void anUnknownNameHasItsCode() {
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon()) {
            assertThat(called.run("ps", "nobody")).isEqualTo(4);
        }
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
