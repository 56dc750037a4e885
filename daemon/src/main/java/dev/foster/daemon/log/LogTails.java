package dev.foster.daemon.log;

import dev.foster.control.LogLineView;
import dev.foster.control.TailView;
import dev.foster.daemon.follow.Tails;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The newest lines of processes for one who looks at them now and then. What it costs depends on
 * how often he looks and how many lines he wants, not on how many are said: those are only counted,
 * by the {@link LogBook} that takes them in.
 */
final class LogTails implements Tails {
    /** How many characters of a line are shown; all of it is in the log. */
    static final int LONGEST_LINE = 4000;

    /** How much is held for one who may never read it; the older lines are in the log. */
    static final long BEGINNING_CHARACTERS =
            Math.clamp(Runtime.getRuntime().maxMemory() / 512, 32 << 10, 256 << 10);

    /**
     * What is wanted.
     *
     * @param names whose lines; asked each time, because processes come with a reload
     * @param lines at most how many of a process at once
     * @param first at most how many of a process at the beginning
     */
    record Wish(Supplier<List<String>> names, int lines, int first) {}

    private final LogStore store;
    private final TimeLine timeLine;
    private final Wish wish;
    private final Consumer<LogTails> leaving;
    private final Map<String, LogBook.Mark> seen = new HashMap<>();
    private final CountDownLatch hurry = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private long lastLook = System.nanoTime();
    private volatile boolean closed;
    private boolean ended;

    LogTails(LogStore store, TimeLine timeLine, Wish wish, Consumer<LogTails> leaving) {
        this.store = store;
        this.timeLine = timeLine;
        this.wish = wish;
        this.leaving = leaving;
    }

    @Override
    public List<TailView> beginnings() {
        var some = new ArrayList<TailView>();
        long characters = 0;
        for (String name : wish.names().get()) {
            if (!seen.containsKey(name)) {
                Optional<TailView> beginning = beginning(name);
                beginning.ifPresent(some::add);
                characters += beginning.map(LogTails::characters).orElse(0L);
                if (characters > BEGINNING_CHARACTERS) {
                    break;
                }
            }
        }
        return some;
    }

    private static long characters(TailView tail) {
        return tail.lines().stream().mapToLong(line -> line.text().length()).sum();
    }

    private Optional<TailView> beginning(String name) {
        LogBook book = store.book(name);
        Optional<LogBook.Mark> mark = book.mark();
        if (mark.isEmpty()) {
            return Optional.empty();
        }
        seen.put(name, mark.get());
        // One more than wanted tells whether there are more.
        List<StoredLine> lines =
                book.last(wish.first() + 1, mark.get().time(), LONGEST_LINE, BEGINNING_CHARACTERS);
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        boolean more = lines.size() > wish.first();
        List<StoredLine> shown = lines.subList(more ? 1 : 0, lines.size());
        boolean older = more || !book.last(1, lines.getFirst().nanos() - 1, 1).isEmpty();
        return Optional.of(new TailView(name, 0, Optional.of(older), views(name, shown)));
    }

    private static List<LogLineView> views(String name, List<StoredLine> lines) {
        return lines.stream().map(line -> LogStore.view(name, line)).toList();
    }

    @Override
    public List<TailView> news(Duration beat, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            pause(beat);
            // Asked before looking: what is said before the end is seen after it.
            boolean last = timeLine.finished();
            long upTo = timeLine.horizon();
            List<TailView> news = closed ? List.of() : look();
            ended = closed || (last && news.isEmpty());
            long patient = end - System.nanoTime();
            if (!news.isEmpty() || ended || patient <= 0) {
                return news;
            }
            timeLine.awaitBeyond(upTo, patient, () -> closed);
        }
    }

    // Others may speak all the time: looking is bound to the beat even when it brings nothing.
    private void pause(Duration beat) throws InterruptedException {
        long rest = beat.toNanos() - (System.nanoTime() - lastLook);
        if (rest > 0) {
            var _ = hurry.await(rest, TimeUnit.NANOSECONDS);
        }
        lastLook = System.nanoTime();
    }

    private List<TailView> look() {
        var all = new ArrayList<TailView>();
        for (String name : wish.names().get()) {
            LogBook.Mark mark = seen.get(name);
            if (mark == null) {
                beginning(name).ifPresent(all::add);
            } else {
                news(name, mark).ifPresent(all::add);
            }
        }
        return all;
    }

    private Optional<TailView> news(String name, LogBook.Mark mark) {
        LogBook book = store.book(name);
        if (book.said() == mark.said()) {
            return Optional.empty();
        }
        LogBook.News news = book.news(mark, wish.lines(), LONGEST_LINE);
        long said = news.mark().said() - mark.said();
        if (said == 0) {
            return Optional.empty();
        }
        seen.put(name, news.mark());
        return Optional.of(
                new TailView(name, said - news.lines().size(), views(name, news.lines())));
    }

    @Override
    public boolean ended() {
        return ended;
    }

    /** There will be nothing more: no beat is waited for. */
    void hurry() {
        hurry.countDown();
    }

    @Override
    public void close() {
        closed = true;
        hurry();
        timeLine.wake();
        leaving.accept(this);
        left.countDown();
    }

    /** Waits until it was closed, for at most this long. */
    void awaitClosed(Duration limit) throws InterruptedException {
        var _ = left.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
