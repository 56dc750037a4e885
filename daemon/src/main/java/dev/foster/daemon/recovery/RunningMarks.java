package dev.foster.daemon.recovery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.daemon.files.OwnFile;
import dev.foster.daemon.files.Unwritable;
import dev.foster.process.ProcessMark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which very processes run now, in a file that the next daemon reads when this one was killed. Each
 * has a place of fixed size, so a start or an end is one small write however many there were
 * before. It is not forced to the disk: what a power failure takes from it, it takes from the
 * processes as well.
 */
public final class RunningMarks implements AutoCloseable {
    /** Room for the longest mark and the end of the line. */
    private static final int WIDTH = 96;

    private final Path path;
    private final BitSet used = new BitSet();
    private final Map<Long, Place> places = new HashMap<>();
    private Optional<OwnFile> file = Optional.empty();
    private Optional<String> problem = Optional.empty();

    private record Place(int number, String mark) {}

    /** Begins anew: what is in the file was looked for already. */
    public RunningMarks(Path path) {
        this.path = path;
        writeAll();
    }

    /** What ran when the last daemon was killed. */
    public static Set<ProcessMark> read(Path path) {
        var marks = new LinkedHashSet<ProcessMark>();
        try {
            // Whatever stands between them is nobody's mark.
            new String(Files.readAllBytes(path), UTF_8)
                    .lines()
                    .forEach(line -> ProcessMark.parse(line.strip()).ifPresent(marks::add));
        } catch (IOException none) {
            return Set.of();
        }
        return marks;
    }

    /** A run has begun, as this process. */
    public synchronized void began(long run, ProcessMark mark) {
        var place = new Place(used.nextClearBit(0), mark.toString());
        used.set(place.number());
        places.put(run, place);
        write(place.number(), place.mark());
    }

    /** Its process has ended. */
    public synchronized void ended(long run) {
        Place place = places.remove(run);
        if (place != null) {
            used.clear(place.number());
            write(place.number(), "");
        }
    }

    /** Writes again what could not be written, or is gone. */
    public synchronized void renew() {
        if (problem.isPresent() || !file.map(OwnFile::isThere).orElse(false)) {
            writeAll();
        }
    }

    /** Why it cannot be kept, when it cannot. */
    public synchronized Optional<String> problem() {
        return problem;
    }

    private void write(int place, String mark) {
        if (file.isEmpty()) {
            // All of them are written as soon as that can be done.
            return;
        }
        try {
            file.get().write((long) place * WIDTH, line(mark));
        } catch (IOException unwritable) {
            failed(unwritable);
        }
    }

    private static byte[] line(String mark) {
        return (mark + " ".repeat(WIDTH - 1 - mark.length()) + "\n").getBytes(US_ASCII);
    }

    private void writeAll() {
        close();
        try {
            OwnFile opened = OwnFile.open(path);
            file = Optional.of(opened);
            opened.channel().truncate(0);
            for (Place place : places.values()) {
                opened.write((long) place.number() * WIDTH, line(place.mark()));
            }
            problem = Optional.empty();
        } catch (IOException unwritable) {
            failed(unwritable);
        }
    }

    private void failed(IOException why) {
        problem =
                Optional.of(
                        Unwritable.problem(
                                path, why, "what runs might not be recognised after a crash"));
    }

    @Override
    public synchronized void close() {
        try {
            if (file.isPresent()) {
                file.get().close();
            }
        } catch (IOException late) {
            failed(late);
        }
        file = Optional.empty();
    }
}
