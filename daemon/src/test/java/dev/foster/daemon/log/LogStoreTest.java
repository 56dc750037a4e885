package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.follow.Follower;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The logs of several processes as one: pages, tails, and followers who miss nothing. */
@Timeout(120)
class LogStoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    /** What a follower got. */
    private static class Heard implements Follower<LogLineView> {
        final List<LogLineView> lines = new CopyOnWriteArrayList<>();
        final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public void next(LogLineView line) {
            lines.add(line);
        }

        @Override
        public void end() {
            ended.countDown();
        }

        List<String> texts() {
            return LogStoreTest.texts(lines);
        }

        void awaitText(String text) {
            Eventually.until(SOON, "it heard " + text, () -> texts().contains(text));
        }
    }

    /** Takes nothing in until it is told to. */
    private static final class Slow extends Heard {
        private final Semaphore may = new Semaphore(0);

        @Override
        public void next(LogLineView line) {
            may.acquireUninterruptibly();
            super.next(line);
        }
    }

    private static List<String> texts(List<LogLineView> lines) {
        return lines.stream().map(LogLineView::text).toList();
    }

    private static List<String> numbers(String prefix, int from, int count) {
        return IntStream.range(from, from + count).mapToObj(i -> prefix + i).toList();
    }

    @Test
    void pagesByCursorAreEverything() {
        try (var store = new LogStore(folder)) {
            for (int i = 0; i < 2500; i++) {
                store.remark("p" + i % 3, "line " + i);
            }
            assertThat(texts(store.read(LogQuery.all(), 10_000)))
                    .isEqualTo(numbers("line ", 0, 2500));
            var paged = new ArrayList<String>();
            LogQuery query = LogQuery.all();
            for (List<LogLineView> page = store.read(query, 70);
                    !page.isEmpty();
                    page = store.read(query, 70)) {
                paged.addAll(texts(page));
                query = LogQuery.all().after(page.getLast().cursor());
            }
            assertThat(paged).isEqualTo(numbers("line ", 0, 2500));
            assertThat(texts(store.read(LogQuery.all().names(List.of("p1")), 2)))
                    .containsExactly("line 1", "line 4");
            assertThat(store.read(LogQuery.all().names(List.of("nobody")), 2)).isEmpty();
        }
    }

    @Test
    void aTailIsTheLastOfAllProcessesTogether() {
        try (var store = new LogStore(folder)) {
            for (int i = 0; i < 100; i++) {
                store.remark(i < 97 ? "busy" : "quiet", "line " + i);
            }
            assertThat(texts(store.read(LogQuery.all().tail(5), 1000)))
                    .isEqualTo(numbers("line ", 95, 5));
            assertThat(texts(store.read(LogQuery.all().names(List.of("busy")).tail(2), 1000)))
                    .isEqualTo(numbers("line ", 95, 2));
            assertThat(store.read(LogQuery.all().tail(0), 1000)).isEmpty();
            assertThat(store.read(LogQuery.all().tail(1000), 1000)).hasSize(100);
        }
    }

    @Test
    void sinceIsAMomentAndACursorNobodyGaveOutIsTheBeginning() {
        try (var store = new LogStore(folder)) {
            store.remark("web", "early");
            Instant early = store.read(LogQuery.all(), 1).getFirst().at();
            store.remark("web", "late");
            assertThat(texts(store.read(LogQuery.all().since(early), 10)))
                    .containsExactly("early", "late");
            assertThat(texts(store.read(LogQuery.all().since(early.plusNanos(1)), 10)))
                    .containsExactly("late");
            assertThat(store.read(LogQuery.all().since(Instant.now().plusSeconds(9)), 10))
                    .isEmpty();
            assertThat(texts(store.read(LogQuery.all().after("no cursor"), 10)))
                    .containsExactly("early", "late");
        }
    }

    @Test
    void aLaterDaemonReadsWhatAnEarlierOneWrote() {
        try (var store = new LogStore(folder)) {
            store.remark("web", "before");
        }
        try (var store = new LogStore(folder)) {
            store.place("web", LogSpec.defaults());
            String cursor = store.read(LogQuery.all(), 1).getFirst().cursor();
            store.remark("web", "after");
            assertThat(texts(store.read(LogQuery.all(), 10))).containsExactly("before", "after");
            assertThat(texts(store.read(LogQuery.all().after(cursor), 10)))
                    .containsExactly("after");
        }
    }

    @Test
    void followersHearEveryLineOfManyThreadsExactlyOnceAndInOrder() throws InterruptedException {
        var everything = new Heard();
        var one = new Heard();
        try (var store = new LogStore(folder)) {
            store.remark("p0", "first");
            var _ = store.follow(LogQuery.all(), everything);
            var _ = store.follow(LogQuery.all().names(List.of("p2")), one);
            speak(store, 4, 1500);
            store.finish();
            everything.ended.await();
            one.ended.await();
        }
        assertThat(everything.lines).hasSize(6001);
        assertThat(new HashSet<>(everything.texts())).hasSize(6001);
        assertThat(everything.lines.stream().map(LogLineView::at)).isSorted();
        assertThat(one.texts()).isEqualTo(numbers("p2 ", 0, 1500));
    }

    private static void speak(LogStore store, int processes, int lines) {
        try (ExecutorService threads = Executors.newFixedThreadPool(processes)) {
            for (int process = 0; process < processes; process++) {
                String name = "p" + process;
                threads.execute(
                        () ->
                                numbers(name + " ", 0, lines)
                                        .forEach(text -> store.remark(name, text)));
            }
        }
    }

    @Test
    void aSlowFollowerHoldsNobodyUpAndMissesNothing() throws InterruptedException {
        var slow = new Slow();
        try (var store = new LogStore(folder)) {
            var _ = store.follow(LogQuery.all(), slow);
            speak(store, 2, 3000);
            assertThat(slow.lines).as("everything was said before it heard a word").isEmpty();
            slow.may.release(Integer.MAX_VALUE);
            store.finish();
            slow.ended.await();
        }
        assertThat(slow.lines).hasSize(6000);
        assertThat(new HashSet<>(slow.texts())).hasSize(6000);
    }

    @Test
    void aFollowerTooSlowForTheRotationIsToldWhatItMissed() throws InterruptedException {
        var slow = new Slow();
        try (var store = new LogStore(folder)) {
            store.place("web", LogSpec.defaults().rotate(30_000, 1));
            store.remark("web", "first");
            var _ = store.follow(LogQuery.all(), slow);
            slow.may.release();
            slow.awaitText("first");
            numbers("line ", 0, 6000).forEach(text -> store.remark("web", text));
            slow.may.release(Integer.MAX_VALUE - 1);
            store.finish();
            slow.ended.await();
        }
        List<LogLineView> remarks =
                slow.lines.stream().filter(line -> line.text().contains("rotated away")).toList();
        // Once for each time it was overtaken.
        assertThat(remarks).isNotEmpty();
        assertThat(remarks.getFirst().stream()).isEqualTo(LogLineView.FOSTER);
        assertThat(slow.texts()).startsWith("first").endsWith("line 5999");
        assertThat(slow.lines).hasSizeLessThan(6000);
    }

    @Test
    void aTailIsFollowedByWhatComesNext() throws InterruptedException {
        var heard = new Heard();
        var nothingOld = new Heard();
        try (var store = new LogStore(folder)) {
            numbers("old ", 0, 10).forEach(text -> store.remark("web", text));
            var _ = store.follow(LogQuery.all().tail(2), heard);
            var _ = store.follow(LogQuery.all().tail(0), nothingOld);
            heard.awaitText("old 9");
            Stream.of("new 0", "new 1").forEach(text -> store.remark("web", text));
            store.finish();
            heard.ended.await();
            nothingOld.ended.await();
        }
        assertThat(heard.texts()).containsExactly("old 8", "old 9", "new 0", "new 1");
        assertThat(nothingOld.texts()).isSubsetOf("new 0", "new 1");
    }

    @Test
    void whoLeavesHearsNothingMore() {
        var heard = new Heard();
        var calls = new AtomicInteger();
        try (var store = new LogStore(folder)) {
            var stays = store.follow(LogQuery.all(), heard);
            var leaves =
                    store.follow(
                            LogQuery.all(),
                            new Follower<>() {
                                @Override
                                public void next(LogLineView line) {
                                    calls.incrementAndGet();
                                }

                                @Override
                                public void end() {
                                    calls.addAndGet(1000);
                                }
                            });
            store.remark("web", "one");
            Eventually.until(SOON, "it heard the first", () -> calls.get() == 1);
            leaves.close();
            leaves.close();
            store.awaitFollowers(Duration.ofMillis(1));
            store.remark("web", "two");
            heard.awaitText("two");
            stays.close();
            store.awaitFollowers(SOON);
            assertThat(calls.get()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void problemsAndLossesAreToldByName() {
        try (var store = new LogStore(folder)) {
            store.place("good", LogSpec.defaults());
            store.place("bad", LogSpec.defaults().file(Path.of("/dev/full")));
            store.remark("good", "word");
            store.remark("bad", "word");
            assertThat(store.problems())
                    .containsExactly(
                            "cannot write /dev/full: No space left on device; free some space");
            assertThat(store.lostBytes("bad")).isPositive();
            assertThat(store.lostBytes("good")).isZero();
            assertThat(store.lostBytes("nobody")).isZero();
        }
    }
}
