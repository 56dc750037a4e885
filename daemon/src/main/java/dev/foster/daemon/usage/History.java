package dev.foster.daemon.usage;

import java.util.Arrays;

/**
 * Points of time with what was used, the newest so many, in arrays that never grow: 28 bytes a
 * point. A point without figures is a gap.
 */
final class History {
    private static final float GAP = Float.NaN;

    private final long[] at;
    private final float[] cpu;
    private final long[] memory;
    private final int[] threads;
    private final int[] files;
    private long count;

    History(int capacity) {
        at = new long[capacity];
        cpu = new float[capacity];
        memory = new long[capacity];
        threads = new int[capacity];
        files = new int[capacity];
        Arrays.fill(cpu, GAP);
    }

    int size() {
        return (int) Math.min(count, at.length);
    }

    boolean full() {
        return count >= at.length;
    }

    void add(long when, double percent, long bytes, int threadCount, int fileCount) {
        int place = (int) (count++ % at.length);
        at[place] = when;
        cpu[place] = (float) percent;
        memory[place] = bytes;
        threads[place] = threadCount;
        files[place] = fileCount;
    }

    void addGap(long when) {
        add(when, GAP, 0, 0, 0);
    }

    // ---- reading; 0 is the oldest ----

    private int place(int index) {
        return (int) ((count - size() + index) % at.length);
    }

    long at(int index) {
        return at[place(index)];
    }

    boolean gap(int index) {
        return Float.isNaN(cpu[place(index)]);
    }

    /** In tenths of a percent: more would be noise, and long on the wire. */
    double cpu(int index) {
        return Math.round(cpu[place(index)] * 10.0) / 10.0;
    }

    long memory(int index) {
        return memory[place(index)];
    }

    int threads(int index) {
        return threads[place(index)];
    }

    int files(int index) {
        return files[place(index)];
    }
}
