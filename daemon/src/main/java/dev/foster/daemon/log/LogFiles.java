package dev.foster.daemon.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The log of one process on disk: a file that is written, and full ones beside it, the newest
 * called {@code .1}.
 *
 * <p>Others may take the file away, as logrotate does, or empty it. So before something is written
 * it is looked, not too often, whether the name still leads to the file that is open; else the
 * lines would go where nobody finds them.
 */
final class LogFiles implements AutoCloseable {
    private static final int PIECE = 64 * 1024;
    private static final int REMEMBERED = 100;
    private static final long LOOK_NANOS = 250_000_000;

    /** A file that gave way to newer ones. */
    private record Deleted(long lastTime, long bytes) {}

    private final Deque<Deleted> deleted = new ArrayDeque<>();
    private final Path file;
    private final long rotateBytes;
    private final int rotateCount;
    private FileChannel channel;
    // Which file is open; absent where the system does not tell files apart.
    private Optional<Object> identity = Optional.empty();
    private long lookAt;
    private long lookedTime;
    private long lookedSize;
    private long lastTime;
    private long size;

    LogFiles(Path file, long rotateBytes, int rotateCount) throws IOException {
        this.file = file;
        this.rotateBytes = rotateBytes;
        this.rotateCount = rotateCount;
        openWhole();
    }

    private void openWhole() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        channel = open();
        try {
            endTornLine();
        } catch (IOException full) {
            closeQuietly(full);
            throw full;
        }
    }

    private FileChannel open() throws IOException {
        FileChannel opened =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND);
        boolean regular = Files.isRegularFile(file);
        size = regular ? opened.size() : 0;
        identity = regular ? attributes(file).flatMap(LogFiles::identity) : Optional.empty();
        lookAt = System.nanoTime() + LOOK_NANOS;
        lookedSize = size;
        lookedTime = lastTime;
        return opened;
    }

    private static Optional<BasicFileAttributes> attributes(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<Object> identity(BasicFileAttributes of) {
        return Optional.ofNullable(of.fileKey());
    }

    /** Looks whether the name still leads to the open file, and whether that was emptied. */
    private void look() throws IOException {
        lookAt = System.nanoTime() + LOOK_NANOS;
        if (identity.isEmpty()) {
            return;
        }
        long open = channel.size();
        Optional<BasicFileAttributes> named = attributes(file);
        // The size as well: it may have been replaced just when we had opened it.
        if (!identity.equals(named.flatMap(LogFiles::identity)) || named.get().size() != open) {
            reopen();
            return;
        }
        if (open < size) {
            // What was written since the last look may be there or not.
            remember(new Deleted(lookedTime, lookedSize));
        }
        size = open;
        lookedSize = size;
        lookedTime = lastTime;
    }

    /** Opens the file anew: under its name there may be another by now, or none. */
    void reopen() throws IOException {
        Optional<Object> before = identity;
        long bytes = size;
        channel.close();
        openWhole();
        boolean moved =
                rotateCount > 0
                        && before.equals(attributes(numbered(1)).flatMap(LogFiles::identity));
        if (!moved && !before.equals(identity)) {
            remember(new Deleted(lastTime, bytes));
        }
    }

    // A daemon that was killed in the middle of a write leaves half a line.
    private void endTornLine() throws IOException {
        if (size == 0) {
            return;
        }
        try (FileChannel reader = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            reader.read(last, size - 1);
            if (last.get(0) != '\n') {
                write(new byte[] {'\n'}, 0, 1);
            }
        }
    }

    /** Adds whole lines: all of them, or none when it fails. */
    void append(byte[] source, int at, int length) throws IOException {
        if (!channel.isOpen()) {
            // The last rotation failed half-way.
            openWhole();
        } else if (System.nanoTime() - lookAt >= 0) {
            look();
        }
        if (size > 0 && size + length > rotateBytes) {
            rotate();
        }
        long before = size;
        try {
            write(source, at, length);
        } catch (IOException full) {
            takeBack(size - before, full);
            throw full;
        }
        int lastLine = LogRing.previous(source, at, at + length);
        lastTime = Math.max(lastTime, LineCode.time(source, lastLine, at + length));
    }

    // A torn line would swallow the one after it.
    private void takeBack(long written, IOException cause) {
        try {
            if (written > 0) {
                channel.truncate(channel.size() - written);
                size -= written;
            }
        } catch (IOException notEvenThat) {
            cause.addSuppressed(notEvenThat);
            closeQuietly(cause);
        }
    }

    private void closeQuietly(IOException cause) {
        try {
            channel.close();
        } catch (IOException late) {
            cause.addSuppressed(late);
        }
    }

    private void write(byte[] source, int at, int length) throws IOException {
        int from = at;
        while (from < at + length) {
            int piece = Math.min(PIECE, at + length - from);
            ByteBuffer buffer = ByteBuffer.wrap(source, from, piece);
            while (buffer.hasRemaining()) {
                size += channel.write(buffer);
            }
            from += piece;
        }
    }

    private void rotate() throws IOException {
        // Something that is no file, such as /dev/null, is written and never renamed.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            size = 0;
            return;
        }
        channel.close();
        if (rotateCount == 0) {
            Deleted whole = describe(file);
            Files.deleteIfExists(file);
            remember(whole);
        }
        for (int i = rotateCount; i > 0; i--) {
            Path older = i == 1 ? file : numbered(i - 1);
            if (Files.exists(older)) {
                Deleted replaced = describe(numbered(i));
                Files.move(older, numbered(i), StandardCopyOption.REPLACE_EXISTING);
                remember(replaced);
            }
        }
        channel = open();
    }

    private static Deleted describe(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return new Deleted(0, 0);
        }
        try (FileChannel reader = FileChannel.open(path, StandardOpenOption.READ)) {
            return new Deleted(FileLines.lastTime(List.of(reader)), reader.size());
        }
    }

    private void remember(Deleted file) {
        if (file.lastTime() == 0) {
            return;
        }
        deleted.addLast(file);
        if (deleted.size() > REMEMBERED) {
            // Two become one: for whoever is that far behind, the sum is still right.
            Deleted first = deleted.removeFirst();
            Deleted second = deleted.removeFirst();
            deleted.addFirst(new Deleted(second.lastTime(), first.bytes() + second.bytes()));
        }
    }

    /** The time of the last line that was rotated away since this was opened; 0 for none. */
    long rotatedAway() {
        return deleted.isEmpty() ? 0 : deleted.getLast().lastTime();
    }

    /** At most how many bytes after this time were rotated away since this was opened. */
    long rotatedAwayAfter(long time) {
        return deleted.stream()
                .filter(file -> file.lastTime() > time)
                .mapToLong(Deleted::bytes)
                .sum();
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /** All of it for reading, the oldest first; they stay readable when they are rotated away. */
    List<FileChannel> openForReading() throws IOException {
        var all = new ArrayList<FileChannel>();
        for (int i = rotateCount; i >= 0; i--) {
            Path path = i == 0 ? file : numbered(i);
            if (Files.isRegularFile(path)) {
                all.add(FileChannel.open(path, StandardOpenOption.READ));
            }
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
