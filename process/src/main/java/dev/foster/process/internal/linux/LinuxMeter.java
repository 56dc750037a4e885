package dev.foster.process.internal.linux;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures trees of processes from {@code /proc}, and their time from their cgroups where they have
 * any.
 *
 * <p>A pass lists all processes once, unless none came or went. Those it does not know are read and
 * placed; strangers are then left alone but for a look now and then, as their number may have
 * become another's. Of the trees, those are read that have limits, that lately used any time, or
 * that changed; the quiet ones take turns, in which only who ran is read. So many children that
 * mostly wait cost little, and nothing is missed for more than a few passes.
 */
final class LinuxMeter implements UsageMeter {
    private static final int STRANGER_AGAIN_EVERY = 16;

    private final Arena arena = Arena.ofShared();
    private final int self = (int) ProcessHandle.current().pid();
    private final PidTable table = new PidTable();
    private final MeterFiles files = new MeterFiles(arena);
    private final Population population = Population.ofThisMachine(files);
    private final MeterReading reading;
    private final Placement placement;
    private final List<LinuxTree> trees = new ArrayList<>();
    private final List<SeenProcess> strangers = new ArrayList<>();
    private final Consumer<LinuxMeter> ended;
    private long pass;
    private long listings;
    private long listedIn;
    private boolean listingIsNew;

    /** Whether there may be processes it should know, though none came. */
    private boolean unsure = true;

    private long round;
    private boolean closed;

    /**
     * @param cookie what stands in the environment of the engine's descendants, before the number
     *     of the child
     * @param ended is told that it is closed
     */
    LinuxMeter(String cookie, Consumer<LinuxMeter> ended) {
        this.ended = ended;
        var memory =
                new ResidentMemory(
                        files,
                        ResidentMemory.lags(release()),
                        Runtime.getRuntime().availableProcessors());
        reading = new MeterReading(files, memory, self);
        placement =
                new Placement(
                        table, new ProcFiles(new SystemCalls(arena), arena, -1), cookie, self);
    }

    /** How many descriptors it will open for so many children. */
    int descriptorsOwed(int children) {
        return files.mayStillKeep(children);
    }

    private static String release() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/osrelease"));
        } catch (IOException hidden) {
            return "";
        }
    }

    @Override
    public Tree watch(Child child, boolean closely) {
        if (!(child instanceof LinuxChild ours)) {
            throw new IllegalArgumentException(
                    "cannot measure "
                            + child.spec().command().getFirst()
                            + ": it is a child of another engine; use a meter of that one");
        }
        for (LinuxTree known : trees) {
            if (known.child().equals(child)) {
                known.closely(closely);
                return known;
            }
        }
        GroupTime group =
                ours.group()
                        .map(it -> GroupTime.of(it.folder(), files))
                        .orElseGet(() -> GroupTime.none(files));
        long mark = placement.number(ours.cookie());
        var tree = new LinuxTree(this, reading, ours, mark, group, closely);
        trees.add(tree);
        unsure = true;
        return tree;
    }

    @Override
    public void measure() {
        round++;
        pass(false);
    }

    @Override
    public void measureClosely() {
        for (int i = 0; i < trees.size(); i++) {
            if (trees.get(i).closely()) {
                pass(true);
                return;
            }
        }
    }

    private void pass(boolean onlyClose) {
        if (closed || trees.isEmpty()) {
            return;
        }
        pass++;
        int count = population.changed() || unsure ? list() : 0;
        if (beginTrees()) {
            reconsiderStrangers();
        }
        for (int i = 0; i < count; i++) {
            notice(files.listed(i));
        }
        placement.placeAll(trees);
        for (int i = 0; i < trees.size(); i++) {
            LinuxTree tree = trees.get(i);
            if (tree.begun()
                    && (tree.closely() || !onlyClose)
                    && (tree.due(round) || (listingIsNew && tree.misses(listedIn)))) {
                tree.measure(table, pass, round);
            }
        }
        // One that was made for those that are watched closely serves the others a moment later.
        listingIsNew &= onlyClose;
        if (listedIn == pass) {
            forgetStrangers();
        }
    }

    private int list() {
        int count = files.list();
        unsure = count <= 0;
        if (count > 0) {
            listings++;
            listedIn = pass;
            listingIsNew = true;
        }
        return count;
    }

    /** Whether a child was seen for the first time. */
    private boolean beginTrees() {
        boolean any = false;
        for (int i = 0; i < trees.size(); i++) {
            LinuxTree tree = trees.get(i);
            if (!tree.begun()) {
                any |= begin(tree);
                unsure |= !tree.begun();
            }
        }
        return any;
    }

    private boolean begin(LinuxTree tree) {
        SeenProcess root = reading.first(tree.pid(), pass);
        // Asked after reading: a number that was given to another must not speak for the child.
        if (tree.reaped()) {
            tree.begin(SeenProcess.missed(tree.pid()));
            return true;
        }
        if (root == null) {
            return false;
        }
        table.put(root);
        tree.begin(root);
        return true;
    }

    /** What was no descendant of a child may be one of a child that is watched only now. */
    private void reconsiderStrangers() {
        for (int i = 0; i < strangers.size(); i++) {
            SeenProcess stranger = strangers.get(i);
            if (!stranger.placed || stranger.tree != null || table.get(stranger.pid) != stranger) {
                continue;
            }
            if (stranger.parent != self && placement.parentOf(stranger) == null) {
                reading.again(stranger, pass);
            }
            placement.add(stranger);
        }
    }

    private void notice(int pid) {
        SeenProcess known = table.get(pid);
        if (known != null && known.tree == null && (pid + listings) % STRANGER_AGAIN_EVERY == 0) {
            reading.again(known, pass);
        }
        if (known == null || (known.gone && known.tree == null)) {
            known = reading.first(pid, pass);
            if (known == null) {
                return;
            }
            table.put(known);
            strangers.add(known);
            placement.add(known);
        }
        known.listedIn = pass;
    }

    /** Those that are gone, and those that turned out to be no strangers. */
    private void forgetStrangers() {
        int kept = 0;
        for (int i = 0; i < strangers.size(); i++) {
            SeenProcess stranger = strangers.get(i);
            if (stranger.tree != null || table.get(stranger.pid) != stranger) {
                continue;
            }
            if (stranger.listedIn == pass) {
                strangers.set(kept++, stranger);
            } else {
                table.remove(stranger);
            }
        }
        strangers.subList(kept, strangers.size()).clear();
    }

    long proportional(List<SeenProcess> processes) {
        long bytes = 0;
        for (int i = 0; i < processes.size() && !closed; i++) {
            bytes += reading.proportional(processes.get(i));
        }
        return bytes;
    }

    /** A tree is not watched any more: should its processes still be there, they are strangers. */
    void forget(LinuxTree tree, List<SeenProcess> members) {
        if (trees.remove(tree)) {
            members.forEach(table::remove);
            members.forEach(reading::release);
            members.clear();
            unsure = true;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ended.accept(this);
            List.copyOf(trees).forEach(LinuxTree::close);
            population.close();
            files.close();
            arena.close();
        }
    }
}
