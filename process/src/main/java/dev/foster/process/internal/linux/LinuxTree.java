package dev.foster.process.internal.linux;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** A child and its descendants as {@link LinuxMeter} knows them. */
final class LinuxTree implements UsageMeter.Tree {
    /** Readings without any processor time after which a tree is read less often. */
    private static final int QUIET_AFTER = 3;

    private static final int QUIET_EVERY = 4;

    /** What others do to a process that sleeps, such as moving its memory out, shows this late. */
    private static final int RESTING_READ_EVERY = 32;

    private static final int COSTLY_EVERY = 4;
    private static final int IDLE_STORAGE_LATER = 12;

    private final LinuxMeter meter;
    private final MeterReading reading;
    private final LinuxChild child;
    private final int pid;
    private final long mark;
    private final boolean filesLimited;
    private final List<SeenProcess> members = new ArrayList<>();
    private final TreeTime time = new TreeTime();
    private final TreeSum sum = new TreeSum();
    private final GroupTime group;
    private boolean closely;
    private @Nullable SeenProcess root;
    private boolean rootSettled;
    private boolean joined;
    private int quiet;
    private long cpuNanos;
    private UsageMeter.Source source = UsageMeter.Source.PROCESSES;
    private long readIn;
    private long measuredAt;

    LinuxTree(
            LinuxMeter meter,
            MeterReading reading,
            LinuxChild child,
            long mark,
            GroupTime group,
            boolean closely) {
        this.meter = meter;
        this.reading = reading;
        this.child = child;
        this.pid = (int) child.pid();
        this.mark = mark;
        this.group = group;
        this.filesLimited = child.spec().confinement().limits().files().isPresent();
        this.closely = closely;
    }

    void closely(boolean wanted) {
        closely |= wanted;
    }

    boolean closely() {
        return closely;
    }

    /** The child's number in the marks of its descendants. */
    long mark() {
        return mark;
    }

    int pid() {
        return pid;
    }

    boolean begun() {
        return root != null;
    }

    /** Takes in the child's process, or a stand-in when it is gone already. */
    void begin(SeenProcess first) {
        root = first;
        if (!first.gone) {
            join(first);
        }
    }

    boolean reaped() {
        return child.finalNanos() != LinuxChild.NOT_REAPED;
    }

    void join(SeenProcess process) {
        process.placed = true;
        process.tree = this;
        members.add(process);
        joined = true;
    }

    /**
     * Whether an orphan is in the group or session of the child. The number is not given to others
     * as long as one of the group is left.
     */
    boolean leads(SeenProcess orphan) {
        if (orphan.group != pid && orphan.session != pid) {
            return false;
        }
        for (int i = 0; i < members.size(); i++) {
            SeenProcess member = members.get(i);
            if (member == root
                    || (orphan.group == pid && member.group == pid)
                    || (orphan.session == pid && member.session == pid)) {
                return true;
            }
        }
        return false;
    }

    /** Whether its turn has come. */
    boolean due(long round) {
        return closely || joined || quiet < QUIET_AFTER || (round + pid) % QUIET_EVERY == 0;
    }

