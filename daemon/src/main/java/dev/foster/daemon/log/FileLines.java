package dev.foster.daemon.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finds lines by their time in files whose lines are in order of time. */
final class FileLines {
    private static final int PIECE = 64 * 1024;

    private FileLines() {}

    /** The first lines after this time and up to that one, from files in their order. */
    static List<StoredLine> after(List<FileChannel> files, long time, long upTo, int limit)
            throws IOException {
        var lines = new ArrayList<StoredLine>();
        for (FileChannel file : files) {
            scan(
                    file,
                    place(file, time),
                    line -> {
                        if (line.nanos() > time && line.nanos() <= upTo) {
                            lines.add(line);
                        }
                        return lines.size() < limit && line.nanos() <= upTo;
                    });
            if (lines.size() >= limit) {
                break;
            }
        }
        return lines;
    }

    /** The last lines up to this time, the oldest first. */
    static List<StoredLine> last(List<FileChannel> files, int count, long upTo) throws IOException {
        Deque<StoredLine> lines = new ArrayDeque<>();
        for (FileChannel file : files.reversed()) {
            // From further and further back, until there are enough.
            long size = file.size();
            Deque<StoredLine> found = new ArrayDeque<>();
            long back = PIECE;
            while (true) {
                long from = lineStart(file, Math.max(0, size - back));
                found.clear();
                int wanted = count - lines.size();
                scan(
                        file,
                        from,
                        line -> {
                            if (line.nanos() <= upTo) {
                                found.addLast(line);
                                if (found.size() > wanted) {
                                    found.removeFirst();
                                }
                            }
                            return true;
                        });
                if (found.size() >= wanted || back >= size) {
                    break;
                }
                back *= 4;
            }
            while (!found.isEmpty()) {
                lines.addFirst(found.removeLast());
            }
            if (lines.size() >= count) {
                break;
            }
        }
        return List.copyOf(lines);
    }

    /** The time of the last line; 0 when there is none. */
    static long lastTime(List<FileChannel> files) throws IOException {
        List<StoredLine> last = last(files, 1, Long.MAX_VALUE);
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
                    byte[] line = rest.toByteArray();
                    rest.reset();
                    begin = i + 1;
                    if (LineCode.time(line, 0, line.length) >= 0
                            && !each.line(LineCode.decode(line, 0, line.length))) {
                        return;
                    }
                }
            }
            rest.write(piece.array(), begin, count - begin);
        }
    }

    /** Where a line begins whose time is at most this; or the beginning of the file. */
    private static long place(FileChannel file, long time) throws IOException {
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
        return low;
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
