package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the engine's own thread survives, and how somebody else can tell whether it did. */
class LoopFaultsTest extends EngineContract {
    private final Queue<EngineFault> told = new ConcurrentLinkedQueue<>();

    @Override
    EngineOptions options() {
        return super.options().faultListener(told::add);
    }

    @Test
    void aThreadThatWaitsForNewsIsWell() throws Exception {
        assertThat(engine.pulse().alive()).isTrue();
        Child child = ready(Shell.hanging());

        assertThat(engine.pulse().failed(SOON)).isFalse();
        child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS);
        engine.close();

        assertThat(engine.pulse().alive()).isFalse();
        assertThat(engine.pulse().failed(SOON)).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void aThreadThatDoesNotComeBackIsSeen() throws Exception {
        var goOn = new CountDownLatch(1);
        try (ProcessEngine blocked =
                ProcessEngine.start(options().executor(task -> runAfter(goOn, task)))) {
            Child child =
                    blocked.spawn(
                            ChildSpec.of("/bin/sh", "-c", "read -r word; exit 3")
                                    .stdin(Stdin.PIPE));
            var exit = child.exit();
            child.stdin().close();

            Eventually.until(
                    SOON,
                    "the engine is seen to be stuck",
                    () -> blocked.pulse().failed(Duration.ofMillis(20)));
            assertThat(blocked.pulse().alive()).isTrue();
            goOn.countDown();

            assertThat(exit.get(SOON.toSeconds(), TimeUnit.SECONDS).clean()).isFalse();
            Eventually.until(SOON, "it is well", () -> !blocked.pulse().failed(SOON));
        } finally {
            goOn.countDown();
        }
    }

    private static void runAfter(CountDownLatch goOn, Runnable task) {
        try {
            goOn.await();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        task.run();
    }

    @Test
    void anExitIsToldThoughTheExecutorRunsOutOfMemory() throws Exception {
        var failures = new AtomicInteger();
        try (ProcessEngine starved =
                ProcessEngine.start(
                        options()
                                .executor(
                                        _ -> {
                                            failures.incrementAndGet();
                                            throw new OutOfMemoryError("no thread, says the test");
                                        }))) {
            Child child = starved.spawn(ChildSpec.of("/bin/sh", "-c", "echo one; exit 3"));
            var lines = new ConcurrentLinkedQueue<String>();
            child.output().lines(line -> lines.add(line.text()));

            Exit exit = child.exit().get(SOON.toSeconds(), TimeUnit.SECONDS);

            assertThat(exit.shellCode()).isEqualTo(3);
            Eventually.until(SOON, "its output came", () -> lines.contains("one"));
            assertThat(failures.get()).isPositive();
        }
    }
}
