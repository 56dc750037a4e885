package dev.foster.process.internal.linux;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides to which tree a process belongs, once for each process. It belongs where its parent does.
 * An orphan, which came to this JVM when its parent ended, belongs where its group or session says,
 * else where the mark in its environment says. From then on it stays there, whatever becomes of its
 * parent.
 */
final class Placement {
    /**
     * Passes in which a process may show no environment; one that is loading its program has more.
     */
    private static final int LOOKS_FOR_MARK = 4;

    private final PidTable table;
    private final ProcFiles environments;
    private final String cookie;
    private final int self;
    private final List<SeenProcess> waiting = new ArrayList<>();

    Placement(PidTable table, ProcFiles environments, String cookie, int self) {
        this.table = table;
        this.environments = environments;
        this.cookie = cookie;
        this.self = self;
    }

    /** Takes in a process that is to be placed. */
    void add(SeenProcess process) {
        process.placed = false;
        waiting.add(process);
    }

    /** Places what waits, parents first, wherever they stand in the order of numbers. */
    void placeAll(List<LinuxTree> trees) {
        for (int i = 0; i < waiting.size(); i++) {
            lookForMark(waiting.get(i), trees);
        }
        int before = -1;
        while (before != waiting.size()) {
            before = waiting.size();
            int kept = 0;
            for (int i = 0; i < before; i++) {
                SeenProcess process = waiting.get(i);
                if (!place(process, trees)) {
                    waiting.set(kept++, process);
                }
            }
            waiting.subList(kept, before).clear();
        }
    }

    /** Places a process if that can be decided now. */
    private boolean place(SeenProcess process, List<LinuxTree> trees) {
        if (table.get(process.pid) != process) {
            return true;
        }
        LinuxTree tree;
        SeenProcess parent = parentOf(process);
        if (process.parent == self) {
            tree = ofOrphan(process, trees);
            if (tree == null && process.mark == SeenProcess.UNKNOWN_MARK && !process.zombie) {
                return false;
            }
        } else if (parent == null) {
            tree = null;
        } else if (!parent.placed) {
            return false;
        } else {
            tree = parent.tree;
        }
        process.placed = true;
        if (tree != null) {
            tree.join(process);
        }
        return true;
    }

    /** The parent, unless it is unknown. */
    @Nullable SeenProcess parentOf(SeenProcess process) {
        SeenProcess parent = table.get(process.parent);
        // A parent is never younger: then it has the number of one that is gone.
        return parent != null && parent.start <= process.start && parent != process ? parent : null;
    }

    private static @Nullable LinuxTree ofOrphan(SeenProcess orphan, List<LinuxTree> trees) {
        LinuxTree led = leader(orphan, trees);
        if (led != null || orphan.mark <= 0) {
            return led;
        }
        for (LinuxTree tree : trees) {
            if (tree.mark() == orphan.mark) {
                return tree;
            }
        }
        return null;
    }

    private static @Nullable LinuxTree leader(SeenProcess orphan, List<LinuxTree> trees) {
        for (LinuxTree tree : trees) {
            if (tree.leads(orphan)) {
                return tree;
            }
        }
        return null;
    }

    private void lookForMark(SeenProcess process, List<LinuxTree> trees) {
        if (process.parent != self
                || process.mark != SeenProcess.UNKNOWN_MARK
                || process.zombie
                || leader(process, trees) != null) {
            return;
        }
        String environment = environments.environment(process.pid);
        if (!environment.isEmpty()) {
            process.mark = number(environment);
        } else if (++process.looksForMark >= LOOKS_FOR_MARK
                && !environments.isLoading(process.pid)) {
            process.mark = SeenProcess.NO_MARK;
        }
    }

    /** The child's number, which follows the engine's part of the mark. */
    long number(String environment) {
        int at = environment.indexOf(cookie);
        if (at < 0) {
            return SeenProcess.NO_MARK;
        }
        long number = 0;
        for (int next = at + cookie.length(); next < environment.length(); next++) {
            char digit = environment.charAt(next);
            if (digit < '0' || digit > '9') {
                break;
            }
            number = number * 10 + (digit - '0');
        }
        return number;
    }
}
