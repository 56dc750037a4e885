package dev.foster.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** Whoever listens to a process or accompanies it, and fails at it, costs it nothing but that. */
@Timeout(120)
class FaultyListenerTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final RestartPolicy ONCE_MORE =
            RestartPolicy.defaults()
                    .backoff(Backoff.none())
                    .limit(new Limit(1, Duration.ofMinutes(1)));

    private final Leaks leaks = Leaks.snapshot();
    private final String mark = UUID.randomUUID().toString();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final List<ProcessEvent> told = new CopyOnWriteArrayList<>();

    @TempDir Path directory;

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    private class Ears implements SupervisorListener {
        @Override
        public void happened(ProcessEvent event, Instant at) {
            told.add(event);
        }

        @Override
        public void faulted(String doing, Throwable fault) {
            faults.add(doing);
        }
    }

    private final class StartledEars extends Ears {
        private final Runnable trouble;

        StartledEars(Runnable trouble) {
            this.trouble = trouble;
        }

        @Override
        public void spawned(String name, long run, Child child) {
            trouble.run();
        }
    }

    private ProcessSpec bot() {
        ChildSpec child = ChildSpec.of("/bin/sleep", "600").environment("MARK", mark);
        return ProcessSpec.of("bot", child).restart(ONCE_MORE);
    }

    private static ProcessStatus await(Supervisor supervisor, Predicate<ProcessStatus> wanted) {
        return Eventually.get(
                        LIMIT,
                        "bot is as wanted",
                        () -> supervisor.state("bot"),
                        state -> state.filter(wanted).isPresent())
                .orElseThrow();
    }

    /** Starts it with this listener, awaits that it runs, once, and ends it. */
    private void runsOnce(Runnable trouble) {
        try (var engine = ProcessEngine.start();
                var supervisor =
                        Supervisor.start(
                                engine,
                                StackSpec.of(bot()),
                                directory,
                                new StartledEars(trouble))) {
            supervisor.startAll("test");
            ProcessStatus up = await(supervisor, state -> state.word() == Word.RUNNING);
            assertThat(up.restarts()).isZero();
            assertThat(ProcTable.withVariable("MARK", mark)).hasSize(1);
        }
        assertThat(faults).contains("tell the listener of the start of bot");
        assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
    }

    @Test
    void aListenerThatThrowsAtAStartDoesNotCostTheProcess() {
        runsOnce(
                () -> {
                    throw new IllegalStateException("thrown on purpose");
                });
    }

    @Test
    void aListenerThatErrsAtAStartDoesNotCostTheProcess() {
        runsOnce(
                () -> {
                    throw new OutOfMemoryError("thrown on purpose");
                });
    }

    @Test
    void aListenerThatNeverComesBackFromAStartDoesNotCostTheProcess() {
        var never = new CountDownLatch(1);
        runsOnce(
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException end) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    /** Accompanies as badly as it is told. */
    private record Clumsy(String atWhat) implements Attendant {
        private void fail(String what) {
            if (atWhat.equals(what)) {
                throw new AssertionError("failed on purpose at " + what);
            }
        }

        @Override
        public Attendance prepare(long run, ChildSpec child, Delay delay) {
            fail("prepare");
            return new Run(this, child);
        }

        @Override
        public Duration farewellLimit() {
            return Duration.ofMillis(200);
        }

        private record Run(Clumsy clumsy, ChildSpec child) implements Attendance {
            @Override
            public void started(Child started, Voice voice) {
                clumsy.fail("started");
                voice.ready();
            }

            @Override
            public CompletableFuture<Optional<String>> ask(Duration limit) {
                clumsy.fail("ask");
                return CompletableFuture.completedFuture(Optional.empty());
            }

            @Override
            public CompletableFuture<Void> farewell() {
                clumsy.fail("farewell");
                return new CompletableFuture<>();
            }

            @Override
            public void ended() {
                clumsy.fail("ended");
            }
        }
    }

    private Supervisor attended(ProcessEngine engine, String atWhat) {
        ProcessSpec spec =
                bot().attendant(new Clumsy(atWhat))
                        .readiness(Readiness.by(new Probe.Attended()))
                        .liveness(
                                Liveness.by(new Probe.Attended())
                                        .period(Duration.ofMillis(20))
                                        .failures(2));
        Supervisor supervisor = Supervisor.start(engine, StackSpec.of(spec), directory, new Ears());
        supervisor.startAll("test");
        return supervisor;
    }

    private void givesUp(String atWhat, String reason) {
        try (var engine = ProcessEngine.start();
                var supervisor = attended(engine, atWhat)) {
            ProcessStatus state = await(supervisor, one -> one.word() == Word.GAVE_UP);
            assertThat(state.reason()).contains(reason);
            assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
        }
        assertThat(faults).isNotEmpty();
    }

    @Test
    void anAttendantThatErrsInItsPreparationMakesAFailedStart() {
        givesUp("prepare", "a fault in its preparation: java.lang.AssertionError");
    }

    @Test
    void anAttendantThatErrsAtAStartEndsTheRunAndNoSecondOneRunsBesideIt() {
        givesUp("started", "a fault in its attendance: java.lang.AssertionError");
    }

    @Test
    void anAttendantThatErrsWhenItIsAskedHasAnUnhealthyProcess() {
        givesUp("ask", "unhealthy: failed on purpose at ask");
    }

    @Test
    void aFarewellThatErrsOrNeverEndsIsFollowedByTheStop() {
        for (String atWhat : List.of("farewell", "nothing")) {
            try (var engine = ProcessEngine.start();
                    var supervisor = attended(engine, atWhat)) {
                await(supervisor, state -> state.word() == Word.RUNNING);
                supervisor.stop(List.of("bot"), "test");
                await(supervisor, state -> state.word() == Word.STOPPED);
            }
        }
    }

    @Test
    void anAttendantThatErrsAtTheEndDoesNotHideTheEnd() {
        try (var engine = ProcessEngine.start();
                var supervisor = attended(engine, "ended")) {
            await(supervisor, state -> state.word() == Word.RUNNING);
            supervisor.stop(List.of("bot"), "test");
            await(supervisor, state -> state.word() == Word.STOPPED);
        }
        assertThat(faults).contains("give back what bot was prepared with");
    }

    @Test
    void aSupervisorThatIsClosedIsClosedAndTakesNothingIn() {
        try (var engine = ProcessEngine.start()) {
            var supervisor = Supervisor.start(engine, StackSpec.of(bot()), directory, new Ears());
            supervisor.startAll("test");
            await(supervisor, state -> state.word() == Word.RUNNING);
            assertThat(supervisor.pulse().alive()).isTrue();
            supervisor.close();
            long begin = System.nanoTime();
            supervisor.close();
            supervisor.startAll("test");
            // Nobody waits for an answer that cannot come; that took ten seconds each.
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(8));
            assertThat(supervisor.pulse().alive()).isFalse();
            assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
        }
    }
}
