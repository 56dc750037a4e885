package dev.foster.daemon.log;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.daemon.follow.LogPage;
import dev.foster.daemon.follow.Tails;
import dev.foster.process.Child;
import dev.foster.process.ChildStream;
import dev.foster.process.LineBatch;
import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;
import dev.foster.thread.Turns;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The logs of all processes of a project. */
public final class LogStore implements AutoCloseable {

    private static final int LARGEST_RING = 64 * 1024;
    private static final int SMALLEST_RING = 4 * 1024;

    /** Which part of the heap the newest lines of all processes may take. */
    private static final int SHARE = 16;

    /** For what ended processes said last; only a disk that hangs takes so long. */
    private static final long TAKE_IN_SECONDS = 10;

    private final TimeLine timeLine = new TimeLine();
    private final Map<String, LogSpec> places = new ConcurrentHashMap<>();
    private final Map<String, LogBook> books = new ConcurrentHashMap<>();
    private final Map<String, LineWatch> watches = new ConcurrentHashMap<>();
    private final Set<Thread> followers = ConcurrentHashMap.newKeySet();
    private final Set<LogTails> tails = ConcurrentHashMap.newKeySet();
    private final Queue<CompletableFuture<Void>> takingIn = new ConcurrentLinkedQueue<>();
    private final Path directory;

    /**
     * @param directory for the logs of processes that have no file of their own
     */
    public LogStore(Path directory) {
        this.directory = directory;
    }

    /** Says where a process's log is; it is opened when there is something to write or to read. */
    public void place(String name, LogSpec spec) {
        places.putIfAbsent(name, spec);
    }

    LogBook book(String name) {
        return books.computeIfAbsent(name, this::open);
    }

    private LogBook open(String name) {
        LogSpec spec = places.computeIfAbsent(name, _ -> LogSpec.defaults());
        return new LogBook(file(name), spec, timeLine, ringBytes());
    }

    private int ringBytes() {
        long each = Runtime.getRuntime().maxMemory() / SHARE / Math.max(1, places.size());
        return Math.clamp(each, SMALLEST_RING, LARGEST_RING);
    }

    /** Opens all files anew: somebody has moved them away, and wants us to let go of them. */
    public void reopen() {
        books.values().forEach(LogBook::reopen);
    }

    /** How many logs there will be that nobody has written or read yet: each takes a descriptor. */
    public int unopened() {
        return Math.max(0, places.size() - books.size());
    }

    /** Where a process's output is kept on disk. */
    public Path file(String name) {
        return Optional.ofNullable(places.get(name))
                .flatMap(LogSpec::file)
                .orElse(directory.resolve(name + ".log"));
    }

    /** Keeps everything a run says, from its first byte. */
    public void listen(String name, Child child) {
        LogBook book = book(name);
        CompletableFuture<Void> all =
                child.output()
                        .batches(
                                OutputView.all(),
                                new OutputListener<LineBatch>() {
                                    @Override
                                    public void next(LineBatch batch) {
                                        take(name, book, batch);
                                    }

                                    @Override
                                    public void gap(long bytes) {
                                        book.gap(bytes);
                                    }
                                })
                        .done();
        takingIn.removeIf(CompletableFuture::isDone);
        takingIn.add(all);
    }

    // A listener that throws is told nothing more, and the rest of the run would be written
    // nowhere.
    private void take(String name, LogBook book, LineBatch batch) {
        if (!Turns.take("write a log", () -> book.append(batch))) {
            long bytes = 0;
            for (int i = 0; i < batch.size(); i++) {
                bytes += batch.length(i);
            }
            book.missed(bytes);
        }
        Turns.take("look at what a process says", () -> show(name, batch));
    }

    /** Shows what a process says to this one from now on, or to nobody. */
    public void watch(String name, Optional<LineWatch> watch) {
        watch.ifPresentOrElse(it -> watches.put(name, it), () -> watches.remove(name));
    }

