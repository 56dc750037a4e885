package dev.foster.daemon.log;

import java.util.ArrayList;
import java.util.List;

/** The newest lines of one process, whole ones only, in memory that does not grow. */
final class LogRing {
    private final byte[] bytes;
    private int start;
    private int end;
    private long gone;

    /**
     * @param gone the time of the last line that it will not have, however early it is asked
     */
    LogRing(int capacity, long gone) {
        this.bytes = new byte[capacity];
        this.gone = gone;
    }

    /** Adds whole lines; the oldest give way. */
    void append(byte[] source, int at, int length) {
        int from = at;
        int count = length;
        if (count > bytes.length) {
            from = lineStart(source, at + length - bytes.length, at + length);
            gone = LineCode.time(source, previous(source, at, from), from);
            count = at + length - from;
            start = 0;
            end = 0;
        }
        if (end + count > bytes.length) {
            makeRoom(count);
        }
        System.arraycopy(source, from, bytes, end, count);
        end += count;
    }

    // Half of it goes at once, so that bytes are moved seldom.
    private void makeRoom(int count) {
        int keep = Math.min(end - start, Math.max(0, bytes.length / 2 - count));
        int from = keep == 0 ? end : lineStart(bytes, end - keep, end);
        if (from > start) {
            gone = LineCode.time(bytes, previous(bytes, start, from), from);
        }
        System.arraycopy(bytes, from, bytes, 0, end - from);
        end -= from;
        start = 0;
    }

    /** The beginning of the first line that begins here or later. */
    private static int lineStart(byte[] source, int at, int end) {
        if (at == 0 || source[at - 1] == '\n') {
            return at;
        }
        for (int i = at; i < end; i++) {
            if (source[i] == '\n') {
                return i + 1;
            }
        }
        return end;
    }

    /** The time of the newest line that gave way: it has every line after that. */
    long gone() {
        return gone;
    }

    /** The first lines after this time and up to that one. */
    List<StoredLine> after(long time, long upTo, int limit) {
        return forward(firstAfter(time), upTo, limit);
    }

    // From the end: who follows wants the last few.
    private int firstAfter(long time) {
        int at = end;
        while (at > start) {
            int before = previous(bytes, start, at);
            if (LineCode.time(bytes, before, at) <= time) {
                return at;
            }
            at = before;
        }
        return at;
    }

    /** The beginning of the line that ends here. */
    static int previous(byte[] source, int low, int at) {
        int i = at - 2;
        while (i >= low && source[i] != '\n') {
            i--;
        }
        return i + 1;
    }

    private List<StoredLine> forward(int from, long upTo, int limit) {
        var lines = new ArrayList<StoredLine>();
        int at = from;
        while (at < end && lines.size() < limit) {
            int newline = at;
            while (bytes[newline] != '\n') {
                newline++;
            }
            if (LineCode.time(bytes, at, newline) > upTo) {
                break;
            }
            lines.add(LineCode.decode(bytes, at, newline));
            at = newline + 1;
        }
        return lines;
    }

    /** How many of its lines are later than this. */
    int countAfter(long time) {
        int count = 0;
        int at = end;
        while (at > start) {
            at = previous(bytes, start, at);
            if (LineCode.time(bytes, at, end) <= time) {
                return count;
            }
            count++;
        }
        return count;
    }

    /** The last lines up to this time, the oldest first; fewer when it has no more. */
    List<StoredLine> last(int count, long upTo) {
        int at = end;
        int found = 0;
        while (at > start && found < count) {
            int before = previous(bytes, start, at);
            if (LineCode.time(bytes, before, at) <= upTo) {
                found++;
            }
            at = before;
        }
        return forward(at, upTo, count);
    }
}
