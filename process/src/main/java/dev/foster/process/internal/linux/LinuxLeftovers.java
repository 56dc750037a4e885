package dev.foster.process.internal.linux;

import dev.foster.process.Signal;
import dev.foster.process.internal.BlankEnvironment;
import dev.foster.process.internal.Leftovers;
import dev.foster.process.internal.cgroup.ChildGroup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What one child leaves behind. A descendant is recognised by its group or session, by the mark in
 * its limits, by the cookie in its environment, or because it was seen below the child before the
 * child went. From the child's cgroup, where it has one, nobody escapes.
 */
final class LinuxLeftovers implements Leftovers {
    /** Stands for the group of a search that is not about one child. */
    static final long NO_GROUP = -1;

    /**
     * How often an orphan without an environment is looked at before it counts as none of ours,
     * unless the system says that it is loading its program.
     */
    private static final int BLANK_LOOKS = 4;

    private final Reactor reactor;
    private final Orphans orphans;
    private final long group;
    private final String cookie;
    private final DescentMark mark;
    private final boolean everyOrphan;
    private final Optional<ChildGroup> confined;
    private final Map<Long, Long> lineage = new HashMap<>();
    private final Set<Long> found = new HashSet<>();
    private final Map<Long, Asked> asked = new HashMap<>();
    private final Set<Long> killed = new HashSet<>();
    private final Map<Long, Integer> blankLooks = new HashMap<>();
    private final Map<Long, Long> blankSince = new HashMap<>();
    private List<ProcStat> alive = List.of();
    private int undecided;

    /** When a process was asked to end; one that has its number since was not. */
    private record Asked(long startTicks, long at) {}

    LinuxLeftovers(
            Reactor reactor,
            Orphans orphans,
            long group,
            String cookie,
            DescentMark mark,
            boolean everyOrphan,
            Optional<ChildGroup> confined) {
        this.confined = confined;
        this.everyOrphan = everyOrphan;
        this.reactor = reactor;
        this.orphans = orphans;
        this.group = group;
        this.cookie = cookie;
        this.mark = mark;
    }

    @Override
    public void remember() {
        for (long pid : orphans.files().descendants(group)) {
            orphans.files().stat(pid).ifPresent(stat -> lineage.put(pid, stat.startTicks()));
        }
    }

    @Override
    public void count(Count answer) {
        orphans.look(
                all -> {
                    sortSafely(all);
                    answer.is(alive.size(), undecided);
                });
    }

    /** Whoever could not be looked at counts: only what is known to be gone is gone. */
    private void sortSafely(List<ProcStat> all) {
        alive = List.of();
        if (!reactor.faults().survives("it counted what a child left", () -> sort(all))) {
            alive = List.of();
            undecided = 1;
        }
    }

    private void sort(List<ProcStat> all) {
        undecided = orphans.unseen();
        var living = new HashMap<Long, ProcStat>();
        for (ProcStat orphan : all) {
            if (isOurs(orphan)) {
                if (orphan.zombie()) {
                    orphans.reap(orphan);
                    lineage.remove(orphan.pid());
                } else {
                    living.put(orphan.pid(), orphan);
                }
            }
        }
        // Deeper ones are not orphans yet: their own parent still lives.
        lineage.entrySet().removeIf(known -> isGone(known.getKey(), known.getValue(), living));
        confined.ifPresent(it -> addMembers(it, living));
        alive = new ArrayList<>(living.values());
        found.addAll(living.keySet());
        // A zombie has no environment: those seen alive are known by their number then.
        living.forEach((pid, stat) -> lineage.put(pid, stat.startTicks()));
        if (alive.isEmpty() && undecided == 0) {
            // Some were never seen alive.
            orphans.collectOnce();
        }
    }

    /** Whether there is no such process any more, not even a zombie; one that lives is noted so. */
    private boolean isGone(long pid, long start, Map<Long, ProcStat> living) {
        if (living.containsKey(pid)) {
            return false;
        }
        Optional<ProcStat> now =
                orphans.files().stat(pid).filter(stat -> stat.startTicks() == start);
        now.filter(stat -> !stat.zombie()).ifPresent(stat -> living.put(pid, stat));
        if (now.isEmpty() && orphans.files().starved()) {
            undecided++;
            return false;
        }
        return now.isEmpty();
    }