    private void show(String name, LineBatch batch) {
        LineWatch watch = watches.get(name);
        if (watch != null) {
            for (int i = 0; i < batch.size(); i++) {
                watch.line(batch.buffer(), batch.offset(i), batch.length(i));
            }
        }
    }

    /**
     * Adds a line that a process said by other means than its own streams.
     *
     * @param cut whether it goes on in the next
     */
    public void add(String name, ChildStream stream, byte[] line, boolean cut) {
        book(name).add(stream, line, cut);
        Optional.ofNullable(watches.get(name)).ifPresent(watch -> watch.line(line, 0, line.length));
    }

    /** Adds a remark of Foster's own to a process's log. */
    public void remark(String name, String text) {
        book(name).remark(text);
    }

    public long lostBytes(String name) {
        return Optional.ofNullable(books.get(name)).map(LogBook::lostBytes).orElse(0L);
    }

    /** How many lines were taken in since the daemon began, remarks of Foster's own included. */
    public long lines(String name) {
        return Optional.ofNullable(books.get(name)).map(LogBook::said).orElse(0L);
    }

    /** How many bytes these are as they stand in the log. */
    public long bytes(String name) {
        return Optional.ofNullable(books.get(name)).map(LogBook::saidBytes).orElse(0L);
    }

    /** What is wrong with which log, one sentence each. */
    public List<String> problems() {
        return books.values().stream().flatMap(book -> book.problem().stream()).sorted().toList();
    }

    // ---- reading ----

    /**
     * The first lines of a query, in order of time: at most so many, and none any more when they
     * are long enough for a {@link LogPage}.
     */
    public List<LogLineView> read(LogQuery query, int limit) {
        List<String> names = names(query);
        // First opened, then asked how far they can be read: what is in their files counts too.
        names.forEach(this::book);
        long upTo = Math.min(timeLine.horizon(), end(query));
        var lines = new ArrayList<LogLineView>();
        long characters = 0;
        long seen = begin(names, query, upTo);
        while (seen < upTo && lines.size() < limit && characters < LogPage.CHARACTERS) {
            Part part = part(names, seen, upTo, limit);
            for (Named one : part.lines()) {
                if (lines.size() < limit && characters < LogPage.CHARACTERS) {
                    lines.add(view(one.name(), one.line()));
                    characters += one.line().text().length();
                }
            }
            seen = part.to();
        }
        return List.copyOf(lines);
    }

    /** A line, and who said it. */
    private record Named(String name, StoredLine line) {
        long nanos() {
            return line.nanos();
        }
    }

    /**
     * What comes next.
     *
     * @param to the time up to which these are all
     */
    private record Part(List<Named> lines, long to) {}

    private Part part(List<String> names, long after, long upTo, int limit) {
        var lines = new ArrayList<Named>();
        long to = upTo;
        for (String name : names) {
            var room = new LineRoom(limit, Math.max(1, LogPage.CHARACTERS / names.size()));
            List<StoredLine> some = book(name).after(after, to, room);
            if (room.full()) {
                to = Math.min(to, some.getLast().nanos());
            }
            some.forEach(line -> lines.add(new Named(name, line)));
        }
        long known = to;
        lines.removeIf(line -> line.nanos() > known || line.nanos() <= after);
        lines.sort(Comparator.comparingLong(Named::nanos));
        return new Part(lines, known);
    }

    private long begin(List<String> names, LogQuery query, long upTo) {
        long begin = begin(query);
        return query.tail().isEmpty()
                ? begin
                : TailPlace.of(
                        names.stream().map(this::book).toList(),
                        query.tail().getAsInt(),
                        begin,
                        upTo);
    }

    private List<String> names(LogQuery query) {
        return query.names().isEmpty()
                ? List.copyOf(places.keySet())
                : query.names().stream().filter(places::containsKey).toList();
    }

