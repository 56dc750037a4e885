package dev.foster.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * What an engine of an earlier program left running, because nobody was there to end it. It is
 * known by what that program wrote down: the engine's {@link ProcessEngine#cookie()} and the marks
 * of its children. A process that merely has the number of one is never touched, nor are this JVM
 * and its ancestors. Only systems with {@code /proc} show anything.
 */
public final class AbandonedChildren {
    /** The variable that children carry the cookie in. */
    private static final String VARIABLE = "FOSTER_COOKIE";

    private static final Pattern COOKIE = Pattern.compile("[0-9a-f]+-[0-9a-f]{8,}\\.");
    private static final long PAUSE_NANOS = 5_000_000;
    // A process shows no environment for a moment while it loads its program, so one empty look
    // proves nothing.
    private static final int EMPTY_LOOKS = 3;
    private static final int MOST_ROUNDS = 20;
    private static final int SECOND_GLANCES = 100;
    private static final int MOST_GLANCES = 1_000;
    private static final long GLANCE_NANOS = 2_000_000;

    private final String cookie;
    private final long descent;
    private final Set<ProcessMark> marks;
    // Known by now, though one that is on its way out has no environment any more: its ports and
    // locks are free only when it is gone.
    private final Set<ProcessMark> hunted = new HashSet<>();
    // Those that showed no environment for so long that they never will.
    private final Set<ProcessMark> blank = new HashSet<>();
    private final String bootId;

    private AbandonedChildren(String cookie, Collection<ProcessMark> marks) {
        if (!cookie.isEmpty() && !COOKIE.matcher(cookie).matches()) {
            throw new IllegalArgumentException(
                    "cannot look for processes with the cookie \""
                            + cookie
                            + "\": no engine has one like that; give what ProcessEngine.cookie()"
                            + " said");
        }
        this.cookie = cookie;
        this.descent = DescentNumber.ofEngine(cookie);
        this.marks = Set.copyOf(marks);
        this.bootId = ProcessTable.bootId().orElse("");
    }

    /**
     * The processes that run now and either are one of the marks, carry the cookie, or descend from
     * one that did.
     *
     * @param cookie of the engine that started them; empty when only the marks count
     */
    public static List<ProcessMark> find(String cookie, Collection<ProcessMark> marks) {
        return new AbandonedChildren(cookie, marks).look(true).marks();
    }

    /**
     * Kills them, again and again until none is found or the time has passed.
     *
     * @return those that are still there
     */
    public static List<ProcessMark> end(
            String cookie, Collection<ProcessMark> marks, Duration limit) {
        return new AbandonedChildren(cookie, marks).end(limit);
    }