    /** Those in the child's cgroup are its own, whatever else they did. */
    private void addMembers(ChildGroup members, Map<Long, ProcStat> living) {
        for (long pid : members.members()) {
            if (!living.containsKey(pid)) {
                orphans.files()
                        .stat(pid)
                        .filter(stat -> !stat.zombie())
                        .ifPresent(stat -> living.put(pid, stat));
            }
        }
    }

    private boolean isOurs(ProcStat orphan) {
        if (everyOrphan || orphan.group() == group || orphan.session() == group) {
            return true;
        }
        Long start = lineage.get(orphan.pid());
        if (start != null && start == orphan.startTicks()) {
            return true;
        }
        if (mark.isBorneBy(orphan.pid(), reactor.calls())) {
            return true;
        }
        if (orphan.zombie()) {
            return false;
        }
        return orphans.files()
                .environmentHolds(orphan.pid(), cookie)
                .orElseGet(() -> decideLater(orphan));
    }

    /** It counts for a while, so that there is another look, but is not signalled. */
    private boolean decideLater(ProcStat orphan) {
        long pid = orphan.pid();
        if (orphans.files().starved()) {
            undecided++;
            return false;
        }
        long now = System.nanoTime();
        long since = blankSince.computeIfAbsent(pid, _ -> now);
        boolean soonAgain = blankLooks.merge(pid, 1, Integer::sum) <= BLANK_LOOKS;
        if (!orphan.exiting() && (soonAgain || isLoading(pid, now - since))) {
            undecided++;
        }
        return false;
    }

    private boolean isLoading(long pid, long blankNanos) {
        return blankNanos < BlankEnvironment.LONGEST_LOAD_NANOS && orphans.files().isLoading(pid);
    }

    @Override
    public void ask(Signal signal) {
        long now = System.nanoTime();
        List<ProcStat> chosen = alive.stream().filter(each -> askedAt(each).isEmpty()).toList();
        chosen.forEach(each -> asked.put(each.pid(), new Asked(each.startTicks(), now)));
        send(signal, chosen);
    }

    private OptionalLong askedAt(ProcStat process) {
        Asked when = asked.get(process.pid());
        return when == null || when.startTicks != process.startTicks()
                ? OptionalLong.empty()
                : OptionalLong.of(when.at);
    }

    @Override
    public void killAskedSince(long nanos) {
        long now = System.nanoTime();
        kill(
                alive.stream()
                        .filter(
                                each -> {
                                    OptionalLong at = askedAt(each);
                                    return at.isPresent() && now - at.getAsLong() >= nanos;
                                })
                        .toList());
    }

    @Override
    public void killAll() {
        confined.ifPresent(ChildGroup::kill);
        kill(alive);
    }

    private void kill(List<ProcStat> chosen) {
        chosen.forEach(each -> killed.add(each.pid()));
        send(Signal.KILL, chosen);
    }

    private void send(Signal signal, List<ProcStat> chosen) {
        List<ProcStat> members = chosen.stream().filter(this::isMember).toList();
        boolean all = members.size() == alive.stream().filter(this::isMember).count();
        if (all && !members.isEmpty()) {
            // One call for all members, so that none can fork its way out between two.
            reactor.calls().kill(-group, signal.number());
        }
        for (ProcStat process : chosen) {
            if (!all || !isMember(process)) {
                send(signal, process);
            }
        }
    }

    private boolean isMember(ProcStat process) {
        return process.group() == group;
    }

    private void send(Signal signal, ProcStat process) {
        SystemCalls system = reactor.calls();
        // The descriptor pins the process; only then is it certain that the number still means this
        // one. Where none is free, next to certain is better than leaving it alive.
        int pidfd = system.pidfdOpen(process.pid());
        boolean unpinned = pidfd < 0 && system.outOfDescriptors();
        if ((pidfd >= 0 || unpinned)
                && orphans.files().alive(process.pid(), process.startTicks()).isPresent()) {
            if (unpinned) {
                system.kill(process.pid(), signal.number());
            } else {
                system.pidfdSignal(pidfd, signal.number());
            }
        }
        if (pidfd >= 0) {
            system.close(pidfd);
        }
    }

    @Override
    public int found() {
        return found.size();
    }

    @Override
    public int killed() {
        return killed.size();
    }
}
