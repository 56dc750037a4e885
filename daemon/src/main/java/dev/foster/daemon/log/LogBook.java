package dev.foster.daemon.log;

import dev.foster.daemon.config.LogSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.LineBatch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one process says, over all its runs. Lines go to memory and to the file; when the file
 * cannot be written, memory and supervision go on, and a line in the file marks the gap as soon as
 * it can be written again.
 */
final class LogBook implements AutoCloseable {
    private static final int RING = 64 * 1024;

    private final TimeLine timeLine;
    private final LineCode code = new LineCode();
    private final Path path;
    private Optional<LogFiles> files = Optional.empty();
    private Optional<LogRing> ring = Optional.empty();
    private byte[] encoded = new byte[0];
    private Optional<String> failure = Optional.empty();
    private long lostBytes;
    private long unmarkedLines;
    private long unmarkedBytes;

    LogBook(Path path, LogSpec spec, TimeLine timeLine) {
        this.path = path;
        this.timeLine = timeLine;
        try {
            files = Optional.of(new LogFiles(path, spec.rotateBytes(), spec.rotateCount()));
            timeLine.begin(lastTime());
        } catch (IOException unwritable) {
            failure = Optional.of(reason(unwritable));
        }
    }

    private long lastTime() throws IOException {
        List<FileChannel> open = open();
        try {
            return FileLines.lastTime(open);
        } finally {
            close(open);
        }
    }

    private static String reason(IOException failure) {
        String message = failure.getMessage();
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
        for (int i = 0; i < count; i++) {
            at = code.head(encoded, at, first + i, letter(batch, i));
            System.arraycopy(batch.buffer(), batch.offset(i), encoded, at, batch.length(i));
            at += batch.length(i);
            encoded[at++] = '\n';
        }
        store(first, length, count);
    }

    private static char letter(LineBatch batch, int i) {
        char letter = batch.stream(i) == ChildStream.STDOUT ? 'O' : 'E';
        return batch.cut(i) ? Character.toLowerCase(letter) : letter;
    }

    /** Adds a remark of Foster's own. */
    synchronized void remark(String text) {
        byte[] bytes = text.replace('\n', ' ').getBytes(StandardCharsets.UTF_8);
        make(LineCode.HEAD + bytes.length + 1);
        long first = timeLine.take(System.currentTimeMillis() * 1_000_000, 1);
        int at = code.head(encoded, 0, first, 'F');
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
            ring = Optional.of(new LogRing(RING));
        }
        ring.get().append(encoded, 0, length);
        // Readable from memory now; what the file makes of it concerns only later readers.
        timeLine.readable(first);
        try {
            if (files.isEmpty()) {
                throw new IOException(failure.orElse("not open"));
            }
            markGap(files.get(), first);
            files.get().append(encoded, 0, length);
            failure = Optional.empty();
        } catch (IOException unwritable) {
            failure = Optional.of(reason(unwritable));
            lostBytes += length;
            unmarkedBytes += length;
            unmarkedLines += lines;
        }
    }

    private void markGap(LogFiles target, long before) throws IOException {
        if (unmarkedLines == 0) {
            return;
        }
        byte[] text =
                (unmarkedLines
                                + " lines ("
                                + unmarkedBytes
                                + " bytes) are missing here: the file could not be written\n")
                        .getBytes(StandardCharsets.UTF_8);
        byte[] line = new byte[LineCode.HEAD + text.length];
        // The time of the last line that is missing: nothing else in the file has it.
        System.arraycopy(text, 0, line, code.head(line, 0, before - 1, 'F'), text.length);
        target.append(line, 0, line.length);
        unmarkedLines = 0;
        unmarkedBytes = 0;
    }

    /** Bytes of output that are not in the file, or were never taken in. */
    synchronized long lostBytes() {
        return lostBytes;
    }

    /** Why the file cannot be written, when it cannot. */
    synchronized Optional<String> problem() {
        return failure.map(why -> "cannot write " + path + ": " + why + "; free some space");
    }

    // ---- reading ----

    /** The first lines after this time and up to that one. */
    List<StoredLine> after(long time, long upTo, int limit) {
        List<FileChannel> open;
        synchronized (this) {
            if (ring.isPresent() && ring.get().oldest() <= time) {
                return ring.get().after(time, upTo, limit);
            }
            open = open();
        }
        List<StoredLine> lines =
                new ArrayList<>(fromFiles(open, list -> FileLines.after(list, time, upTo, limit)));
        long seen = lines.isEmpty() ? time : lines.getLast().nanos();
        synchronized (this) {
            if (ring.isPresent() && lines.size() < limit) {
                lines.addAll(ring.get().after(seen, upTo, limit - lines.size()));
            }
        }
        return lines;
    }

    /** The last lines up to this time, the oldest first. */
    List<StoredLine> last(int count, long upTo) {
        List<FileChannel> open;
        List<StoredLine> newest;
        synchronized (this) {
            newest = ring.map(lines -> lines.last(count, upTo)).orElse(List.of());
            if (newest.size() >= count) {
                return newest;
            }
            open = open();
        }
        long before = newest.isEmpty() ? upTo : newest.getFirst().nanos() - 1;
        int missing = count - newest.size();
        var lines = new ArrayList<>(fromFiles(open, list -> FileLines.last(list, missing, before)));
        lines.addAll(newest);
        return lines;
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
