package dev.foster.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.EventView;
import dev.foster.control.PlanChange;
import dev.foster.control.PlanView;
import dev.foster.control.WhyView;
import dev.foster.json.JsonText;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

@Timeout(60)
class ExplainVerbsTest {
    @TempDir private Path folder;
    private Called called;
    private FakeDaemon daemon;

    @BeforeEach
    void start() {
        called = new Called(folder);
        daemon = called.daemon();
        daemon.ready("web", 1);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private static String withoutTimes(String text) {
        return text.replaceAll("2026-01-31 \\d\\d:\\d\\d:\\d\\d", "TIME");
    }

    @Test
    void whyTellsTheCauseThenWhatLedToItThenTheLastWords() {
        daemon.journal.add(FakeDaemon.event(1, "started"));
        daemon.journal.add(FakeDaemon.event(2, "exit 1"));
        daemon.lines.add(FakeDaemon.line(1, "web", "err", "no such \u001b[2Jtable"));

        assertThat(called.run("why", "web")).isZero();

        assertThat(withoutTimes(called.out()))
                .isEqualTo(
                        """
                        web: restarting in 3.2 s: exit 1

                          TIME  web: started by ann
                          TIME  web: exit 1 by ann

                        last lines:
                          | no such ?[2Jtable

                        what to do: mend it
                        """);
    }

    @Test
    void whyIsThereForProgramsToo() {
        called.run("why", "--json", "web");

        assertThat(WhyView.fromJson(JsonText.parse(called.out()))).isEqualTo(daemon.why("web"));
    }

    @Test
    void whyNeedsExactlyOneName() {
        assertThat(called.run("why")).isEqualTo(2);
        assertThat(new Called(folder).run("why", "a", "b")).isEqualTo(2);
        assertThat(new Called(folder).run("why", "nobody")).isEqualTo(4);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @Test
    void eventsAreTheLastOnes() {
        for (int i = 1; i <= 60; i++) {
            daemon.journal.add(FakeDaemon.event(i, "event " + i));
        }

        called.run("events");

        assertThat(withoutTimes(called.out()).lines())
                .hasSize(50)
                .last()
                .isEqualTo("TIME  web: event 60 by ann");
        var few = new Called(folder);
        few.run("events", "-n", "2", "web");
        assertThat(few.out().lines()).hasSize(2);
        assertThat(daemon.calls).containsExactly("events of web");
    }

    @Test
    void eventsGoOnWithoutLossOrRepetition() {
        daemon.journal.add(FakeDaemon.event(1, "past"));
        CompletableFuture<Integer> following = called.begin("events", "-f", "--json");
        Eventually.until(Duration.ofSeconds(10), "it follows", () -> daemon.followers() == 1);

        daemon.say(FakeDaemon.event(2, "present"));
        called.awaitOut("present");
        daemon.goDown();

        assertThat(Called.awaitEnd(following)).isZero();
        assertThat(called.out().lines().map(line -> EventView.fromJson(JsonText.parse(line))))
                .containsExactlyElementsOf(daemon.journal);
    }

    @Test
    void followingFromNowOnShowsNothingOld() {
        daemon.journal.add(FakeDaemon.event(1, "past"));
        CompletableFuture<Integer> following = called.begin("events", "-f", "-n0");
        Eventually.until(Duration.ofSeconds(10), "it follows", () -> daemon.followers() == 1);
        daemon.say(FakeDaemon.event(2, "present"));
        called.awaitOut("present");
        daemon.goDown();
        Called.awaitEnd(following);

        assertThat(called.out()).doesNotContain("past");
    }

    @Test
    void aPlanIsExact() {
        assertThat(called.run("plan")).isZero();
        daemon.plan =
                new PlanView(
                        List.of(
                                new PlanChange(
                                        "web", PlanChange.RESTART, List.of("a: 1 -> 2", "b")),
                                new PlanChange("old", PlanChange.STOP, List.of())),
                        7,
                        List.of("cannot use x: no equivalent; remove it"));
        called.run("plan");

        assertThat(called.out())
                .isEqualTo(
                        """
                        nothing would change
                        restart web: a: 1 -> 2; b
                        stop old
                        7 unchanged
                        """);
        assertThat(called.err()).isEqualTo("cannot use x: no equivalent; remove it\n");
    }

    @Test
    void aPlanIsThereForProgramsToo() {
        called.run("plan", "--json");

        assertThat(PlanView.fromJson(JsonText.parse(called.out()))).isEqualTo(daemon.plan);
    }
}
