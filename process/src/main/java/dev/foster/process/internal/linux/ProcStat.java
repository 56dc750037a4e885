package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The part of {@code /proc/PID/stat} that tells processes apart. */
record ProcStat(
        long pid, char state, long parent, long group, long session, long flags, long startTicks) {

    static final long TICKS_PER_SECOND = 100;
    static final long PAGE = pageSize();
    private static final long PF_EXITING = 4;

    /**
     * The command's name stands in parentheses and may hold anything, so the fields are counted
     * from the last one.
     */
    static Optional<ProcStat> parse(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        if (open < 2 || close < 0) {
            return Optional.empty();
        }
        String[] fields = text.substring(Math.min(text.length(), close + 2)).split(" ", -1);
        if (fields.length < 20) {
            return Optional.empty();
        }
        return Optional.of(
                new ProcStat(
                        Long.parseLong(text.substring(0, open - 1)),
                        fields[0].charAt(0),
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[3]),
                        Long.parseLong(fields[6]),
                        Long.parseLong(fields[19].strip())));
    }

    private static long pageSize() {
        try (Arena arena = Arena.ofConfined()) {
            return new SystemCalls(arena).call(Libc.GETPAGESIZE, 0, 0, 0, 0, 0, 0);
        }
    }

    /** On its way out, though not yet a zombie. */
    boolean exiting() {
        return (flags & PF_EXITING) != 0;
    }

    boolean zombie() {
        return state == 'Z' || state == 'X';
    }
}
