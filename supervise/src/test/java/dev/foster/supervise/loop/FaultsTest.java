package dev.foster.supervise.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Tree;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Whatever is thrown, the loop goes on, and no process waits for news that never come. */
class FaultsTest {
    private static final Duration LONGER_THAN_ALL_TRIES = Duration.ofMinutes(1);

    private static final class ManualTime implements Time {
        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Instant wall() {
            return Instant.ofEpochSecond(0, nanos);
        }

        @Override
        public double chance() {
            return 0.5;
        }
    }

    /** Fails the rules in their middle, as often as it is told. */
    private static final class Faulty implements Attendant {
        private int faults;

        @Override
        public Attendance prepare(long run, ChildSpec child, Delay delay) throws Refusal {
            throw new Refusal("nobody prepares anything here");
        }

        @Override
        public Duration farewellLimit() {
            if (faults-- > 0) {
                throw new StackOverflowError("a test's");
            }
            return Duration.ZERO;
        }
    }

    private final ManualTime time = new ManualTime();
    private final List<Effect> performed = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private Predicate<Effect> fails = _ -> false;
    private Predicate<ProcessEvent> deaf = _ -> false;

    private TreeLoop loop(ProcessSpec... processes) {
        return new TreeLoop(
                new Tree(StackSpec.of(processes)), time, this::perform, new FaultyEars());
    }

    private void perform(Effect effect) {
        if (fails.test(effect)) {
            throw new OutOfMemoryError("a test's");
        }
        performed.add(effect);
    }

    private final class FaultyEars implements Watcher {
        @Override
        public void happened(ProcessEvent event, Instant at) {
            if (deaf.test(event)) {
                throw new NoClassDefFoundError("a test's");
            }
        }

        @Override
        public void changed(ProcessStatus state) {
            if (state.name().equals("unseen")) {
                throw new IllegalStateException("a test's");
            }
        }

        @Override
        public void faulted(String doing, Throwable fault) {
            faults.add(doing);
            throw new IllegalStateException("who is told of faults has one too");
        }
    }

    private void turns(TreeLoop loop, TreeInput... events) {
        for (TreeInput event : events) {
            var _ = loop.post(event);
        }
        while (loop.turn()) {
            // Until nothing is due.
        }
    }

    /** Lets time pass from deadline to deadline. */
    private void pass(TreeLoop loop, Duration duration) {
        long until = time.nanos + duration.toNanos();
        for (long next = loop.deadline(); next <= until; next = loop.deadline()) {
            time.nanos = Math.max(time.nanos, next);
            turns(loop);
        }
        time.nanos = until;
    }

    private static TreeInput start(String name) {
        return new TreeInput.StartAsked(Set.of(name), false, Specs.TESTER);
    }

    private static TreeInput stop(String name) {
        return new TreeInput.StopAsked(Set.of(name), false, Specs.TESTER);
    }

    private ProcessStatus up(TreeLoop loop, String name) {
        turns(loop, start(name));
        turns(loop, new TreeInput.Spawned(name, loop.state(name).orElseThrow().run(), 7));
        return loop.state(name).orElseThrow();
    }

    private static Word word(TreeLoop loop, String name) {
        return loop.state(name).orElseThrow().word();
    }

    @Test
    void aStartThatCannotEvenBeTriedHasFailedAndItsPolicyDecides() {
        TreeLoop loop = loop(Specs.process("bot", RestartPolicy.When.NO), Specs.process("web"));
        fails =
                effect ->
                        effect instanceof Effect.Spawn(var spec, long _)
                                && spec.name().equals("bot");
        turns(loop, start("bot"), start("web"));
        ProcessStatus bot = loop.state("bot").orElseThrow();
        assertThat(bot.word()).isEqualTo(Word.FAILED);
        assertThat(bot.reason()).contains("a fault inside Foster", "OutOfMemoryError: a test's");
        assertThat(word(loop, "web")).isEqualTo(Word.STARTING);
        assertThat(faults).containsExactly("start bot");
    }

    @Test
    void aQuestionThatCannotBeAskedIsAnsweredBadly() {
        Liveness often =
                Liveness.by(new Probe.Attended()).period(Duration.ofSeconds(1)).failures(2);
        TreeLoop loop = loop(Specs.process("bot").liveness(often));
        up(loop, "bot");
        fails = Effect.Ask.class::isInstance;
        pass(loop, Duration.ofMillis(1500));
        assertThat(word(loop, "bot")).isEqualTo(Word.UNHEALTHY);
        pass(loop, Duration.ofSeconds(1));
        assertThat(word(loop, "bot")).isEqualTo(Word.STOPPING);
    }

