package dev.foster.daemon.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.EventView;
import dev.foster.daemon.files.OwnFile;
import dev.foster.daemon.files.Unwritable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Events on disk, one JSON object a line, written in order: what a killed daemon leaves is whole
 * lines and perhaps one torn one at the end, which is passed over. When the file is full, it
 * becomes {@code .1} and a new one is begun.
 */
final class JournalFile implements AutoCloseable {
    /** How large a file becomes before a new one is begun. */
    static final long FULL = 4_000_000;

    /** Beyond this no reader of JSON is sure to know one number from the next. */
    private static final long HIGHEST = 1L << 53;

    private final Path path;
    private final long full;
    private Optional<OwnFile> file = Optional.empty();
    private Optional<String> problem = Optional.empty();
    private long size;

    JournalFile(Path path, long full) {
        this.path = path;
        this.full = full;
    }

    /** The last events of both files, the oldest first. */
    List<EventView> read(int most) {
        // What could only be written on a second try may be there twice.
        var events = new TreeMap<Long, EventView>();
        for (Path each : List.of(older(), path)) {
            for (String line : lines(each)) {
                event(line).ifPresent(event -> events.putIfAbsent(event.id(), event));
                if (events.size() > most) {
                    events.pollFirstEntry();
                }
            }
        }
        return new ArrayList<>(events.values());
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
            return new String(Files.readAllBytes(file), UTF_8).lines().toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static Optional<EventView> event(String line) {
        try {
            return Optional.of(EventLine.read(line))
                    .filter(event -> event.id() > 0 && event.id() < HIGHEST);
        } catch (RuntimeException torn) {
            // Half a line, or somebody else's: nothing else is lost by it.
            return Optional.empty();
        }
    }

    /** Whether what was written is out of reach: the file was deleted or moved away. */
    boolean isLost() {
        return file.isPresent() && !file.get().isThere();
    }

    /**
     * Writes all of them, or as good as none: what could be written of them is taken back.
     *
     * @param last whether they have to be on the disk, not only with the system, before this
     *     returns
     */
    boolean append(Collection<EventView> events, boolean last) {
        var text = new StringBuilder();
        for (EventView event : events) {
            text.append(EventLine.write(event)).append('\n');
        }
        byte[] lines = text.toString().getBytes(UTF_8);
        try {
            OwnFile target = open();
            target.write(size, lines);
            if (last) {
                target.channel().force(false);
            }
            size += lines.length;
        } catch (IOException unwritable) {
            failed(unwritable);
            takeBack();
            return false;
        }
        problem = Optional.empty();
        if (size > full) {
            rotate();
        }
        return true;
    }

    private OwnFile open() throws IOException {
        if (isLost()) {
            close();
        }
        if (file.isPresent()) {
            return file.get();
        }
        OwnFile opened = OwnFile.open(path);
        // From here on it is closed with the rest, also when the disk has no room for a newline.
        file = Optional.of(opened);
        size = opened.channel().size();
        ByteBuffer last = ByteBuffer.allocate(1);
        if (size > 0 && opened.channel().read(last, size - 1) == 1 && last.get(0) != '\n') {
            // A torn line must not swallow the next one.
            opened.write(size, new byte[] {'\n'});
            size++;
        }
        return opened;
    }

    private void takeBack() {
        try {
            if (file.isPresent()) {
                file.get().channel().truncate(size);
            }
        } catch (IOException stillThere) {
            // It is passed over as a torn line, or as one that is there twice.
            close();
        }
    }

    private void rotate() {
        if (!force()) {
            return;
        }
        close();
        try {
            Files.move(path, older(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException immovable) {
            failed(immovable);
        }
    }

    /** Returns when all that was written is on the disk. */
    boolean force() {
        try {
            if (file.isPresent()) {
                file.get().channel().force(false);
            }
            return true;
        } catch (IOException unwritable) {
            failed(unwritable);
            return false;
        }
    }

    private void failed(IOException failure) {
        problem = Optional.of(Unwritable.problem(path, failure));
    }

    Optional<String> problem() {
        return problem;
    }

    @Override
    public void close() {
        try {
            if (file.isPresent()) {
                file.get().close();
            }
        } catch (IOException late) {
            problem = Optional.of("cannot close " + path + ": " + late.getMessage());
        }
        file = Optional.empty();
    }
}
