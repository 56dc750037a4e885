package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.process.OutputLimits.Overflow;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Closing an engine ends all of its children, at once, and for good. */
class EngineCloseTest extends EngineContract {
    private static final int MANY = 200;

    @Test
    void fiftyStubbornChildrenAreStoppedAtTheSameTime() throws Exception {
        var children = new ArrayList<Child>();
        for (int i = 0; i < 50; i++) {
            children.add(
                    spawn(
                            ChildSpec.of(Shell.ignoringTerm())
                                    .stopPlan(stubborn(Duration.ofMillis(500)))));
        }
        for (Child child : children) {
            Heard.of(child).await(Shell.READY);
        }

        long begin = System.nanoTime();
        engine.close();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);

        // One after the other they would take 25 seconds.
        assertThat(took).isBetween(Duration.ofMillis(500), Duration.ofSeconds(20));
        for (Child child : children) {
            assertThat(child.alive()).isFalse();
            assertThat(exitOf(child).shellCode()).isEqualTo(137);
        }
        assertThat(marked()).isEmpty();
    }

    @Test
    void closingTwiceIsClosingOnce() throws Exception {
        ready(Shell.hanging());

        engine.close();
        engine.close();

        assertThat(engine.children()).isEmpty();
    }

    @Test
    void allWhoCloseAtTheSameTimeWaitForTheEnd() throws Exception {
        Child child =
                ready(
                        ChildSpec.of(Shell.ignoringTerm())
                                .stopPlan(stubborn(Duration.ofMillis(300))));
        var alive = new ConcurrentLinkedQueue<Boolean>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        engine.close();
                                        alive.add(child.alive());
                                    }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(SOON)).isTrue();
        }

        assertThat(alive).containsExactly(false, false, false, false);
    }

    @Test
    void aClosedEngineStartsNothing() {
        engine.close();

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> spawn(List.of("true")))
                .satisfies(
                        thrown ->
                                assertThat(thrown.problem())
                                        .isEqualTo(new ChildProblem.EngineClosed()));
    }

    @Test
    void aChildOfAClosedEngineCanStillBeAsked() throws Exception {
        Child child = ready(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE));
        engine.close();

        assertThat(child.signal(Signal.TERM)).isFalse();
        assertThat(child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS).exit())
                .contains(exitOf(child));
        assertThat(child.output().tail(1).getFirst().text()).isEqualTo(Shell.READY);
        assertThat(Heard.of(child).awaitEnd().texts()).containsExactly(Shell.READY);
        child.close();
    }

    @Test
    void aListenerThatStandsStillDoesNotKeepTheEngineFromClosing() throws Exception {
        for (Overflow overflow : Overflow.values()) {
            ProcessEngine own = ProcessEngine.start(options());
            Leaks opened = Leaks.snapshot();
            Child child =
                    own.spawn(
                            ChildSpec.of("cat", "/dev/zero")
                                    .environment(MARK, mark)
                                    .outputLimits(
                                            OutputLimits.defaults()
                                                    .backlog(65_536)
                                                    .overflow(overflow)));
            var letGo = new CountDownLatch(1);
            var called = new CountDownLatch(1);
            Subscription stuck =
                    child.output()
                            .bytes(
                                    OutputView.all(),
                                    chunk -> {
                                        called.countDown();
                                        awaitQuietly(letGo);
                                    });
            assertThat(called.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

            own.close();

            assertThat(child.alive()).isFalse();
            opened.assertNothingLeft();
            letGo.countDown();
            stuck.done().get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closingAmidConcurrentSpawnsLeavesNothing() throws Exception {
        for (int round = 0; round < 5; round++) {
            ProcessEngine own = ProcessEngine.start(options());
            var spawned = new ConcurrentLinkedQueue<Child>();
            var refused = new AtomicInteger();
            var begun = new CountDownLatch(4);
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 4; i++) {
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> spawnUntilRefused(own, spawned, begun, refused)));
            }
            assertThat(begun.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

            own.close();

            for (Thread thread : threads) {
                assertThat(thread.join(SOON)).as("a spawner ends").isTrue();
            }
            assertThat(refused).hasValue(4);
            assertThat(spawned).isNotEmpty().noneMatch(Child::alive);
            assertThat(spawned.stream().map(Child::exit)).allMatch(EngineCloseTest::completes);
            assertThat(marked()).isEmpty();
        }
    }

    private void spawnUntilRefused(
            ProcessEngine own,
            ConcurrentLinkedQueue<Child> spawned,
            CountDownLatch begun,
            AtomicInteger refused) {
        long begin = System.nanoTime();
        try {
            for (int i = 0; System.nanoTime() - begin < SOON.toNanos(); i++) {
                spawned.add(own.spawn(ChildSpec.of("sleep", "1000").environment(MARK, mark)));
                begun.countDown();
                if (i >= MANY) {
                    // Whoever is to close is kept from running: no need for thousands meanwhile.
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                }
            }
        } catch (ProblemException closed) {
            if (closed.problem() instanceof ChildProblem.EngineClosed) {
                refused.incrementAndGet();
            }
        }
    }

    private static boolean completes(Future<Exit> exit) {
        try {
            return exit.get(SOON.toSeconds(), TimeUnit.SECONDS).asked() == Exit.Asked.CLOSE;
        } catch (Exception never) {
            return false;
        }
    }

    private static StopPlan stubborn(Duration grace) {
        return StopPlan.defaults().grace(grace).killLimit(KILL_LIMIT);
    }
}
