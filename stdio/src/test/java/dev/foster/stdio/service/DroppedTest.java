package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.Times;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Clients that go without a word. */
@Timeout(180)
class DroppedTest {
    // Longer than a busy machine makes a visitor wait between two words.
    private static final Duration SHORT = Duration.ofSeconds(6);
    private static final Duration LATER = Duration.ofSeconds(40);

    @Test
    void aThousandDroppedSessionsLeaveNeitherChildNorDescriptorNorThread() throws Exception {
        ServerSpec spec =
                ShellServer.good("shell").times(Times.defaults().request(SHORT)).children(2_000);
        try (var live =
                LiveService.of(LiveService.settings(LiveService.many().idle(SHORT)), spec)) {
            Leaks idle = Leaks.snapshot();
            visit(live, 1_000);
            Eventually.until(
                    LATER, "no session is left", () -> live.service().sessions().isEmpty());
            Eventually.until(LATER, "no child is left", () -> live.children() == 0);
            idle.assertNothingLeft(LiveService.SOON);
            assertThat(live.visitor("shell").open().call("pid").words()).matches("\\d+");
        }
    }

    @Test
    void sessionsThatShareAChildAreForgottenAndTheChildStays() throws Exception {
        ServerSpec spec =
                ShellServer.good("shell")
                        .times(Times.defaults().request(SHORT))
                        .sharing(ServerSpec.Sharing.SHARED);
        try (var live =
                LiveService.of(LiveService.settings(LiveService.many().idle(SHORT)), spec)) {
            String pid = live.visitor("shell").open().call("pid").words();
            Leaks idle = Leaks.snapshot();
            visit(live, 300);
            Eventually.until(
                    LATER, "no session is left", () -> live.service().sessions().isEmpty());
            idle.assertNothingLeft(LiveService.SOON);
            assertThat(live.children()).isEqualTo(1);
            assertThat(live.visitor("shell").open().call("pid").words()).isEqualTo(pid);
        }
    }

    private static void visit(LiveService live, int count) throws Exception {
        var room = new Semaphore(20);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var visits =
                    IntStream.range(0, count)
                            .mapToObj(i -> clients.submit(() -> visit(live, i, room)))
                            .toList();
            for (Future<?> visit : visits) {
                visit.get();
            }
        } catch (ExecutionException failed) {
            throw new AssertionError("a visit failed", failed.getCause());
        }
    }

    /** Some go in the middle of a call, some with a stream open, some before they are let in. */
    private static Void visit(LiveService live, int number, Semaphore room)
            throws InterruptedException {
        room.acquire();
        Visitor visitor = Visitor.at(live.port(), "shell");
        try {
            if (number % 10 == 9) {
                visitor.hello();
                return null;
            }
            visitor.open();
            switch (number % 4) {
                case 0 -> assertThat(visitor.call("pid").words()).matches("\\d+");
                case 1 -> visitor.begin("hold");
                case 2 -> visitor.listen();
                default -> {
                    // Gone right after it came.
                }
            }
            return null;
        } finally {
            visitor.drop();
            room.release();
        }
    }
}
