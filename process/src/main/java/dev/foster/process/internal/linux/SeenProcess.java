package dev.foster.process.internal.linux;

import org.jspecify.annotations.Nullable;

/**
 * A process that a meter has come across, with what was last read of it. Its number and its start
 * name it; a process that got the number later is another one.
 */
final class SeenProcess {
    /** Its environment was not looked at, or showed nothing. */
    static final long UNKNOWN_MARK = -1;

    static final long NO_MARK = 0;

    final int pid;
    final long start;

    int parent;
    int group;
    int session;

    /** The tree it belongs to; none for a stranger. */
    @Nullable LinuxTree tree;

    /** Whether it was decided where it belongs. */
    boolean placed;

    /** The number of the child in whose environment it was born. */
    long mark = UNKNOWN_MARK;

    int looksForMark;

    boolean zombie;
    boolean gone;
    int threads;
    long residentBytes;
    long memoryPrint;
    boolean memoryChanged = true;
    int files;
    long readBytes;
    long writtenBytes;

    long ownNanos;
    long waitedNanos;

    /** Its processor time to the nanosecond, which tells only whether it ran. */
    long clockNanos = MeterFiles.GONE;

    /** Whether it may have run since that was asked before. */
    boolean ran = true;

    /** Its clock when its descriptors were last counted. */
    long filesReadClock;

    /** Its clock when its bytes to and from storage were last read. */
    long storageReadClock;

    /** What was added to {@link #waitedNanos} since the tree's time was last settled. */
    long newlyWaited;

    /** Time of descendants that went since the tree's time was last settled. */
    long newlyGone;

    /** Time of descendants that went, and that it has not been seen to wait for. */
    long owedNanos;

    /** Its {@code stat}, kept open: reading it again then costs half as much. */
    int statDescriptor = MeterFiles.NONE;

    /** The pass in which it was last listed, that in which it was read, and so on. */
    long listedIn;

    long readIn;
    long storageReadIn;

    /** Its own time when its bytes to and from storage were last read. */
    long storageReadNanos;

    long filesReadIn;
    long exactMemoryReadIn;

    SeenProcess(int pid, StatLine stat) {
        this.pid = pid;
        this.start = stat.start();
        this.waitedNanos = stat.waitedNanos();
        take(stat);
    }

    private SeenProcess(int pid) {
        this.pid = pid;
        this.gone = true;
        this.start = 0;
    }

    /** Stands for a process that was gone before it was seen. */
    static SeenProcess missed(int pid) {
        return new SeenProcess(pid);
    }

    void take(StatLine stat) {
        parent = stat.parent();
        group = stat.group();
        session = stat.session();
        zombie = stat.zombie();
        threads = zombie ? 0 : stat.threads();
        memoryChanged |= memoryPrint != stat.memoryPrint();
        memoryPrint = stat.memoryPrint();
        ownNanos = stat.ownNanos();
        newlyWaited += Math.max(0, stat.waitedNanos() - waitedNanos);
        waitedNanos = stat.waitedNanos();
    }

    /** Whether what it did itself may be other than it was when its clock showed this. */
    boolean mayDifferFrom(long clock) {
        return ran || clock != clockNanos;
    }

    /** All processor time that it answers for. */
    long nanos() {
        return ownNanos + waitedNanos + owedNanos;
    }
}
