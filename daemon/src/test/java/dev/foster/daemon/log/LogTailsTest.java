package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.LogLineView;
import dev.foster.control.TailView;
import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.follow.Tails;
import dev.foster.process.ChildStream;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Who looks now and then sees the newest lines, and an exact count of the others. */
@Timeout(120)
class LogTailsTest {
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static List<String> texts(TailView tail) {
        return tail.lines().stream().map(LogLineView::text).toList();
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "line " + i).toList();
    }

    @Test
    void theBeginningIsTheLastLinesAndWhetherThereAreOlderOnes() throws InterruptedException {
        try (var store = new LogStore(folder)) {
            numbers(0, 10).forEach(line -> store.remark("web", line));
            store.remark("db", "only one");
            store.place("silent", LogSpec.defaults());
            try (Tails tails = store.tails(List.of(), 1, 3)) {
                List<TailView> first = tails.beginnings();
                assertThat(first).extracting(TailView::process).containsOnly("web", "db");
                TailView web =
                        first.stream().filter(one -> one.process().equals("web")).findAny().get();
                assertThat(texts(web)).isEqualTo(numbers(7, 10));
                assertThat(web.more()).contains(true);
                assertThat(web.skipped()).isZero();
                assertThat(first.stream().filter(one -> one.process().equals("db")))
                        .allMatch(one -> one.more().get().equals(false));
                assertThat(tails.beginnings()).isEmpty();
                assertThat(tails.news(AT_ONCE, AT_ONCE)).isEmpty();
                assertThat(tails.ended()).isFalse();
            }
        }
    }

    @Test
    void aBeginningHoldsOnlyAsMuchAsOneMayHoldWhoNeverReadsIt() throws InterruptedException {
        String line = "x".repeat(LogTails.LONGEST_LINE);
        try (var store = new LogStore(folder)) {
            for (int i = 0; i < 1000; i++) {
                store.remark("web", line);
            }
            try (Tails tails = store.tails(List.of(), 1, 10_000)) {
                TailView web = tails.beginnings().getFirst();

                assertThat(web.lines()).isNotEmpty();
                assertThat(web.lines().stream().mapToLong(one -> one.text().length()).sum())
                        .isLessThan(LogTails.BEGINNING_CHARACTERS + LogTails.LONGEST_LINE);
                assertThat(web.more()).contains(true);
                assertThat(web.skipped()).isZero();
            }
        }
    }

    @Test
    void newsAreTheNewestLinesAndACountOfTheOthers() throws InterruptedException {
        try (var store = new LogStore(folder)) {
            store.remark("web", "before");
            try (Tails tails = store.tails(List.of("web"), 2, 0)) {
                assertThat(tails.beginnings())
                        .singleElement()
                        .matches(tail -> tail.lines().isEmpty() && tail.more().get());
                numbers(0, 5).forEach(line -> store.remark("web", line));
                store.remark("db", "somebody else's");
                List<TailView> news = tails.news(AT_ONCE, AT_ONCE);
                assertThat(news).singleElement().extracting(TailView::skipped).isEqualTo(3L);
                assertThat(texts(news.getFirst())).isEqualTo(numbers(3, 5));
                assertThat(news.getFirst().more()).isEmpty();
                store.remark("web", "one more");
                assertThat(texts(tails.news(AT_ONCE, LONG).getFirst())).containsExactly("one more");
            }
        }
    }

    @Test
    void aProcessThatComesLaterBeginsWithWhatThereIs() throws InterruptedException {
        try (var store = new LogStore(folder);
                Tails tails = store.tails(List.of(), 1, 5)) {
            assertThat(tails.beginnings()).isEmpty();
            numbers(0, 9).forEach(line -> store.remark("new", line));
            TailView first = tails.news(AT_ONCE, LONG).getFirst();
            assertThat(texts(first)).isEqualTo(numbers(4, 9));
            assertThat(first.more()).contains(true);
        }
    }

    @Test
    void aLineThatIsTooLongForMemoryIsShownAndCut() throws InterruptedException {
        String longLine = "x".repeat(100_000);
        try (var store = new LogStore(folder);
                Tails tails = store.tails(List.of(), 3, 3)) {
            store.add("web", ChildStream.STDOUT, bytes("short"), false);
            assertThat(tails.beginnings()).hasSize(1);
            store.add("web", ChildStream.STDOUT, bytes(longLine), false);
            TailView news = tails.news(AT_ONCE, LONG).getFirst();
            assertThat(news.skipped()).isZero();
            assertThat(texts(news)).containsExactly("x".repeat(4000) + "… (96000 more characters)");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whoWaitsIsWokenByALineByTheEndAndByClosing() throws Exception {
        try (var store = new LogStore(folder);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Tails closed = store.tails(List.of(), 1, 1);
            Tails tails = store.tails(List.of(), 1, 1);
            var ofClosed = CompletableFuture.supplyAsync(() -> wait(closed), threads);
            var line = CompletableFuture.supplyAsync(() -> wait(tails), threads);
            closed.close();
            assertThat(ofClosed.get()).isEmpty();
            assertThat(closed.ended()).isTrue();
            store.remark("web", "wake up");
            assertThat(texts(line.get().getFirst())).containsExactly("wake up");
            var end = CompletableFuture.supplyAsync(() -> wait(tails), threads);
            store.remark("web", "last words");
            store.finish();
            assertThat(texts(end.get().getFirst())).containsExactly("last words");
            assertThat(tails.news(LONG, LONG)).isEmpty();
            assertThat(tails.ended()).isTrue();
            tails.close();
        }
    }

    private static List<TailView> wait(Tails tails) {
        try {
            return tails.news(Duration.ofMillis(1), LONG);
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    @Test
    void theEndIsAwaitedUntilTheLastLookWasTaken() {
        try (var store = new LogStore(folder)) {
            Tails tails = store.tails(List.of(), 1, 1);
            store.finish();
            var waiting = Thread.ofVirtual().start(() -> store.awaitFollowers(LONG));
            Eventually.until(
                    LONG, "it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
            tails.close();
            Eventually.until(LONG, "it waits no more", () -> !waiting.isAlive());
        }
    }

    /** Several who write as fast as they can, in batches of any size, and one who looks. */
    @Test
    void shownAndSkippedAreExactlyWhatWasSaid() throws Exception {
        int writers = 4;
        int batches = 300;
        var random = new Random(7);
        Map<String, Long> said = new HashMap<>();
        Map<String, Long> told = new HashMap<>();
        Map<String, List<String>> shown = new HashMap<>();
        try (var store = new LogStore(folder);
                ExecutorService threads = Executors.newFixedThreadPool(writers);
                Tails tails = store.tails(List.of(), 5, 5)) {
            var done = new ArrayList<CompletableFuture<Void>>();
            for (int w = 0; w < writers; w++) {
                String name = "w" + w;
                store.place(name, LogSpec.defaults().rotate(200_000, 2));
                LogBook book = store.book(name);
                int[] sizes = IntStream.range(0, batches).map(_ -> random.nextInt(3000)).toArray();
                said.put(name, IntStream.of(sizes).asLongStream().sum());
                done.add(
                        CompletableFuture.runAsync(
                                () -> {
                                    int number = 0;
                                    for (int size : sizes) {
                                        book.append(
                                                Encoded.batch(0, numbers(number, number + size)));
                                        number += size;
                                    }
                                },
                                threads));
            }
            var all = CompletableFuture.allOf(done.toArray(CompletableFuture[]::new));
            var _ = all.whenComplete((_, _) -> store.finish());
            count(tails.beginnings(), told, shown);
            while (!tails.ended()) {
                count(tails.news(Duration.ofMillis(1), LONG), told, shown);
            }
            all.get();
        }
        assertThat(told).isEqualTo(said);
        said.forEach(
                (name, lines) -> {
                    assertThat(shown.getOrDefault(name, List.of()))
                            .doesNotHaveDuplicates()
                            .last()
                            .isEqualTo("line " + (lines - 1));
                });
    }

    private static void count(
            List<TailView> tails, Map<String, Long> told, Map<String, List<String>> shown) {
        for (TailView tail : tails) {
            assertThat(tail.lines().size()).isLessThanOrEqualTo(5);
            long number = tail.skipped() + tail.lines().size();
            if (tail.more().isPresent()) {
                // What was there before the first look: the number of its last line tells.
                number = number(tail.lines().getLast()) + 1;
            }
            told.merge(tail.process(), number, Long::sum);
            List<String> all = shown.computeIfAbsent(tail.process(), _ -> new ArrayList<>());
            all.addAll(texts(tail));
            if (!tail.lines().isEmpty()) {
                assertThat(number(tail.lines().getLast()) + 1).isEqualTo(told.get(tail.process()));
            }
        }
    }

    private static long number(LogLineView line) {
        return Long.parseLong(line.text().substring("line ".length()));
    }
}
