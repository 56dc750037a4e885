package dev.foster.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.report.Watcher;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** News reach a listener in order, and whoever tells them never waits for it. */
@Timeout(60)
class EventDispatcherTest {
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    /** Notes what it hears; what else it does with it is up to the test. */
    private static class Notes implements Watcher {
        final List<String> heard = new CopyOnWriteArrayList<>();

        void heard(String news) {
            heard.add(news);
        }

        @Override
        public void removed(String name) {
            heard("removed " + name);
        }

        @Override
        public void happened(ProcessEvent event, Instant at) {
            heard(event.text());
        }
    }

    private static void happened(EventDispatcher dispatcher, String text) {
        dispatcher.happened(new ProcessEvent.StartFailed(new RunId("bot", 1), text), Instant.EPOCH);
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    @Test
    void newsOfEveryKindAreToldInTheOrderTheyCame() {
        var notes = new Notes();
        var wanted = new ArrayList<String>();
        try (var dispatcher = new EventDispatcher(notes)) {
            for (String number : numbers(1000)) {
                happened(dispatcher, number);
                dispatcher.removed(number);
                wanted.add(number);
                wanted.add("removed " + number);
            }
        }
        assertThat(notes.heard).isEqualTo(wanted);
    }

    @Test
    void whoTellsDoesNotWaitForTheListener() {
        var attention = new CountDownLatch(1);
        var notes =
                new Notes() {
                    @Override
                    void heard(String news) {
                        await(attention);
                        super.heard(news);
                    }
                };
        try (var dispatcher = new EventDispatcher(notes)) {
            numbers(1000).forEach(number -> happened(dispatcher, number));
            assertThat(notes.heard).isEmpty();
            attention.countDown();
        }
        assertThat(notes.heard).as("closing tells what is left").isEqualTo(numbers(1000));
    }

    @Test
    void aListenerThatFailsGetsTheNextNewsAllTheSame() {
        var notes =
                new Notes() {
                    @Override
                    void heard(String news) {
                        super.heard(news);
                        throw new IllegalStateException("thrown on purpose at " + news);
                    }
                };
        try (var dispatcher = new EventDispatcher(notes)) {
            numbers(3).forEach(number -> happened(dispatcher, number));
        }
        assertThat(notes.heard).isEqualTo(numbers(3));
    }

    @Test
    void aListenerThatErrsGetsTheNextNewsAllTheSame() {
        var notes =
                new Notes() {
                    @Override
                    void heard(String news) {
                        super.heard(news);
                        throw new OutOfMemoryError("thrown on purpose at " + news);
                    }

                    @Override
                    public void faulted(String doing, Throwable fault) {
                        heard(doing);
                    }
                };
        try (var dispatcher = new EventDispatcher(notes)) {
            numbers(2).forEach(number -> happened(dispatcher, number));
        }
        String fault = "tell a listener the news";
        assertThat(notes.heard).containsExactly("0", fault, "1", fault);
    }

    @Test
    void aListenerThatLeavesItsInterruptBehindGetsTheNextNewsAllTheSame() {
        var notes =
                new Notes() {
                    @Override
                    void heard(String news) {
                        super.heard(news);
                        Thread.currentThread().interrupt();
                    }
                };
        try (var dispatcher = new EventDispatcher(notes)) {
            numbers(3).forEach(number -> happened(dispatcher, number));
        }
        assertThat(notes.heard).isEqualTo(numbers(3));
    }

    @Test
    void aListenerThatNeverComesBackIsLeftAfterAWhile() {
        var never = new CountDownLatch(1);
        var notes =
                new Notes() {
                    @Override
                    void heard(String news) {
                        await(never);
                        super.heard(news);
                    }
                };
        long begin = System.nanoTime();
        try (var dispatcher = new EventDispatcher(notes)) {
            happened(dispatcher, "unheard");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
