package dev.foster.process.internal.guardian;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;

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

    public GuardianTable(File file) {
        this.file = file;
    }

    /** Adds a process; the result gives it back. */
    public synchronized int add(long pid) {
        int place = used.nextClearBit(0);
        used.set(place);
        String text = Long.toString(pid);
        byte[] line =
                (" ".repeat(WIDTH - 1 - text.length()) + text + "\n")
                        .getBytes(StandardCharsets.US_ASCII);
        file.write((long) place * WIDTH, line);
        return place;
    }

    public synchronized void remove(int place) {
        file.write((long) place * WIDTH, NOTHING);
        used.clear(place);
    }
}
