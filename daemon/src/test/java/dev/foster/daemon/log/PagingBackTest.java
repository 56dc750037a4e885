package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.follow.LogPage;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** From any line backwards, page by page, to the first that is kept. */
class PagingBackTest {
    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "line " + i).toList();
    }

    private static List<String> texts(List<LogLineView> lines) {
        return lines.stream().map(LogLineView::text).toList();
    }

    /** All lines, read from the last one backwards. */
    private static List<String> backwards(LogStore store, LogQuery query, int page) {
        var all = new ArrayList<String>();
        List<LogLineView> lines = store.read(query.tail(page), 10_000);
        while (!lines.isEmpty()) {
            all.addAll(0, texts(lines));
            lines = store.read(query.tail(page).before(lines.getFirst().cursor()), 10_000);
        }
        return all;
    }

    @Test
    void pagesReachThroughMemoryAndRotatedFilesAndEarlierDaemons() {
        int count = 30_000;
        for (int daemon = 0; daemon < 3; daemon++) {
            try (var store = new LogStore(folder)) {
                store.place("web", LogSpec.defaults().rotate(400_000, 9));
                LogBook book = store.book("web");
                for (int i = daemon * 10_000; i < (daemon + 1) * 10_000; i += 100) {
                    book.append(Encoded.batch(0, numbers(i, i + 100)));
                }
                assertThat(backwards(store, LogQuery.all(), 997))
                        .isEqualTo(numbers(0, (daemon + 1) * 10_000));
            }
        }
        try (var store = new LogStore(folder)) {
            store.place("web", LogSpec.defaults().rotate(400_000, 9));
            List<LogLineView> all = store.read(LogQuery.all(), count);
            for (int at : List.of(1, 2, 5000, 10_000, 10_001, 29_999)) {
                LogQuery query = LogQuery.all().before(all.get(at).cursor());
                assertThat(texts(store.read(query.tail(3), 10)))
                        .isEqualTo(numbers(Math.max(0, at - 3), at));
            }
            assertThat(store.read(LogQuery.all().tail(3).before(all.getFirst().cursor()), 10))
                    .isEmpty();
        }
    }

    @Test
    void theLinesOfSeveralProcessesAreOneSequenceBackwardsToo() {
        try (var store = new LogStore(folder)) {
            for (int i = 0; i < 1000; i++) {
                store.remark("p" + i % 3, "line " + i);
            }
            assertThat(backwards(store, LogQuery.all(), 70)).isEqualTo(numbers(0, 1000));
            assertThat(backwards(store, LogQuery.all().names(List.of("p1")), 7)).hasSize(333);
        }
    }

    @Test
    void whatLiesBetweenTwoLinesCanBeReadForwards() {
        try (var store = new LogStore(folder)) {
            numbers(0, 20).forEach(line -> store.remark("web", line));
            List<LogLineView> all = store.read(LogQuery.all(), 20);
            LogQuery between =
                    LogQuery.all().after(all.get(4).cursor()).before(all.get(9).cursor());
            assertThat(texts(store.read(between, 100))).isEqualTo(numbers(5, 9));
            assertThat(texts(store.read(between.tail(2), 100))).isEqualTo(numbers(7, 9));
            assertThat(texts(store.read(LogQuery.all().before("no cursor"), 100)))
                    .isEqualTo(numbers(0, 20));
        }
    }

    /** All of a query, page by page, and how many characters the longest page has. */
    private static long longestPage(LogStore store, LogQuery query, List<String> into) {
        long longest = 0;
        List<LogLineView> page = store.read(query, LogPage.LINES);
        while (!page.isEmpty()) {
            into.addAll(texts(page));
            longest = Math.max(longest, page.stream().mapToLong(it -> it.text().length()).sum());
            page = store.read(query.behind(page.getLast().cursor()), LogPage.LINES);
        }
        return longest;
    }

    @Test
    void aTailOfAnyLengthIsReadInPagesThatFitIntoMemory() {
        String words = "w".repeat(20_000);
        var said = new ArrayList<String>();
        try (var store = new LogStore(folder)) {
            for (int i = 0; i < 1500; i++) {
                said.add(i + words);
                store.remark("p" + i % 3, said.getLast());
            }
            for (int tail : List.of(Integer.MAX_VALUE, 1500, 1499, 700, 1)) {
                var read = new ArrayList<String>();
                long longest = longestPage(store, LogQuery.all().tail(tail), read);
                assertThat(read).isEqualTo(said.subList(Math.max(0, 1500 - tail), 1500));
                assertThat(longest).isLessThan(LogPage.CHARACTERS + 2L * words.length());
            }
        }
    }

    @Test
    void aLongTailOfManyLogsBeginsAtTheRightLine() {
        try (var store = new LogStore(folder)) {
            var random = new Random(5);
            int count = 40_000;
            for (int i = 0; i < count; ) {
                int to = Math.min(count, i + 1 + random.nextInt(200));
                store.place("p" + random.nextInt(9), LogSpec.defaults());
                store.book("p" + random.nextInt(9)).append(Encoded.batch(0, numbers(i, to)));
                i = to;
            }
            for (int tail : List.of(2001, 5000, 30_001, 39_999, 40_000, 40_001, 3_000_000)) {
                List<LogLineView> read = store.read(LogQuery.all().tail(tail), count);
                assertThat(texts(read)).isEqualTo(numbers(Math.max(0, count - tail), count));
            }
        }
    }
}