    private static long begin(LogQuery query) {
        long after = query.since().map(since -> LineCode.nanos(since) - 1).orElse(-1L);
        return query.after().map(LogStore::time).map(time -> Math.max(time, after)).orElse(after);
    }

    private static long end(LogQuery query) {
        return query.before().map(LogStore::time).filter(time -> time >= 0).orElse(Long.MAX_VALUE)
                - 1;
    }

    // A cursor nobody gave out means the beginning.
    private static long time(String cursor) {
        return cursor.matches("\\d{1,18}|[1-8]\\d{18}") ? Long.parseLong(cursor) : -1;
    }

    static LogLineView view(String name, StoredLine line) {
        Instant at = LineCode.instant(line.nanos());
        String stream =
                switch (Character.toUpperCase(line.letter())) {
                    case 'O' -> LogLineView.OUT;
                    case 'E' -> LogLineView.ERR;
                    default -> LogLineView.FOSTER;
                };
        return new LogLineView(at, name, stream, line.text(), Long.toString(line.nanos()));
    }

    /** The lines of a query, then every new one, until the subscription is closed. */
    public FollowHandle follow(LogQuery query, Follower<LogLineView> follower) {
        Thread thread = Thread.ofVirtual().unstarted(() -> followToTheEnd(query, follower));
        followers.add(thread);
        thread.start();
        return thread::interrupt;
    }

    private void follow(LogQuery query, long begin, Follower<LogLineView> follower) {
        long seen = begin;
        try {
            if (query.tail().isPresent()) {
                List<String> names = names(query);
                names.forEach(this::book);
                seen = begin(names, query, timeLine.horizon());
            }
            while (true) {
                long upTo = timeLine.horizon();
                seen = round(query, seen, upTo, follower);
                if (seen >= upTo && !timeLine.awaitBeyond(upTo)) {
                    follower.end();
                    return;
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } finally {
            followers.remove(Thread.currentThread());
        }
    }

    /** One that fails ends, and its reader hears of the end: he may come again. */
    private void followToTheEnd(LogQuery query, Follower<LogLineView> follower) {
        if (!Turns.take("pass logs on", () -> follow(query, begin(query), follower))) {
            Turns.take("end the passing on of logs", follower::end);
        }
    }

    /**
     * The newest lines of processes, for one who looks at them now and then.
     *
     * @param names whose lines; empty means everybody's
     * @param lines at most how many of a process at once
     * @param first at most how many of a process at the beginning
     */
    public Tails tails(List<String> names, int lines, int first) {
        LogQuery whose = LogQuery.all().names(names);
        var wish = new LogTails.Wish(() -> names(whose), lines, first);
        var opened = new LogTails(this, timeLine, wish, tails::remove);
        tails.add(opened);
        if (timeLine.finished()) {
            opened.hurry();
        }
        return opened;
    }

    /**
     * All processes have ended: followers get what they said to the last line, and hear that it was
     * all.
     */
    public void finish() {
        CompletableFuture.allOf(takingIn.toArray(CompletableFuture[]::new))
                .orTimeout(TAKE_IN_SECONDS, TimeUnit.SECONDS)
                .exceptionally(_ -> null)
                .join();
        timeLine.finish();
        tails.forEach(LogTails::hurry);
    }

    /** Waits until the followers have got everything, for at most this long. */
    public void awaitFollowers(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            for (Thread follower : followers) {
                follower.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
            for (LogTails open : tails) {
                open.awaitClosed(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes on what there is; the result is the time up to which all of it was. */
    private long round(LogQuery query, long seen, long upTo, Follower<LogLineView> follower) {
        List<LogLineView> lines =
                read(LogQuery.all().names(query.names()).after(Long.toString(seen)), LogPage.LINES);
        if (lines.isEmpty()) {
            return Math.max(seen, upTo);
        }
        lines.forEach(follower::next);
        return time(lines.getLast().cursor());
    }

    @Override
    public void close() {
        books.values().forEach(LogBook::close);
    }
}
