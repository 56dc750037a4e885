package dev.foster.daemon.log;

import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.files.Unwritable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The files of a log, written while they can be. When they cannot, it is tried again with what
 * comes next, and a line marks the gap as soon as there is room for it. Guarded by the lock of its
 * {@link LogBook}.
 */
final class MarkedFiles implements AutoCloseable {
    private static final long RETRY_NANOS = 250_000_000;

    private final Path path;
    private final LogSpec spec;
    private Optional<LogFiles> files = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private long lostBytes;
    private long unmarkedLines;
    private long unmarkedBytes;
    // The lines the file does not have, or did not have when it last could not be written.
    private long firstUnmarked = Long.MAX_VALUE;
    private long lastUnmarked;
    private long nextTry = System.nanoTime();

    MarkedFiles(Path path, LogSpec spec) {
        this.path = path;
        this.spec = spec;
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

    // The path that the system's message may begin with is told anyway.

    /** The time of the last line there is; none when the files cannot be used. */
    OptionalLong lastTime() {
        try {
            openFiles();
            List<FileChannel> open = openForReading();
            try {
                return OptionalLong.of(FileLines.lastTime(open));
            } finally {
                close(open);
            }
        } catch (IOException unusable) {
            failure = Optional.of(Unwritable.reason(unusable));
            return OptionalLong.empty();
        }
    }

    // ---- writing ----

    /**
     * Adds lines, or remembers that they are missing.
     *
     * @param first the time of the first; each that follows is a nanosecond later
     */
    void append(byte[] encoded, int length, long first, int lines) {
        try {
            LogFiles target = openFiles();
            if (unmarkedLines == 0) {
                target.append(encoded, 0, length);
            } else {
                appendAfterGap(target, encoded, length);
            }
            failure = Optional.empty();
        } catch (IOException unwritable) {
            failure = Optional.of(Unwritable.reason(unwritable));
            lostBytes += length;
            firstUnmarked = unmarkedLines == 0 ? first : firstUnmarked;
            lastUnmarked = first + lines - 1;
            unmarkedBytes += length;
            unmarkedLines += lines;
        }
    }

    // Mark and lines at once: on a disk that is nearly full, marks alone would take the last room.
    private void appendAfterGap(LogFiles target, byte[] encoded, int length) throws IOException {
        byte[] text =
                (unmarkedLines
                                + " lines ("
                                + unmarkedBytes
                                + " bytes) are missing here: the file could not be written\n")
                        .getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[LineCode.HEAD + text.length + length];
        // The time of the last line that is missing: nothing else in the file has it.
        int at = new LineCode().head(all, 0, lastUnmarked, 'F');
        System.arraycopy(text, 0, all, at, text.length);
        System.arraycopy(encoded, 0, all, at + text.length, length);
        target.append(all, 0, all.length);
        unmarkedLines = 0;
        unmarkedBytes = 0;
    }

    /** Opens the file anew, at once: whoever asked for that wants the old one to be free. */
    void reopen() {
        try {
            if (files.isPresent()) {
                files.get().reopen();
            }
        } catch (IOException unusable) {
            failure = Optional.of(Unwritable.reason(unusable));
        }
    }

    /** Bytes that came and are not in the file. */
    long lostBytes() {
        return lostBytes;
    }

    /** Why the file cannot be written, when it cannot. */
    Optional<String> problem() {
        return failure.map(why -> Unwritable.problem(path, why));
    }

    // ---- reading ----

    /** What to say to a reader who was here at a time, of lines that were rotated away since. */
    Optional<StoredLine> rotatedAway(long time, long upTo) {
        long last = files.map(LogFiles::rotatedAway).orElse(0L);
        if (time < 0 || last <= time) {
            return Optional.empty();
        }
        long bytes = files.map(all -> all.rotatedAwayAfter(time)).orElse(0L);
        // It stands where the last of the missing lines stood.
        return Optional.of(
                new StoredLine(
                        Math.min(last, upTo),
                        'F',
                        "up to " + bytes + " bytes were rotated away before they were read"));
    }

    /**
     * What to say of lines that are neither here nor in memory.
     *
     * @param gone the time of the last line that memory no longer has
     */
    Optional<StoredLine> unwritten(long gone, long upTo) {
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

    /** The files as they are now, the oldest first; to be given to {@link #read}. */
    List<FileChannel> openForReading() {
        try {
            return files.isPresent() ? files.get().openForReading() : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** How something is found in files. */
    interface Reading<T> {
        T read(List<FileChannel> files) throws IOException;
    }

    /**
     * Reads opened files and closes them; needs no lock.
     *
     * @param otherwise the result when they cannot be read
     */
    static <T> T read(List<FileChannel> open, Reading<T> reading, T otherwise) {
        try {
            return reading.read(open);
        } catch (IOException unreadable) {
            // What is in memory is all there is then.
            return otherwise;
        } finally {
            close(open);
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
    public void close() {
        try {
            if (files.isPresent()) {
                files.get().close();
            }
        } catch (IOException late) {
            failure = Optional.of(Unwritable.reason(late));
        }
    }
}