    private List<ProcessMark> end(Duration limit) {
        long begin = System.nanoTime();
        int empty = 0;
        while (true) {
            // What is there is killed at once; those in doubt have time until then.
            Look look = look(false);
            empty = look.found.isEmpty() ? empty + 1 : 0;
            if (empty == EMPTY_LOOKS) {
                return List.of();
            }
            boolean late = System.nanoTime() - begin > limit.toNanos();
            if (late || Thread.currentThread().isInterrupted()) {
                return look.marks();
            }
            hunted.addAll(look.marks());
            look.kill();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /**
     * Looks at every process, then at those that came meanwhile, until none has: a chain of
     * processes that each start the next and end must not slip through between the list and its
     * reading.
     */
    private Look look(boolean patient) {
        var all = new HashMap<Long, ProcessTable.Entry>();
        var found = new ArrayList<ProcessTable.Entry>();
        var unclear = new ArrayList<ProcessTable.Entry>();
        var seen = new HashSet<Long>();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Long> fresh = ProcessTable.pids().stream().filter(seen::add).toList();
            if (fresh.isEmpty()) {
                break;
            }
            for (long pid : fresh) {
                List<ProcessTable.Entry> entry = ProcessTable.find(pid).stream().toList();
                entry.forEach(present -> all.put(pid, present));
                sort(entry, found, unclear);
            }
        }
        if (patient || found.isEmpty()) {
            glanceAgain(found, unclear);
        }
        Map<Long, ProcessTable.Entry> lineage = lineage(all);
        found.removeIf(entry -> lineage.containsKey(entry.pid()));
        var protectedGroups = new HashSet<Long>();
        lineage.values().forEach(entry -> protectedGroups.add(entry.group()));
        return new Look(all.values(), found, protectedGroups);
    }

    private void glanceAgain(List<ProcessTable.Entry> found, List<ProcessTable.Entry> unclear) {
        for (int glance = 0; glance < MOST_GLANCES && !unclear.isEmpty(); glance++) {
            if (glance == SECOND_GLANCES) {
                // Of these alone it is known that it will be clear.
                unclear.removeIf(entry -> !ProcessTable.isLoading(entry.pid()) && setAside(entry));
            }
            LockSupport.parkNanos(GLANCE_NANOS);
            List<ProcessTable.Entry> again = List.copyOf(unclear);
            unclear.clear();
            sort(again, found, unclear);
        }
        unclear.forEach(this::setAside);
    }

    private boolean setAside(ProcessTable.Entry entry) {
        blank.add(mark(entry));
        return true;
    }

    /** This JVM and those above it. */
    private static Map<Long, ProcessTable.Entry> lineage(Map<Long, ProcessTable.Entry> all) {
        var lineage = new HashMap<Long, ProcessTable.Entry>();
        ProcessTable.Entry next = all.get(ProcessHandle.current().pid());
        while (next != null && lineage.put(next.pid(), next) == null) {
            next = all.get(next.parent());
        }
        return lineage;
    }

    private void sort(
            List<ProcessTable.Entry> entries,
            List<ProcessTable.Entry> found,
            List<ProcessTable.Entry> unclear) {
        for (ProcessTable.Entry entry : entries) {
            Optional<Boolean> ours = isOurs(entry);
            if (ours.isEmpty()) {
                unclear.add(entry);
            } else if (ours.get()) {
                found.add(entry);
            }
        }
    }

    /** Nothing when it cannot be told at this moment. */
    private Optional<Boolean> isOurs(ProcessTable.Entry entry) {
        // The first process is nobody's child, and above us in any case.
        if (entry.zombie() || entry.ofKernel() || entry.pid() == 1) {
            return Optional.of(false);
        }
        ProcessMark mark = mark(entry);
        if (marks.contains(mark) || hunted.contains(mark)) {
            return Optional.of(true);
        }
        if (cookie.isEmpty() || blank.contains(mark)) {
            return Optional.of(false);
        }
        // Whoever cleaned its environment still bears the number.
        if (DescentNumber.isOfEngine(ProcessTable.descentNumber(entry.pid()), descent)) {
            return Optional.of(true);
        }
        return ProcessTable.variable(entry.pid(), VARIABLE)
                .map(value -> value.contains(cookie))
                .or(
                        () ->
                                ProcessTable.staysBlank(entry.pid())
                                        ? Optional.of(false)
                                        : Optional.empty());
    }

    private ProcessMark mark(ProcessTable.Entry entry) {
        return new ProcessMark(entry.pid(), entry.started(), bootId);
    }

    /** What one look at the process table showed. */
    private final class Look {
        private final Collection<ProcessTable.Entry> all;
        private final List<ProcessTable.Entry> found;
        private final Set<Long> protectedGroups;

        private Look(
                Collection<ProcessTable.Entry> all,
                List<ProcessTable.Entry> found,
                Set<Long> protectedGroups) {
            this.all = all;
            this.found = found;
            this.protectedGroups = protectedGroups;
        }

        List<ProcessMark> marks() {
            return found.stream().map(AbandonedChildren.this::mark).toList();
        }

        void kill() {
            // Groups first: one signal for all members, so that none can fork its way out.
            Set<Long> groups = groups();
            if (!groups.isEmpty()) {
                killGroups(groups);
            }
            for (ProcessTable.Entry entry : found) {
                Optional<ProcessHandle> handle = ProcessHandle.of(entry.pid());
                // The handle is bound to the process that has the number now, and the JDK compares
                // its start again before it sends the signal.
                if (mark(entry).running()) {
                    handle.ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        }

        /** Groups that a mark leads, and groups without a single member that is not ours. */
        private Set<Long> groups() {
            var pids = new HashSet<Long>();
            found.forEach(entry -> pids.add(entry.pid()));
            var groups = new HashSet<Long>();
            found.forEach(entry -> groups.add(entry.group()));
            for (ProcessTable.Entry entry : all) {
                if (!entry.zombie() && !pids.contains(entry.pid())) {
                    groups.remove(entry.group());
                }
            }
            for (ProcessTable.Entry entry : found) {
                if (entry.group() == entry.pid() && marks.contains(mark(entry))) {
                    groups.add(entry.group());
                }
            }
            groups.removeAll(protectedGroups);
            return groups;
        }
    }

    private static void killGroups(Set<Long> groups) {
        // In this spelling every shell takes the numbers after it for groups.
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s KILL -- \"$@\"", "kill"));
        groups.forEach(group -> command.add("-" + group));
        try {
            Process kill =
                    new ProcessBuilder(command)
                            .redirectInput(Redirect.from(ProcessTable.NOTHING))
                            .redirectOutput(Redirect.DISCARD)
                            .redirectError(Redirect.DISCARD)
                            .start();
            if (!kill.waitFor(2, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
            }
        } catch (IOException noShell) {
            // Each found process is killed by itself as well; only those that fork are slower to
            // end.
            return;
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
