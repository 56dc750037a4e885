package dev.foster.supervise.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Tree;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;
import dev.foster.thread.Pulse;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The loop on a clock that stands still until it is moved. */
class TreeLoopTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** Both clocks; each look at the time of day takes a little, as in life. */
    private static final class ManualTime implements Time {
        private long nanos;
        private long looks;

        void seconds(long more) {
            nanos += Duration.ofSeconds(more).toNanos();
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Instant wall() {
            return BEGIN.plusNanos(nanos + looks++);
        }

        @Override
        public double chance() {
            return 0.5;
        }
    }

    /** Notes everything in the order it is told. */
    private final class Ears implements Watcher {
        @Override
        public void changed(ProcessStatus state) {
            heard.add(state.name() + " " + state.word());
        }

        @Override
        public void removed(String name) {
            heard.add(name + " removed");
        }

        @Override
        public void happened(ProcessEvent event, Instant at) {
            heard.add(event.name() + ": " + event.kind().word());
        }
    }

    private final ManualTime time = new ManualTime();
    private final List<String> heard = new ArrayList<>();
    private final List<Effect> asked = new ArrayList<>();

    private TreeLoop loop(ProcessSpec... processes) {
        return new TreeLoop(
                new Tree(StackSpec.of(processes)),
                time,
                effect -> {
                    heard.add(effect.getClass().getSimpleName());
                    asked.add(effect);
                },
                new Ears());
    }

    private static void turns(TreeLoop loop, TreeInput... events) {
        for (TreeInput event : events) {
            var _ = loop.post(event);
        }
        while (loop.turn()) {
            // Until nothing is due.
        }
    }

    private static TreeInput start(String name) {
        return new TreeInput.StartAsked(Set.of(name), false, Specs.TESTER);
    }

    private static TreeInput.Spawned spawned(TreeLoop loop, String name) {
        return new TreeInput.Spawned(name, loop.state(name).orElseThrow().run(), 7);
    }

    private ProcessStatus up(TreeLoop loop) {
        turns(loop, start("bot"));
        turns(loop, spawned(loop, "bot"));
        heard.clear();
        return loop.state("bot").orElseThrow();
    }

    @Test
    void theStatesAreThereBeforeAnythingHappens() {
        TreeLoop loop = loop(Specs.process("b"), Specs.process("a").enabled(false));
        assertThat(heard).containsExactly("b STOPPED", "a DISABLED");
        assertThat(loop.states()).extracting(ProcessStatus::name).containsExactly("b", "a");
        assertThat(loop.state("c")).isEmpty();
    }

    @Test
    void withoutAnEventOrADeadlineThereIsNothingToDo() {
        TreeLoop loop = loop(Specs.process("bot"));
        assertThat(loop.turn()).isFalse();
        assertThat(loop.deadline()).isEqualTo(Moment.NEVER);
    }

    @Test
    void eventsAreTakenOneByOneInTheirOrder() {
        TreeLoop loop = loop(Specs.process("bot"));
        var _ = loop.post(start("bot"));
        var _ = loop.post(new TreeInput.StopAsked(Set.of("bot"), false, Specs.TESTER));
        assertThat(loop.turn()).isTrue();
        assertThat(loop.state("bot").orElseThrow().wanted()).isTrue();
        assertThat(loop.turn()).isTrue();
        assertThat(loop.state("bot").orElseThrow().wanted()).isFalse();
        assertThat(loop.turn()).isFalse();
    }

    @Test
    void whoeverPostsLearnsWhenTheStatesShowWhatCameOfIt() {
        TreeLoop loop = loop(Specs.process("bot"));
        var done = loop.post(start("bot"));
        assertThat(done).isNotDone();
        assertThat(loop.turn()).isTrue();
        assertThat(done).isCompleted();
        assertThat(loop.state("bot").orElseThrow().word()).isEqualTo(Word.STARTING);
    }

    @Test
    void whoeverIsToldCanAlreadySeeTheState() {
        TreeLoop loop = loop(Specs.process("bot"));
        heard.clear();
        turns(loop, start("bot"));
        assertThat(heard)
                .containsExactly("bot STARTING", "bot: start-asked", "Spawn", "bot: starting");
    }

    @Test
    void anEventThatIsThereGoesBeforeADeadlineThatHasPassed() {
        Liveness watchdog = Liveness.by(new Probe.Notify()).failures(1);
        TreeLoop loop = loop(Specs.process("bot").liveness(watchdog));
        ProcessStatus up = up(loop);
        time.seconds(11);
        turns(loop, new TreeInput.SaidAlive("bot", up.run()));
        assertThat(loop.state("bot").orElseThrow().word()).isEqualTo(Word.RUNNING);
        time.seconds(10);
        turns(loop);
        assertThat(loop.state("bot").orElseThrow().word()).isEqualTo(Word.STOPPING);
    }

    @Test
    void aDeadlineLongPastIsMetAtTheNextTurnAndOnlyOnce() {
        TreeLoop loop =
                loop(
                        Specs.process("bot")
                                .restart(
                                        Specs.policy()
                                                .backoff(
                                                        new Backoff.Steps(
                                                                List.of(Duration.ofSeconds(5))))));
        ProcessStatus up = up(loop);
        turns(
                loop,
                new TreeInput.Exited("bot", up.run(), Specs.code(1)),
                new TreeInput.Stopped("bot", up.run(), Specs.gone()));
        assertThat(loop.deadline()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(loop.turn()).isFalse();
        asked.clear();
        time.seconds(3600);
        turns(loop);
        assertThat(asked).singleElement().isInstanceOf(Effect.Spawn.class);
    }

    @Test
    void aStateKnowsSinceWhenAndUntilWhenItIs() {
        TreeLoop loop =
                loop(
                        Specs.process("bot")
                                .restart(
                                        Specs.policy()
                                                .backoff(
                                                        new Backoff.Steps(
                                                                List.of(Duration.ofSeconds(5))))));
        ProcessStatus up = up(loop);
        assertThat(up.startedAt().orElseThrow()).isBetween(BEGIN, BEGIN.plusMillis(1));
        time.seconds(100);
        turns(
                loop,
                new TreeInput.Exited("bot", up.run(), Specs.code(1)),
                new TreeInput.Stopped("bot", up.run(), Specs.gone()));
        ProcessStatus waits = loop.state("bot").orElseThrow();
        Instant crash = BEGIN.plusSeconds(100);
        assertThat(waits.since()).isBetween(crash, crash.plusMillis(1));
        assertThat(waits.until().orElseThrow())
                .isBetween(crash.plusSeconds(5), crash.plusSeconds(5).plusMillis(1));
        assertThat(waits.startedAt()).isEmpty();
    }

    @Test
    void oneRunHasOneBeginningHoweverOftenItIsToldOf() {
        TreeLoop loop = loop(Specs.process("bot"));
        ProcessStatus up = up(loop);
        time.seconds(50);
        ProcessSpec changed =
                Specs.process("bot").restart(Specs.policy().resetAfter(Duration.ZERO));
        turns(loop, new TreeInput.StackChanged(StackSpec.of(changed), Specs.TESTER));
        ProcessStatus later = loop.state("bot").orElseThrow();
        assertThat(later.spec()).isEqualTo(changed);
        assertThat(later.startedAt()).isEqualTo(up.startedAt());
        assertThat(later.since()).isEqualTo(up.since());
    }

    @Test
    void whatLooksTheSameIsNotToldAgain() {
        Liveness watchdog = Liveness.by(new Probe.Notify());
        TreeLoop loop = loop(Specs.process("bot").liveness(watchdog));
        ProcessStatus up = up(loop);
        time.seconds(1);
        turns(loop, new TreeInput.SaidAlive("bot", up.run()), start("bot"));
        assertThat(heard).isEmpty();
    }

    @Test
    void aNameThatIsRemovedIsToldAndNoLongerListed() {
        TreeLoop loop = loop(Specs.process("a"), Specs.process("b"), Specs.process("c"));
        heard.clear();
        turns(
                loop,
                new TreeInput.StackChanged(
                        StackSpec.of(Specs.process("a"), Specs.process("c")), Specs.TESTER));
        assertThat(heard).contains("b removed", "b: removed");
        assertThat(loop.state("b")).isEmpty();
        assertThat(loop.states()).extracting(ProcessStatus::name).containsExactly("a", "c");
    }

    @Test
    void aNameThatReturnsIsListedLast() {
        TreeLoop loop = loop(Specs.process("a"), Specs.process("b"));
        ProcessSpec a = Specs.process("a").enabled(false);
        ProcessSpec b = Specs.process("b");
        turns(
                loop,
                new TreeInput.StackChanged(StackSpec.of(b), Specs.TESTER),
                new TreeInput.StackChanged(StackSpec.of(a, b), Specs.TESTER));
        assertThat(loop.states()).extracting(ProcessStatus::name).containsExactly("b", "a");
        assertThat(loop.state("a").orElseThrow().word()).isEqualTo(Word.DISABLED);
    }

    @Test
    void aLoopThatRunsTakesWhatIsPostedUntilItIsEnded() throws InterruptedException {
        var spawned = new CountDownLatch(1);
        var loop =
                new TreeLoop(
                        new Tree(StackSpec.of(Specs.process("bot"))),
                        Time.system(),
                        _ -> spawned.countDown(),
                        new Watcher() {});
        Thread thread = Thread.ofVirtual().start(loop::run);
        var _ = loop.post(start("bot"));
        assertThat(spawned.await(30, TimeUnit.SECONDS)).isTrue();
        // Only who ends it ends it.
        thread.interrupt();
        var again = loop.post(start("bot"));
        assertThat(again).succeedsWithin(Duration.ofSeconds(30));
        assertThat(loop.pulse(thread).alive()).isTrue();
        assertThat(loop.pulse(thread).busyNanos()).isLessThan(TimeUnit.MINUTES.toNanos(1));
        loop.end();
        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        assertThat(loop.pulse(thread)).isEqualTo(new Pulse(false, 0));
        assertThat(loop.post(start("bot"))).isDone();
    }
}