    /** Whether one of it was not among all processes when they were listed last. */
    boolean misses(long listing) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).listedIn < listing) {
                return true;
            }
        }
        return false;
    }

    void measure(PidTable table, long pass, long round) {
        if (!rests(round)) {
            readAll(table, pass, round);
            readIn = round;
        }
        measuredAt = System.nanoTime();
    }

    /**
     * Whether nobody of it ran since it was read: then all is as it was, for it takes time to open,
     * to move or to begin anything.
     */
    private boolean rests(long round) {
        boolean mayRest =
                !closely
                        && !joined
                        && quiet >= QUIET_AFTER
                        && source != UsageMeter.Source.CGROUP
                        && (root == null || !root.gone || rootSettled);
        boolean anyRan = false;
        for (int i = 0; i < members.size(); i++) {
            SeenProcess member = members.get(i);
            member.ran = !mayRest || reading.ran(member);
            anyRan |= member.ran;
        }
        return mayRest && !anyRan && round - readIn < RESTING_READ_EVERY;
    }

    private void readAll(PidTable table, long pass, long round) {
        boolean ended = false;
        for (int i = 0; i < members.size(); i++) {
            SeenProcess member = members.get(i);
            if (member.readIn != pass) {
                reading.again(member, pass);
            }
            ended |= member.gone;
            if (!member.gone) {
                read(member, pass, round);
            }
        }
        if (ended) {
            bury(table);
        }
        add();
        joined = false;
    }

    private void read(SeenProcess member, long pass, long round) {
        // What is told of one that goes to rest is told for long.
        boolean isQuiet = quiet >= QUIET_AFTER;
        reading.keep(member);
        reading.memory(member, pass, closely || isQuiet);
        boolean filesDue = filesLimited || isQuiet || costlyDue(member.filesReadIn, round);
        if (filesDue && member.mayDifferFrom(member.filesReadClock)) {
            reading.descriptors(member, round);
        }
        // Who moves bytes takes time; where none was taken, few can have been moved.
        boolean idle = member.ownNanos == member.storageReadNanos;
        long storageRound = idle ? round - IDLE_STORAGE_LATER : round;
        if (costlyDue(member.storageReadIn, storageRound)
                && member.mayDifferFrom(member.storageReadClock)) {
            reading.storage(member, round);
        }
    }

    private static boolean costlyDue(long readIn, long round) {
        return readIn == 0 || round - readIn >= COSTLY_EVERY;
    }

    /** Takes out those that are gone. */
    private void bury(PidTable table) {
        // First all are looked at, then taken out: a line of them may have gone at once.
        for (int i = 0; i < members.size(); i++) {
            SeenProcess member = members.get(i);
            if (member.gone) {
                SeenProcess heir = member == root ? member : heir(member, table);
                if (member != root) {
                    time.gone(member, heir);
                }
                if (heir == null || member == root) {
                    sum.keep(member);
                }
            }
        }
        int kept = 0;
        for (int i = 0; i < members.size(); i++) {
            SeenProcess member = members.get(i);
            if (member.gone) {
                table.remove(member);
                reading.release(member);
            } else {
                members.set(kept++, member);
            }
        }
        members.subList(kept, members.size()).clear();
    }

    /** The nearest ancestor that is left; the child itself answers for its own even when gone. */
    private @Nullable SeenProcess heir(SeenProcess process, PidTable table) {
        SeenProcess heir = table.get(process.parent);
        while (heir != null && heir != root && heir.tree == this && heir.gone) {
            heir = table.get(heir.parent);
        }
        return heir == null || heir.tree != this ? null : heir;
    }

    private void add() {
        long nanos = 0;
        sum.clear();
        for (int i = 0; i < members.size(); i++) {
            SeenProcess member = members.get(i);
            time.settle(member);
            nanos += member.nanos();
            sum.add(member);
        }
        if (root != null && root.gone) {
            nanos += settleRoot(root);
        }
        sum.finish();
        long now = withGroup(time.total(nanos));
        quiet = now == cpuNanos && !joined ? quiet + 1 : 0;
        cpuNanos = now;
    }

    /**
     * The greater of the two: the cgroup also knows those that were never seen, the processes those
     * that moved to another cgroup, and of one that runs right now the last milliseconds.
     */
    private long withGroup(long ofProcesses) {
        long counted = group.nanos();
        source =
                counted == GroupTime.UNKNOWN
                        ? UsageMeter.Source.PROCESSES
                        : UsageMeter.Source.CGROUP;
        return Math.max(cpuNanos, Math.max(counted, ofProcesses));
    }

    /** The engine learns the child's final time when it reaps it. */
    private long settleRoot(SeenProcess gone) {
        if (!rootSettled && reaped()) {
            long whole = Math.max(child.finalNanos(), gone.ownNanos + gone.waitedNanos);
            gone.newlyWaited = whole - gone.ownNanos - gone.waitedNanos;
            gone.ownNanos = whole;
            gone.waitedNanos = 0;
            rootSettled = true;
            time.settle(gone);
        } else if (rootSettled) {
            time.settle(gone);
        }
        return gone.nanos();
    }

    @Override
    public Child child() {
        return child;
    }

    @Override
    public long measuredAt() {
        return measuredAt;
    }

    @Override
    public UsageMeter.Source source() {
        return source;
    }

    @Override
    public boolean there() {
        return sum.processes > 0;
    }

    @Override
    public long cpuNanos() {
        return cpuNanos;
    }

    @Override
    public long residentBytes() {
        return sum.residentBytes;
    }

    @Override
    public int threads() {
        return sum.threads;
    }

    @Override
    public int processes() {
        return sum.processes;
    }

    @Override
    public int mostFiles() {
        return sum.mostFiles;
    }

    @Override
    public int files() {
        return sum.files;
    }

    @Override
    public long readBytes() {
        return sum.readBytes;
    }

    @Override
    public long writtenBytes() {
        return sum.writtenBytes;
    }

    @Override
    public long proportionalBytes() {
        return meter.proportional(members);
    }

    @Override
    public void close() {
        group.close();
        meter.forget(this, members);
    }
}
