package dev.foster.daemon.journal;

import dev.foster.control.EventView;
import dev.foster.control.json.JsonText;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Events on disk, one JSON object a line, written in order: what a killed daemon leaves is whole
 * lines and perhaps one torn one at the end, which is passed over. When the file is full, it
 * becomes {@code .1} and a new one is begun.
 */
final class JournalFile implements AutoCloseable {
    /** How large a file becomes before a new one is begun. */
    static final long FULL = 4_000_000;

    private final Path path;
    private final long full;
    private Optional<FileChannel> channel = Optional.empty();
    private volatile Optional<String> problem = Optional.empty();
    private long size;

    JournalFile(Path path, long full) {
        this.path = path;
        this.full = full;
    }

    /** The last events of both files, the oldest first. */
    List<EventView> read(int most) {
        Deque<EventView> events = new ArrayDeque<>();
        for (Path file : List.of(older(), path)) {
            for (String line : lines(file)) {
                event(line).ifPresent(events::addLast);
                if (events.size() > most) {
                    events.removeFirst();
                }
            }
        }
        return new ArrayList<>(events);
    }

    private Path older() {
        return path.resolveSibling(path.getFileName() + ".1");
    }

    private static List<String> lines(Path file) {
        if (!Files.isRegularFile(file)) {
            // A device in its place may have no end.
            return List.of();
        }
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static Optional<EventView> event(String line) {
        try {
            return Optional.of(EventView.fromJson(JsonText.parse(line)));
        } catch (RuntimeException torn) {
            // Half a line, or somebody else's: nothing else is lost by it.
            return Optional.empty();
        }
    }

    void append(List<EventView> events) {
        var text = new StringBuilder();
        for (EventView event : events) {
            text.append(JsonText.write(event.toJson())).append('\n');
        }
        byte[] lines = text.toString().getBytes(StandardCharsets.UTF_8);
        try {
            FileChannel target = open();
            ByteBuffer bytes = ByteBuffer.wrap(lines);
            while (bytes.hasRemaining()) {
                target.write(bytes);
            }
            size += lines.length;
            problem = Optional.empty();
            if (size > full) {
                rotate();
            }
        } catch (IOException unwritable) {
            problem =
                    Optional.of(
                            "cannot write "
                                    + path
                                    + ": "
                                    + unwritable.getMessage()
                                    + "; free some space");
            // A torn line must not swallow the next one.
            close();
        }
    }

    private FileChannel open() throws IOException {
        if (channel.isPresent()) {
            return channel.get();
        }
        FileChannel opened =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        // From here on it is closed with the rest, also when the disk has no room for a newline.
        channel = Optional.of(opened);
        size = opened.size();
        opened.position(size);
        ByteBuffer last = ByteBuffer.allocate(1);
        if (size > 0 && opened.read(last, size - 1) == 1 && last.get(0) != '\n') {
            size += opened.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
        return opened;
    }

    private void rotate() throws IOException {
        close();
        Files.move(path, older(), StandardCopyOption.REPLACE_EXISTING);
    }

    Optional<String> problem() {
        return problem;
    }

    @Override
    public void close() {
        try {
            if (channel.isPresent()) {
                channel.get().close();
            }
        } catch (IOException late) {
            problem = Optional.of("cannot close " + path + ": " + late.getMessage());
        }
        channel = Optional.empty();
    }
}
