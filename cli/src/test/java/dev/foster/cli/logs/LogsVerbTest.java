package dev.foster.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.LogLineView;
import dev.foster.json.JsonText;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

@Timeout(60)
class LogsVerbTest {
    @TempDir private Path folder;
    private Called called;
    private FakeDaemon daemon;

    @BeforeEach
    void start() {
        called = new Called(folder);
        daemon = called.daemon();
        daemon.ready("web", 1);
        daemon.ready("worker", 2);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private void fill(int count) {
        for (int i = 1; i <= count; i++) {
            daemon.lines.add(FakeDaemon.line(i, i % 2 == 0 ? "web" : "worker", "out", "line " + i));
        }
    }

    @Test
    void linesHaveTheirTimeAndName() {
        daemon.lines.add(FakeDaemon.line(1, "web", LogLineView.OUT, "hello"));
        daemon.lines.add(FakeDaemon.line(2, "worker", LogLineView.FOSTER, "ended: exit 1"));

        assertThat(called.run("logs")).isZero();

        assertThat(called.out().lines())
                .map(line -> line.replaceFirst("^2026-01-31 \\d\\d:\\d\\d:\\d\\d ", ""))
                .containsExactly("web    | hello", "worker * ended: exit 1");
    }

    @Test
    void theLastHundredUnlessSaid() {
        fill(150);

        called.run("logs");

        assertThat(called.out().lines()).hasSize(100).last().asString().endsWith("line 150");
    }

    @Test
    void asManyAsAskedOfThoseNamed() {
        fill(150);

        called.run("logs", "-n", "3", "we*");

        assertThat(called.out().lines())
                .hasSize(3)
                .allMatch(line -> line.contains(" web "))
                .last()
                .asString()
                .endsWith("line 150");
    }

    @Test
    void allOfAVeryLongLogPageByPage() {
        fill(3500);

        called.run("logs", "-n", "all");

        assertThat(called.out().lines()).hasSize(3500);
        assertThat(daemon.calls).hasSize(4);
    }

    @Test
    void aTimeInWordsOrAsAnInstant() {
        called.run("logs", "--since", "10m");
        called.run("logs", "--since=2026-01-31T13:00:00+01:00");

        assertThat(called.err()).isEmpty();
        assertThat(daemon.calls)
                .containsExactly("logs OptionalInt.empty true", "logs OptionalInt.empty true");
    }

    @Test
    void aTimeThatIsNoneIsExplained() {
        assertThat(called.run("logs", "--since", "yesterday")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.run("logs", "-n", "many")).isEqualTo(2);
    }

    @Test
    void programsGetOneObjectALine() {
        daemon.lines.add(FakeDaemon.line(1, "web", LogLineView.ERR, "a\u001b[2J\nb"));

        called.run("logs", "--json");

        assertThat(LogLineView.fromJson(JsonText.parse(called.out().stripTrailing())))
                .isEqualTo(daemon.lines.getFirst());
    }

    @Test
    void followingGoesOnUntilTheDaemonEnds() {
        fill(4);
        CompletableFuture<Integer> following = called.begin("logs", "-f", "-n2");
        called.awaitOut("line 4");
        Eventually.until(Duration.ofSeconds(10), "it follows", () -> daemon.followers() == 1);

        daemon.say(FakeDaemon.line(5, "web", LogLineView.OUT, "live"));
        called.awaitOut("live");
        daemon.goDown();

        assertThat(Called.awaitEnd(following)).isZero();
        assertThat(called.out().lines()).hasSize(3);
    }

    @Test
    void eachProcessHasItsColourOnATerminalAndNoPowerOverIt() {
        daemon.lines.add(FakeDaemon.line(1, "web", LogLineView.OUT, "a\u001b[2Jb"));
        daemon.lines.add(FakeDaemon.line(2, "worker", LogLineView.OUT, "c"));
        var onTerminal = new Called(folder).onTerminal(80);

        onTerminal.run("logs");
        called.run("logs");

        assertThat(onTerminal.out()).contains("\u001b[36m", "\u001b[33m", "a?[2Jb");
        assertThat(called.out()).as("a file gets what was said").contains("a\u001b[2Jb");
    }
}
