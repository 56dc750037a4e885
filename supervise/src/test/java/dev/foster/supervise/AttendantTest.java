package dev.foster.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Diagnosis;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Processes that are accompanied. */
class AttendantTest {
    private static final RestartPolicy ONCE_MORE =
            RestartPolicy.defaults()
                    .backoff(Backoff.none())
                    .limit(new Limit(1, Duration.ofMinutes(1)));

    /** An attendant that does as it is told, and notes what is asked of it. */
    private static final class Obedient implements Attendant {
        private final List<String> calls = new CopyOnWriteArrayList<>();
        private final CountDownLatch preparing = new CountDownLatch(1);
        private volatile boolean slow;
        private volatile String refusal = "";
        private volatile boolean lasting;
        private volatile Optional<Diagnosis> diagnosis = Optional.empty();
        private volatile String objection = "";
        private volatile Optional<String> unwell = Optional.empty();

        @Override
        public Attendance prepare(long run, ChildSpec child, Delay delay)
                throws InterruptedException, Refusal {
            calls.add("prepare");
            preparing.countDown();
            if (slow) {
                new CountDownLatch(1).await();
            }
            if (!refusal.isEmpty()) {
                throw new Refusal(refusal, lasting);
            }
            return new Run(child.environment("PREPARED", "yes"));
        }

        @Override
        public Duration farewellLimit() {
            return Duration.ofSeconds(5);
        }

        private final class Run implements Attendance {
            private final ChildSpec child;

            Run(ChildSpec child) {
                this.child = child;
            }

            @Override
            public ChildSpec child() {
                return child;
            }

            @Override
            public void started(Child started, Voice voice) {
                calls.add("started");
                if (diagnosis.isPresent()) {
                    return;
                }
                if (objection.isEmpty()) {
                    voice.ready();
                } else {
                    voice.refuse(objection);
                }
            }

            @Override
            public CompletableFuture<Optional<String>> ask(Duration limit) {
                return CompletableFuture.completedFuture(unwell);
            }

            @Override
            public CompletableFuture<Void> farewell() {
                calls.add("farewell");
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public Optional<Diagnosis> diagnose(Exit exit) {
                diagnosis.ifPresent(_ -> calls.add("diagnose"));
                return diagnosis;
            }

            @Override
            public void ended() {
                calls.add("ended");
            }
        }
    }

    private static ProcessSpec attended(Obedient attendant, String script) {
        return ProcessSpec.of("bot", ChildSpec.of("/bin/sh", "-c", script))
                .attendant(attendant)
                .readiness(Readiness.by(new Probe.Attended()))
                .restart(ONCE_MORE);
    }

    private static void awaitCalls(Obedient attendant, String... calls) {
        Eventually.until(
                Duration.ofSeconds(30),
                "the calls are " + List.of(calls),
                () -> attendant.calls.equals(List.of(calls)));
    }

    @Test
    void whatItPreparesIsRunAndIsReadyWhenItSaysSo() {
        var attendant = new Obedient();
        try (var scene = Scene.of(attended(attendant, "[ $PREPARED = yes ] && exec sleep 600"))) {
            scene.startAll();
            assertThat(scene.await("bot", Word.RUNNING).ready()).isTrue();
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
            awaitCalls(attendant, "prepare", "started", "farewell", "ended");
        }
    }

    @Test
    void aRefusalIsAFailedStart() {
        var attendant = new Obedient();
        attendant.refusal = "there is no such thing";
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            assertThat(scene.await("bot", Word.GAVE_UP).reason())
                    .contains("there is no such thing");
            scene.awaitTold("bot", ProcessEventKind.GAVE_UP);
            assertThat(scene.told("bot", ProcessEventKind.STARTED)).isEmpty();
        }
        assertThat(attendant.calls).containsExactly("prepare", "prepare");
    }