    @Test
    void aStopThatFailsIsTriedAgain() {
        TreeLoop loop = loop(Specs.process("bot"));
        up(loop, "bot");
        fails = Effect.Stop.class::isInstance;
        turns(loop, stop("bot"));
        assertThat(performed).noneMatch(Effect.Stop.class::isInstance);
        fails = _ -> false;
        pass(loop, Duration.ofSeconds(1));
        assertThat(performed).anyMatch(Effect.Stop.class::isInstance);
        assertThat(faults).containsExactly("stop bot");
    }

    @Test
    void aStopThatNeverSucceedsLeavesWhatIsStuck() {
        TreeLoop loop = loop(Specs.process("bot"));
        up(loop, "bot");
        fails = Effect.Stop.class::isInstance;
        turns(loop, stop("bot"));
        pass(loop, LONGER_THAN_ALL_TRIES);
        assertThat(word(loop, "bot")).isEqualTo(Word.STUCK);
        assertThat(loop.deadline()).isEqualTo(Moment.NEVER);
    }

    @Test
    void aStepThatFailsHasChangedNothingAndIsTakenAgain() {
        var faulty = new Faulty();
        TreeLoop loop = loop(Specs.process("web"), Specs.process("bot").attendant(faulty));
        up(loop, "web");
        up(loop, "bot");
        faulty.faults = 2;
        var done = loop.post(new TreeInput.StopAsked(Set.of("web", "bot"), false, Specs.TESTER));
        turns(loop);
        assertThat(List.of(word(loop, "web"), word(loop, "bot")))
                .containsExactly(Word.RUNNING, Word.RUNNING);
        assertThat(performed).noneMatch(Effect.Stop.class::isInstance);
        assertThat(done).isNotDone();

        pass(loop, Duration.ofSeconds(1));
        assertThat(done).isDone();
        assertThat(performed).filteredOn(Effect.Stop.class::isInstance).hasSize(2);
        assertThat(List.of(word(loop, "web"), word(loop, "bot")))
                .containsExactly(Word.STOPPING, Word.STOPPING);
    }

    @Test
    void laterEventsWaitForTheOneWhoseStepFailed() {
        var faulty = new Faulty();
        TreeLoop loop = loop(Specs.process("bot").attendant(faulty));
        ProcessStatus bot = up(loop, "bot");
        faulty.faults = 1;
        // Heard in the other order, the end would pass unheeded, and it would seem to run for ever.
        turns(
                loop,
                new TreeInput.Exited("bot", bot.run(), Specs.code(0)),
                new TreeInput.Stopped("bot", bot.run(), Specs.gone()));
        pass(loop, Duration.ofSeconds(1));
        assertThat(word(loop, "bot")).isEqualTo(Word.COMPLETED);
    }

    @Test
    void anEventWhoseStepAlwaysFailsIsLeftOutAndTheOthersGoOn() {
        var faulty = new Faulty();
        TreeLoop loop = loop(Specs.process("web"), Specs.process("bot").attendant(faulty));
        up(loop, "bot");
        faulty.faults = Integer.MAX_VALUE;
        var done = loop.post(stop("bot"));
        var later = loop.post(start("web"));
        turns(loop);
        pass(loop, LONGER_THAN_ALL_TRIES);
        assertThat(done).isDone();
        assertThat(later).isDone();
        assertThat(word(loop, "bot")).isEqualTo(Word.RUNNING);
        assertThat(word(loop, "web")).isEqualTo(Word.STARTING);
        assertThat(faults).containsExactly("deal at once with StopAsked", "deal with StopAsked");
    }

    @Test
    void whoFailsToHearOneThingKeepsNothingElseFromHappening() {
        deaf = _ -> true;
        TreeLoop loop = loop(Specs.process("unseen"), Specs.process("bot"));
        up(loop, "unseen");
        up(loop, "bot");
        assertThat(List.of(word(loop, "unseen"), word(loop, "bot")))
                .containsExactly(Word.RUNNING, Word.RUNNING);
        assertThat(faults).contains("tell how unseen stands", "tell what happened to bot");
    }
}
