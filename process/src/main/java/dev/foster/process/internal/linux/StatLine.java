package dev.foster.process.internal.linux;

/**
 * The figures of a {@code /proc/PID/stat}, parsed from bytes into one object that is used again and
 * again: a meter reads hundreds of them a second.
 */
final class StatLine {
    static final long NANOS_PER_TICK = 1_000_000_000L / ProcStat.TICKS_PER_SECOND;

    // Places in the line, counted from the one after the name.
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int MINOR_FAULTS = 7;
    private static final int MAJOR_FAULTS = 9;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int WAITED_USER_TIME = 13;
    private static final int WAITED_SYSTEM_TIME = 14;
    private static final int THREADS = 17;
    private static final int START = 19;
    private static final int SPACE = 20;
    private static final int PAGES = 21;

    private final long[] fields = new long[PAGES + 1];
    private char state;

    /**
     * Takes the figures from a line; false when it is none. The name stands in parentheses and may
     * hold anything, so the fields are counted from the last one.
     */
    boolean parse(byte[] text, int length) {
        int at = length - 1;
        while (at >= 0 && text[at] != ')') {
            at--;
        }
        at += 2;
        if (at < 2 || at >= length) {
            return false;
        }
        state = (char) text[at++];
        for (int field = PARENT; field <= PAGES; field++) {
            if (at + 1 >= length || text[at] != ' ') {
                return false;
            }
            boolean negative = text[++at] == '-';
            if (negative) {
                at++;
            }
            int first = at;
            long value = 0;
            while (at < length && text[at] >= '0' && text[at] <= '9') {
                value = value * 10 + (text[at++] - '0');
            }
            if (at == first) {
                return false;
            }
            fields[field] = negative ? -value : value;
        }
        // A number that the text ends with may go on where the text was cut.
        return at < length;
    }

    boolean zombie() {
        return state == 'Z' || state == 'X';
    }

    int parent() {
        return (int) fields[PARENT];
    }

    int group() {
        return (int) fields[GROUP];
    }

    int session() {
        return (int) fields[SESSION];
    }

    /** Processor time of the process itself. */
    long ownNanos() {
        return (fields[USER_TIME] + fields[SYSTEM_TIME]) * NANOS_PER_TICK;
    }

    /** Processor time of the descendants it has waited for, and of those that they waited for. */
    long waitedNanos() {
        return (fields[WAITED_USER_TIME] + fields[WAITED_SYSTEM_TIME]) * NANOS_PER_TICK;
    }

    int threads() {
        return (int) fields[THREADS];
    }

    /** When it began, in ticks since the machine did: with the number, this names one process. */
    long start() {
        return fields[START];
    }

    /**
     * A number that stays the same as long as the process got no memory and gave none back. The
     * pages themselves are not told exactly here; see {@link ResidentMemory}.
     */
    long memoryPrint() {
        long faults = fields[MINOR_FAULTS] + fields[MAJOR_FAULTS];
        return (faults * 1_000_003 + fields[SPACE]) * 1_000_003 + fields[PAGES];
    }
}
