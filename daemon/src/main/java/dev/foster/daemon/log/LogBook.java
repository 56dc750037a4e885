package dev.foster.daemon.log;

import dev.foster.daemon.config.LogSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.LineBatch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one process says, over all its runs. Lines go to memory and to the file; when the file
 * cannot be written, memory and supervision go on, and a line in the file marks the gap as soon as
 * it can be written again.
 */
final class LogBook implements AutoCloseable {
    private static final int RING = 64 * 1024;
    private static final long MILLISECOND = 1_000_000;
    private static final long RETRY_NANOS = 250 * MILLISECOND;

    private final TimeLine timeLine;
    private final LineCode code = new LineCode();
    private final Path path;
    private final LogSpec spec;
    private Optional<LogFiles> files = Optional.empty();
    private Optional<LogRing> ring = Optional.empty();
    private final AtomicLong said = new AtomicLong();
    private final AtomicLong saidBytes = new AtomicLong();
    private byte[] encoded = new byte[0];
    private Optional<String> failure = Optional.empty();
    private long lostBytes;
    private long unmarkedLines;
    private long unmarkedBytes;
    // The lines the file does not have, or did not have when it last could not be written.
    private long firstUnmarked = Long.MAX_VALUE;
    private long lastUnmarked;
    private long nextTry = System.nanoTime();
    // Lines up to this time were there before us: they are in the files or nowhere.
    private long earlier;

    LogBook(Path path, LogSpec spec, TimeLine timeLine) {
        this.path = path;
        this.spec = spec;
        this.timeLine = timeLine;
        try {
            openFiles();
            earlier = lastTime();
        } catch (IOException unwritable) {
            failure = Optional.of(reason(unwritable));
            earlier = System.currentTimeMillis() * MILLISECOND - 1;
        }
        timeLine.begin(earlier);
    }

    private LogFiles openFiles() throws IOException {
        if (files.isEmpty()) {
            if (System.nanoTime() - nextTry < 0) {
                throw new IOException(failure.orElse("not open"));
            }
            nextTry = System.nanoTime() + RETRY_NANOS;
            files = Optional.of(new LogFiles(path, spec.rotateBytes(), spec.rotateCount()));
        }
        return files.get();
    }

    private long lastTime() throws IOException {
        List<FileChannel> open = open();
        try {
            return FileLines.lastTime(open);
        } finally {
            close(open);
        }
    }

