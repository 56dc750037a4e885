package dev.foster.process.internal.guardian;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The list of what runs now, in a file that the guardian reads only when the JVM is dead. One fixed
 * place per child, so a start or an exit is a single small write and wakes nobody.
 */
public final class GuardianTable {
    private static final int WIDTH = 16;
    private static final byte[] NOTHING =
            " ".repeat(WIDTH - 1).concat("\n").getBytes(StandardCharsets.US_ASCII);

    /** Writes into the file. */
    public interface File {
        void write(long offset, byte[] bytes);
    }

    private final File file;
    private final BitSet used = new BitSet();
    private final List<Long> pids = new ArrayList<>();

    public GuardianTable(File file) {
        this.file = file;
    }

    /** Adds a process; the result gives it back. */
    public synchronized int add(long pid) {
        int place = used.nextClearBit(0);
        used.set(place);
        if (place == pids.size()) {
            pids.add(pid);
        } else {
            pids.set(place, pid);
        }
        write(place, pid);
        return place;
    }

    private void write(int place, long pid) {
        String text = Long.toString(pid);
        byte[] line =
                (" ".repeat(WIDTH - 1 - text.length()) + text + "\n")
                        .getBytes(StandardCharsets.US_ASCII);
        file.write((long) place * WIDTH, line);
    }

    /** Writes down again all that runs, into a file that is new. */
    public synchronized void rewrite() {
        used.stream().forEach(place -> write(place, pids.get(place)));
    }

    public synchronized void remove(int place) {
        file.write((long) place * WIDTH, NOTHING);
        used.clear(place);
    }
}
