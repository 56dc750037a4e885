package dev.foster.daemon.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The log of one process on disk: a file that is written, and full ones beside it, the newest
 * called {@code .1}.
 */
final class LogFiles implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final Path file;
    private final long rotateBytes;
    private final int rotateCount;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private FileChannel channel;
    private long size;

    LogFiles(Path file, long rotateBytes, int rotateCount) throws IOException {
        this.file = file;
        this.rotateBytes = rotateBytes;
        this.rotateCount = rotateCount;
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        this.channel = open();
        endTornLine();
    }

    private FileChannel open() throws IOException {
        FileChannel opened =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND);
        size = Files.isRegularFile(file) ? opened.size() : 0;
        return opened;
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

    /** Adds whole lines. What could be written before a failure stays. */
    void append(byte[] source, int at, int length) throws IOException {
        if (size > 0 && size + length > rotateBytes) {
            rotate();
        }
        write(source, at, length);
    }

    private void write(byte[] source, int at, int length) throws IOException {
        int from = at;
        while (from < at + length) {
            int piece = Math.min(BUFFER, at + length - from);
            buffer.clear().put(source, from, piece).flip();
            while (buffer.hasRemaining()) {
                size += channel.write(buffer);
            }
            from += piece;
        }
    }

    private void rotate() throws IOException {
        // Something that is no file, such as /dev/null, is written and never renamed.
        if (!Files.isRegularFile(file)) {
            size = 0;
            return;
        }
        channel.close();
        if (rotateCount == 0) {
            Files.delete(file);
        }
        for (int i = rotateCount; i > 0; i--) {
            Path older = i == 1 ? file : numbered(i - 1);
            if (Files.exists(older)) {
                Files.move(older, numbered(i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        channel = open();
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