    // The path that the system's message may begin with is told anyway.
    private static String reason(IOException failure) {
        String message =
                switch (failure) {
                    case AccessDeniedException _ -> "permission denied";
                    case FileSystemException about -> about.getReason();
                    default -> failure.getMessage();
                };
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    // ---- writing ----

    /** Takes lines in; valid only during the call, like the batch. */
    synchronized void append(LineBatch batch) {
        int count = batch.size();
        if (count == 0) {
            return;
        }
        int length = 0;
        for (int i = 0; i < count; i++) {
            length += LineCode.HEAD + batch.length(i) + 1;
        }
        make(length);
        long first = timeLine.take(batch.atMicros(0) * 1000, count);
        int at = 0;
        int before = 0;
        for (int i = 0; i < count; i++) {
            int begin = at;
            at =
                    i == 0
                            ? code.head(encoded, at, first, letter(batch, i))
                            : code.nextHead(encoded, before, at, first + i, letter(batch, i));
            before = begin;
            System.arraycopy(batch.buffer(), batch.offset(i), encoded, at, batch.length(i));
            at += batch.length(i);
            encoded[at++] = '\n';
        }
        store(first, length, count);
    }

    private static char letter(LineBatch batch, int i) {
        return letter(batch.stream(i), batch.cut(i));
    }

    private static char letter(ChildStream stream, boolean cut) {
        char letter = stream == ChildStream.STDOUT ? 'O' : 'E';
        return cut ? Character.toLowerCase(letter) : letter;
    }

    /** Adds a line that came by other means than the streams; without its end. */
    void add(ChildStream stream, byte[] line, boolean cut) {
        add(letter(stream, cut), line);
    }

    /** Adds a remark of Foster's own. */
    void remark(String text) {
        add('F', text.replace('\n', ' ').getBytes(StandardCharsets.UTF_8));
    }

    private synchronized void add(char letter, byte[] bytes) {
        make(LineCode.HEAD + bytes.length + 1);
        long first = timeLine.take(System.currentTimeMillis() * MILLISECOND, 1);
        int at = code.head(encoded, 0, first, letter);
        System.arraycopy(bytes, 0, encoded, at, bytes.length);
        encoded[at + bytes.length] = '\n';
        store(first, at + bytes.length + 1, 1);
    }

    /** Output that could not be taken in, because it came faster than it could be written. */
    synchronized void gap(long bytes) {
        lostBytes += bytes;
        remark(
                bytes
                        + " bytes of output are missing here: they came faster than they could be"
                        + " kept");
    }

    private void make(int length) {
        if (encoded.length < length) {
            encoded = new byte[Math.max(length, Math.min(1 << 20, 2 * encoded.length))];
        }
    }

    private void store(long first, int length, int lines) {
        if (ring.isEmpty()) {
            ring = Optional.of(new LogRing(RING, earlier));
        }
        ring.get().append(encoded, 0, length);
        said.addAndGet(lines);
        saidBytes.addAndGet(length);
        // Readable from memory now; what the file makes of it concerns only later readers.
        timeLine.readable(first);
        try {
            LogFiles target = openFiles();
            if (unmarkedLines == 0) {
                target.append(encoded, 0, length);
            } else {
                appendAfterGap(target, length);
            }
            failure = Optional.empty();
        } catch (IOException unwritable) {
            failure = Optional.of(reason(unwritable));
            lostBytes += length;
            firstUnmarked = unmarkedLines == 0 ? first : firstUnmarked;
            lastUnmarked = first + lines - 1;
            unmarkedBytes += length;
            unmarkedLines += lines;
        }
    }

    // Mark and lines at once: on a disk that is nearly full, marks alone would take the last room.
    private void appendAfterGap(LogFiles target, int length) throws IOException {
        byte[] text =
                (unmarkedLines
                                + " lines ("
                                + unmarkedBytes
                                + " bytes) are missing here: the file could not be written\n")
                        .getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[LineCode.HEAD + text.length + length];
        // The time of the last line that is missing: nothing else in the file has it.
        int at = code.head(all, 0, lastUnmarked, 'F');
        System.arraycopy(text, 0, all, at, text.length);
        System.arraycopy(encoded, 0, all, at + text.length, length);
        target.append(all, 0, all.length);
        unmarkedLines = 0;
        unmarkedBytes = 0;
    }

    /** Bytes of output that are not in the file, or were never taken in. */
    synchronized long lostBytes() {
        return lostBytes;
    }

    /** Why the file cannot be written, when it cannot. */
    synchronized Optional<String> problem() {
        return failure.map(
                why ->
                        "cannot write "
                                + path
                                + ": "
                                + why
                                + (why.contains("space")
                                        ? "; free some space"
                                        : "; make it a file that can be written"));
    }

    // ---- reading ----

    /**
     * The first lines after this time and up to that one. Where lines are missing that were there,
     * a remark says so; but not to a reader without a place, who wants whatever there is.
     */
    List<StoredLine> after(long time, long upTo, int limit) {
        List<FileChannel> open;
        List<StoredLine> newest;
        var lines = new ArrayList<StoredLine>();
        Optional<StoredLine> unwritten;
        long gone;
        synchronized (this) {
            gone = ring.map(LogRing::gone).orElse(earlier);
            newest = ring.map(kept -> kept.after(time, upTo, limit)).orElse(List.of());
            if (gone <= time || upTo <= time) {
                return newest;
            }
            open = open();
            rotatedAway(time, Math.min(gone, upTo)).ifPresent(lines::add);
            unwritten = unwritten(gone, upTo);
        }
        long until = Math.min(gone, upTo);
        lines.addAll(fromFiles(open, list -> FileLines.after(list, time, until, limit)));
        unwritten.ifPresent(lines::add);
        lines.addAll(newest);
        return lines.subList(0, Math.min(limit, lines.size()));
    }

    // It stands where the last of the missing lines stood.
    private Optional<StoredLine> rotatedAway(long time, long upTo) {
        long last = files.map(LogFiles::rotatedAway).orElse(0L);
        if (time < 0 || last <= time) {
            return Optional.empty();
        }
        long bytes = files.map(all -> all.rotatedAwayAfter(time)).orElse(0L);
        return Optional.of(
                new StoredLine(
                        Math.min(last, upTo),
                        'F',
                        "up to " + bytes + " bytes were rotated away before they were read"));
    }

    private Optional<StoredLine> unwritten(long gone, long upTo) {
        // A mark in the file at the time of a line that memory has is not read.
        boolean unmarked = unmarkedLines > 0 || lastUnmarked > gone;
        return unmarked && firstUnmarked <= Math.min(gone, upTo)
                ? Optional.of(
                        new StoredLine(
                                Math.min(gone, upTo),
                                'F',
                                "lines are missing here: the file could not be written, and"
                                        + " memory keeps only the newest"))
                : Optional.empty();
    }

    /** The last lines up to this time, the oldest first. */
    List<StoredLine> last(int count, long upTo) {
        return last(count, upTo, Integer.MAX_VALUE);
    }

    /**
     * The last lines up to this time, the oldest first.
     *
     * @param longest how many characters of a line are wanted
     */
    List<StoredLine> last(int count, long upTo, int longest) {
        List<FileChannel> open;
        List<StoredLine> newest;
        synchronized (this) {
            newest = newest(count, upTo, longest);
            if (newest.size() >= count) {
                return newest;
            }
            open = open();
        }
        long before = newest.isEmpty() ? upTo : newest.getFirst().nanos() - 1;
        int missing = count - newest.size();
        var lines =
                new ArrayList<>(
                        fromFiles(open, list -> FileLines.last(list, missing, before, longest)));
        lines.addAll(newest);
        return lines;
    }

    private List<StoredLine> newest(int count, long upTo, int longest) {
        return ring.map(kept -> kept.last(count, upTo)).orElse(List.of()).stream()
                .map(line -> line.cut(longest))
                .toList();
    }

    /** How many lines it took in since it was opened; asked often, so without its lock. */
    long said() {
        return said.get();
    }

    /** How many bytes these are as they stand in the log. */
    long saidBytes() {
        return saidBytes.get();
    }

    /**
     * A place in a log.
     *
     * @param said how many lines it had taken in by then
     * @param time that of the last of them, or later
     */
    record Mark(long said, long time) {}

    /** How far it can be read now; empty while memory does not reach back that far. */
    synchronized Optional<Mark> mark() {
        // Nothing of ours is under way while we hold the lock, but something of others may be.
        long upTo = timeLine.horizon();
        if (ring.isEmpty()) {
            return Optional.of(new Mark(0, upTo));
        }
        return ring.filter(kept -> kept.gone() <= upTo)
                .map(kept -> new Mark(said.get() - kept.countAfter(upTo), upTo));
    }

    /**
     * What it took in since it was last asked.
     *
     * @param lines the newest of it
     */
    record News(Mark mark, List<StoredLine> lines) {}

    /** What it took in since a mark: the newest lines that memory has, and how far they go. */
    News news(Mark seen, int most, int longest) {
        Optional<Mark> now;
        List<StoredLine> lines = List.of();
        int wanted;
        synchronized (this) {
            now = mark().filter(mark -> mark.said() > seen.said());
            if (now.isEmpty()) {
                return new News(seen, lines);
            }
            wanted = (int) Math.min(most, now.get().said() - seen.said());
            lines = newest(wanted, now.get().time(), longest);
        }
        if (lines.isEmpty()) {
            // A line that is too long for memory is in the file.
            lines = last(1, now.get().time(), longest);
        }
        return new News(
                now.get(), lines.stream().filter(line -> line.nanos() > seen.time()).toList());
    }

    private interface Reading {
        List<StoredLine> read(List<FileChannel> files) throws IOException;
    }

    private static List<StoredLine> fromFiles(List<FileChannel> open, Reading reading) {
        try {
            return reading.read(open);
        } catch (IOException unreadable) {
            // What is in memory is all there is then.
            return List.of();
        } finally {
            close(open);
        }
    }

    private List<FileChannel> open() {
        try {
            return files.isPresent() ? files.get().openForReading() : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static void close(List<FileChannel> open) {
        for (FileChannel channel : open) {
            try {
                channel.close();
            } catch (IOException ignored) {
                // It was only read.
            }
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (files.isPresent()) {
                files.get().close();
            }
        } catch (IOException late) {
            failure = Optional.of(reason(late));
        }
    }
}
