package dev.foster.daemon.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/** Finds lines by their time in files whose lines are in order of time. */
final class FileLines {
    private static final int PIECE = 64 * 1024;

    /** What is longer was not written by us. */
    private static final int LONGEST = 4 << 20;

    private static final byte[] NONE = {};

    private FileLines() {}

    /** The first lines after this time and up to that one, from files in their order. */
    static void after(List<FileChannel> files, long time, long upTo, LineRoom room)
            throws IOException {
        for (FileChannel file : files) {
            if (room.full()) {
                return;
            }
            scan(
                    file,
                    border(file, time).low(),
                    line -> {
                        if (line.nanos() > time && line.nanos() <= upTo) {
                            room.add(line);
                        }
                        return !room.full() && line.nanos() <= upTo;
                    });
        }
    }

    /**
     * The last lines up to this time, the oldest first; not those in front of so many characters.
     *
     * @param longest how many characters of a line are wanted
     */
    static List<StoredLine> last(
            List<FileChannel> files, int count, long upTo, int longest, long characters)
            throws IOException {
        var lines = new NewestLines(count, characters);
        for (FileChannel file : files.reversed()) {
            if (!lines.full()) {
                lines.addOlder(last(file, lines.rest(), upTo, longest));
            }
        }
        return lines.all();
    }

    private static NewestLines last(FileChannel file, NewestLines found, long upTo, int longest)
            throws IOException {
        long end = upTo == Long.MAX_VALUE ? file.size() : border(file, upTo).high();
        // From further and further back, until there are enough.
        for (long back = PIECE; ; back *= 4) {
            found.clear();
            scan(
                    file,
                    lineStart(file, Math.max(0, end - back)),
                    line -> {
                        if (line.nanos() > upTo) {
                            return false;
                        }
                        found.add(line.cut(longest));
                        return true;
                    });
            if (found.full() || back >= end) {
                return found;
            }
        }
    }

    /** How many bytes they are together. */
    static long size(List<FileChannel> files) throws IOException {
        long sum = 0;
        for (FileChannel file : files) {
            sum += file.size();
        }
        return sum;
    }

    /** The time of the last line; 0 when there is none. */
    static long lastTime(List<FileChannel> files) throws IOException {
        List<StoredLine> last = last(files, 1, Long.MAX_VALUE, 1, 1);
        return last.isEmpty() ? 0 : last.getFirst().nanos();
    }

    private interface Each {
        /** False to end. */
        boolean line(StoredLine line);
    }

    // Lines without a time of ours, which somebody else wrote into the file, are passed over.
    private static void scan(FileChannel file, long from, Each each) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        var rest = new ByteArrayOutputStream();
        boolean foreign = false;
        long at = from;
        while (true) {
            int count = file.read(piece.clear(), at);
            if (count <= 0) {
                return;
            }
            at += count;
            int begin = 0;
            for (int i = 0; i < count; i++) {
                if (piece.get(i) == '\n') {
                    rest.write(piece.array(), begin, i - begin);
                    byte[] line = foreign ? NONE : rest.toByteArray();
                    foreign = false;
                    rest.reset();
                    begin = i + 1;
                    if (LineCode.time(line, 0, line.length) >= 0
                            && !each.line(LineCode.decode(line, 0, line.length))) {
                        return;
                    }
                }
            }
            rest.write(piece.array(), begin, count - begin);
            if (rest.size() > LONGEST) {
                foreign = true;
                rest.reset();
            }
        }
    }

    /**
     * Two places with little between them.
     *
     * @param low where a line begins that is not later than some time, or the beginning of the file
     * @param high in front of it begins every line that is not later
     */
    private record Border(long low, long high) {}

    private static Border border(FileChannel file, long time) throws IOException {
        long low = 0;
        long high = file.size();
        while (high - low > PIECE) {
            long middle = lineStart(file, (low + high) / 2);
            if (middle >= high) {
                break;
            }
            long[] found = {-1};
            scan(
                    file,
                    middle,
                    line -> {
                        found[0] = line.nanos();
                        return false;
                    });
            if (found[0] >= 0 && found[0] <= time) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new Border(low, high);
    }

    private static long lineStart(FileChannel file, long at) throws IOException {
        if (at == 0) {
            return 0;
        }
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        long from = at - 1;
        while (true) {
            int count = file.read(piece.clear(), from);
            if (count <= 0) {
                return file.size();
            }
            for (int i = 0; i < count; i++) {
                if (piece.get(i) == '\n') {
                    return from + i + 1;
                }
            }
            from += count;
        }
    }
}
