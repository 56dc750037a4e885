package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Times that are places: unique, growing, and readable only when everything before them is. */
@Timeout(60)
class TimeLineTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final TimeLine timeLine = new TimeLine();

    @Test
    void everyLineHasATimeOfItsOwnWhateverTheClockSays() {
        assertThat(timeLine.take(1000, 3)).isEqualTo(1000);
        assertThat(timeLine.take(1000, 2)).as("the same moment").isEqualTo(1003);
        assertThat(timeLine.take(500, 1)).as("a clock set back").isEqualTo(1005);
        assertThat(timeLine.take(9000, 1)).isEqualTo(9000);
        timeLine.begin(20_000);
        timeLine.begin(100);
        assertThat(timeLine.take(9001, 1)).as("after what files hold").isEqualTo(20_001);
    }

    @Test
    void manyThreadsNeverGetTheSameTime() {
        Set<Long> taken = ConcurrentHashMap.newKeySet();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                var random = new Random(thread);
                threads.execute(
                        () -> {
                            for (int i = 0; i < 5000; i++) {
                                int lines = 1 + random.nextInt(3);
                                long first = timeLine.take(random.nextInt(1000), lines);
                                for (int line = 0; line < lines; line++) {
                                    assertThat(taken.add(first + line)).isTrue();
                                }
                                timeLine.readable(first);
                            }
                        });
            }
        }
        assertThat(timeLine.horizon())
                .isEqualTo(taken.stream().mapToLong(time -> time).max().orElseThrow());
    }

    @Test
    void theHorizonIsBeforeTheFirstLineUnderWay() {
        assertThat(timeLine.horizon()).isZero();
        long first = timeLine.take(100, 2);
        long second = timeLine.take(100, 2);
        assertThat(timeLine.horizon()).isEqualTo(99);
        timeLine.readable(second);
        assertThat(timeLine.horizon()).as("the first is still under way").isEqualTo(99);
        timeLine.readable(first);
        assertThat(timeLine.horizon()).isEqualTo(103);
    }

    @Test
    void whoWaitsIsWokenByReadableLinesOnly() throws InterruptedException {
        CompletableFuture<Boolean> woken = await(59);
        long early = timeLine.take(60, 1);
        long late = timeLine.take(70, 1);
        timeLine.readable(late);
        assertThat(woken).isNotDone();
        timeLine.readable(early);
        assertThat(woken.join()).isTrue();
        assertThat(timeLine.awaitBeyond(69)).as("no need to wait").isTrue();
    }

    @Test
    void theEndIsToldToWhoeverHasEverything() throws InterruptedException {
        timeLine.readable(timeLine.take(10, 1));
        CompletableFuture<Boolean> waiting = await(10);
        timeLine.finish();
        assertThat(waiting.join()).isFalse();
        assertThat(timeLine.awaitBeyond(9)).as("one line is left for this one").isTrue();
        assertThat(timeLine.awaitBeyond(10)).isFalse();
    }

    /** Returns when it waits. */
    private CompletableFuture<Boolean> await(long time) {
        var result = new CompletableFuture<Boolean>();
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    try {
                                        result.complete(timeLine.awaitBeyond(time));
                                    } catch (InterruptedException impossible) {
                                        result.completeExceptionally(impossible);
                                    }
                                });
        Eventually.until(SOON, "it waits", () -> thread.getState() == Thread.State.WAITING);
        return result;
    }
}
