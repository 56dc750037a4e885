package dev.foster.daemon.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * An open file that knows whether it is still the one of its name: what is written to one that was
 * deleted or moved away goes nowhere.
 */
public final class OwnFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final Optional<Object> key;

    private OwnFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        this.key = key(path);
    }

    /** Opens it to be read and written, or begins it. */
    public static OwnFile open(Path path) throws IOException {
        return new OwnFile(
                path,
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE));
    }

    private static Optional<Object> key(Path path) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** Whether this very file is what its name leads to. */
    public boolean isThere() {
        return key.isPresent() ? key(path).equals(key) : Files.exists(path);
    }

    public FileChannel channel() {
        return channel;
    }

    /** Writes all of it. */
    public void write(long offset, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest, offset + rest.position());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