    @Test
    void aRefusalThatLastsIsFinal() {
        var attendant = new Obedient();
        attendant.refusal = "there is no such thing";
        attendant.lasting = true;
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            assertThat(scene.await("bot", Word.FAILED).reason())
                    .startsWith("there is no such thing; not retried");
        }
        assertThat(attendant.calls).containsExactly("prepare");
    }

    @Test
    void whatItKnowsOfAnEndIsTheReason() {
        var attendant = new Obedient();
        attendant.diagnosis = Optional.of(new Diagnosis("cannot import bot: no module", true));
        try (var scene = Scene.of(attended(attendant, "exit 11"))) {
            scene.startAll();
            assertThat(scene.await("bot", Word.FAILED).reason())
                    .startsWith("cannot import bot: no module; not retried");
            awaitCalls(attendant, "prepare", "started", "diagnose", "ended");
        }
    }

    @Test
    void aRunItObjectsToIsEndedAndTriedAgain() {
        var attendant = new Obedient();
        attendant.objection = "it speaks another language";
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            assertThat(scene.await("bot", Word.GAVE_UP).reason())
                    .contains("it speaks another language");
            awaitCalls(
                    attendant,
                    "prepare",
                    "started",
                    "farewell",
                    "ended",
                    "prepare",
                    "started",
                    "farewell",
                    "ended");
        }
    }

    @Test
    void itIsAskedHowTheProcessIs() {
        var attendant = new Obedient();
        Liveness often =
                Liveness.by(new Probe.Attended()).period(Duration.ofMillis(50)).failures(2);
        try (var scene = Scene.of(attended(attendant, "exec sleep 600").liveness(often))) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
            attendant.unwell = Optional.of("it has a cold");
            scene.awaitTold("bot", ProcessEventKind.UNHEALTHY);
            assertThat(scene.told("bot", ProcessEventKind.UNHEALTHY).getFirst().text())
                    .isEqualTo("unhealthy: it has a cold");
        }
    }

    @Test
    void aStopInterruptsThePreparation() throws InterruptedException {
        var attendant = new Obedient();
        attendant.slow = true;
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            attendant.preparing.await();
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
            assertThat(scene.told("bot", ProcessEventKind.STARTED)).isEmpty();
        }
    }

    @Test
    void aProcessThatDiesByItselfIsNotSpokenTo() {
        var attendant = new Obedient();
        try (var scene = Scene.of(attended(attendant, "exit 3").restart(RestartPolicy.never()))) {
            scene.startAll();
            scene.await("bot", Word.FAILED);
            awaitCalls(attendant, "prepare", "started", "ended");
        }
    }

    @Test
    void whatTakesOverIsAccompaniedBesideWhatItReplaces() {
        var attendant = new Obedient();
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
            scene.supervisor()
                    .replace("bot", Duration.ofSeconds(30), "test")
                    .join()
                    .predecessorGone()
                    .join();
            assertThat(attendant.calls)
                    .containsExactly(
                            "prepare", "started", "prepare", "started", "farewell", "ended");
        }
        assertThat(attendant.calls).endsWith("farewell", "ended").hasSize(8);
    }

    @Test
    void aRefusalOrAnObjectionKeepsWhatRuns() {
        var attendant = new Obedient();
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            long run = scene.await("bot", Word.RUNNING).run();
            attendant.refusal = "there is no such thing";
            assertNotReplaced(scene, "cannot replace bot: there is no such thing");
            attendant.refusal = "";
            attendant.objection = "it speaks another language";
            assertNotReplaced(scene, "cannot replace bot: it speaks another language");
            assertThat(scene.await("bot", Word.RUNNING).run()).isEqualTo(run);
        }
    }

    private static void assertNotReplaced(Scene scene, String why) {
        assertThatThrownBy(scene.supervisor().replace("bot", Duration.ofSeconds(30), "test")::join)
                .cause()
                .hasMessage(why);
    }

    @Test
    void aStopInterruptsThePreparationOfAnUnderstudy() {
        var attendant = new Obedient();
        try (var scene = Scene.of(attended(attendant, "exec sleep 600"))) {
            scene.startAll();
            scene.await("bot", Word.RUNNING);
            attendant.slow = true;
            var replacement = scene.supervisor().replace("bot", Duration.ofSeconds(30), "test");
            Eventually.until(
                    Duration.ofSeconds(30),
                    "the second is being prepared",
                    () -> attendant.calls.equals(List.of("prepare", "started", "prepare")));
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
            assertThatThrownBy(replacement::join).hasMessageContaining("is going");
        }
    }
}
