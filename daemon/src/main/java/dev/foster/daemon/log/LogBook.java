package dev.foster.daemon.log;

import dev.foster.daemon.config.LogSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.LineBatch;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one process says, over all its runs. Lines go to memory and to the files; when these cannot
 * be written, memory and supervision go on.
 */
final class LogBook implements AutoCloseable {
    /** How much is written at once: what is made ready for that stays in memory. */
    private static final int PIECE = 64 * 1024;

    private static final long MILLISECOND = 1_000_000;

    private final TimeLine timeLine;
    private final LineCode code = new LineCode();
    private final MarkedFiles files;
    private final int ringBytes;
    private Optional<LogRing> ring = Optional.empty();
    private final AtomicLong said = new AtomicLong();
    private final AtomicLong saidBytes = new AtomicLong();
    private byte[] encoded = new byte[0];
    private long missedBytes;
    // Lines up to this time were there before us: they are in the files or nowhere.
    private final long earlier;

    /**
     * @param ringBytes how much of it is kept in memory
     */
    LogBook(Path path, LogSpec spec, TimeLine timeLine, int ringBytes) {
        this.timeLine = timeLine;
        this.ringBytes = ringBytes;
        this.files = new MarkedFiles(path, spec);
        this.earlier =
                files.lastTime().orElseGet(() -> System.currentTimeMillis() * MILLISECOND - 1);
        timeLine.begin(earlier);
    }

    // ---- writing ----

    /** Takes lines in; valid only during the call, like the batch. */
    synchronized void append(LineBatch batch) {
        int count = batch.size();
        for (int from = 0; from < count; ) {
            int length = encodedLength(batch, from);
            int to = from + 1;
            while (to < count && length + encodedLength(batch, to) <= PIECE) {
                length += encodedLength(batch, to++);
            }
            append(batch, from, to, length);
            from = to;
        }
    }

    private static int encodedLength(LineBatch batch, int i) {
        return LineCode.HEAD + batch.length(i) + 1;
    }

    private void append(LineBatch batch, int from, int to, int length) {
        make(length);
        long first = timeLine.take(batch.atMicros(0) * 1000, to - from);
        try {
            encode(batch, from, to, first);
            store(first, length, to - from);
        } finally {
            // Whatever failed: lines that stay under way for ever would hold up all readers.
            timeLine.readable(first);
        }
    }

    private void encode(LineBatch batch, int from, int to, long first) {
        int at = 0;
        int before = 0;
        for (int i = from; i < to; i++) {
            int begin = at;
            long nanos = first + (i - from);
            at =
                    i == from
                            ? code.head(encoded, at, nanos, letter(batch, i))
                            : code.nextHead(encoded, before, at, nanos, letter(batch, i));
            before = begin;
            System.arraycopy(batch.buffer(), batch.offset(i), encoded, at, batch.length(i));
            at += batch.length(i);
            encoded[at++] = '\n';
        }
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
        try {
            int at = code.head(encoded, 0, first, letter);
            System.arraycopy(bytes, 0, encoded, at, bytes.length);
            encoded[at + bytes.length] = '\n';
            store(first, at + bytes.length + 1, 1);
        } finally {
            timeLine.readable(first);
        }
    }

    /** Output that could not be taken in, by a fault. */
    synchronized void missed(long bytes) {
        missedBytes += bytes;
    }

    /** Output that could not be taken in, because it came faster than it could be written. */
    synchronized void gap(long bytes) {
        missedBytes += bytes;
        remark(
                bytes
                        + " bytes of output are missing here: they came faster than they could be"
                        + " kept");
    }

    private void make(int length) {
        if (encoded.length < length) {
            encoded = new byte[Math.max(length, Math.min(PIECE, 2 * encoded.length))];
        }
    }

    private void store(long first, int length, int lines) {
        if (ring.isEmpty()) {
            ring = Optional.of(new LogRing(ringBytes, earlier));
        }
        ring.get().append(encoded, 0, length);
        said.addAndGet(lines);
        saidBytes.addAndGet(length);
        // Readable from memory now; what the file makes of it concerns only later readers.
        timeLine.readable(first);
        files.append(encoded, length, first, lines);
    }

    /** Bytes of output that are not in the file, or were never taken in. */
    synchronized long lostBytes() {
        return missedBytes + files.lostBytes();
    }

    /** Opens its file anew, which somebody may have moved away. */
    synchronized void reopen() {
        files.reopen();
    }

    /** Why the file cannot be written, when it cannot. */
    synchronized Optional<String> problem() {
        return files.problem();
    }

    // ---- reading ----

    /**
     * The first lines after this time and up to that one. Where lines are missing that were there,
     * a remark says so; but not to a reader without a place, who wants whatever there is.
     */
    List<StoredLine> after(long time, long upTo, LineRoom room) {
        List<FileChannel> open;
        List<StoredLine> newest;
        Optional<StoredLine> unwritten;
        long gone;
        synchronized (this) {
            gone = ring.map(LogRing::gone).orElse(earlier);
            newest = ring.map(kept -> kept.after(time, upTo, room.left())).orElse(List.of());
            if (gone <= time || upTo <= time) {
                newest.forEach(room::add);
                return room.lines();
            }
            open = files.openForReading();
            files.rotatedAway(time, Math.min(gone, upTo)).ifPresent(room::add);
            unwritten = files.unwritten(gone, upTo);
        }
        long until = Math.min(gone, upTo);
        MarkedFiles.read(
                open,
                list -> {
                    FileLines.after(list, time, until, room);
                    return room;
                },
                room);
        unwritten.ifPresent(room::add);
        newest.forEach(room::add);
        return room.lines();
    }

    /** The times of the last lines up to this time, in their order. */
    long[] times(int count, long upTo) {
        return last(count, upTo, 1).stream().mapToLong(StoredLine::nanos).toArray();
    }

    /** How many lines it has at most. */
    long mostLines() {
        List<FileChannel> open;
        synchronized (this) {
            open = files.openForReading();
        }
        long bytes = ringBytes + MarkedFiles.read(open, FileLines::size, 0L);
        return bytes / (LineCode.HEAD + 1);
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
        return last(count, upTo, longest, Long.MAX_VALUE);
    }

    /**
     * The last lines up to this time, the oldest first; of those in the file none in front of so
     * many characters. Memory never has more than a little.
     *
     * @param longest how many characters of a line are wanted
     */
    List<StoredLine> last(int count, long upTo, int longest, long characters) {
        List<FileChannel> open;
        List<StoredLine> newest;
        long missingCharacters;
        synchronized (this) {
            newest = newest(count, upTo, longest);
            missingCharacters =
                    characters - newest.stream().mapToLong(line -> line.text().length()).sum();
            if (newest.size() >= count || missingCharacters <= 0) {
                return newest;
            }
            open = files.openForReading();
        }
        long before = newest.isEmpty() ? upTo : newest.getFirst().nanos() - 1;
        int missing = count - newest.size();
        var lines =
                new ArrayList<>(
                        MarkedFiles.read(
                                open,
                                list ->
                                        FileLines.last(
                                                list, missing, before, longest, missingCharacters),
                                List.of()));
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

    @Override
    public synchronized void close() {
        files.close();
    }
}
