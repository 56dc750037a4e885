package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The processes that came to this JVM because their parent ended: descendants of our children, as
 * long as this process is their subreaper. They are looked up once per turn of the reactor for all
 * that asked, and reaped when they end.
 */
final class Orphans {
    /** Children of this JVM that some engine answers for by itself. */
    static final Set<Long> KNOWN = ConcurrentHashMap.newKeySet();

    private static final long HOUSEKEEPING_NANOS = 1_000_000_000L;
    private static final long LOOK_PAUSE_NANOS = 2_000_000L;
    private static final long LOOK_AGAIN_NANOS = 50_000_000L;
    private static final long LAST_ROUND_NANOS = 5_000_000L;
    // Long enough for those that need all the patience.
    private static final int LAST_ROUNDS = 100;
    private static final long PATIENCE_NANOS = 300_000_000L;

    private final Reactor reactor;
    private final ProcFiles files;
    private final Suspensions suspensions;
    private final MemorySegment info;
    private final long self = ProcessHandle.current().pid();
    private final List<Consumer<List<ProcStat>>> asking = new ArrayList<>();
    private final Map<Long, Long> zombiesSince = new HashMap<>();
    private long lastLook = System.nanoTime() - LOOK_PAUSE_NANOS;
    private int unseen;
    private boolean collected;
    private boolean ending;

    /**
     * @param spareOf a descriptor to keep a spare of
     */
    Orphans(Reactor reactor, Arena arena, int spareOf) {
        this.reactor = reactor;
        this.files = new ProcFiles(reactor.calls(), arena, spareOf);
        this.suspensions = new Suspensions(reactor.calls(), arena);
        this.info = arena.allocate(128, 8);
    }

    ProcFiles files() {
        return files;
    }

    /**
     * Asks for the orphans as they are at the end of this turn or of one soon, zombies included.
     */
    void look(Consumer<List<ProcStat>> answer) {
        asking.add(answer);
        if (asking.size() > 1) {
            return;
        }
        long next = lastLook + LOOK_PAUSE_NANOS;
        if (System.nanoTime() >= next) {
            reactor.afterTurn(this::answerAll);
        } else {
            // Many children end at once: one look serves them all.
            reactor.at(next, () -> reactor.afterTurn(this::answerAll));
        }
    }

    private void answerAll() {
        List<Consumer<List<ProcStat>>> now = List.copyOf(asking);
        asking.clear();
        lastLook = System.nanoTime();
        collected = false;
        var orphans = new ArrayList<ProcStat>();
        if (!reactor.faults().survives("it looked for orphans", () -> orphans.addAll(orphans()))) {
            // Whoever asked must not take that for nobody.
            unseen = 1;
        }
        for (Consumer<List<ProcStat>> answer : now) {
            reactor.faults().survives("it told of orphans", () -> answer.accept(orphans));
        }
    }

    private List<ProcStat> orphans() {
        unseen = 0;
        var orphans = new ArrayList<ProcStat>();
        List<Long> children = files.childrenOfThread(self, self);
        unseen += files.starved() ? 1 : 0;
        for (long pid : children) {
            if (!KNOWN.contains(pid)) {
                files.stat(pid).ifPresent(orphans::add);
                unseen += files.starved() ? 1 : 0;
            }
        }
        return orphans;
    }

    /** How many the last look could not look at, for want of a descriptor. */
    int unseen() {
        return unseen;
    }

    /** Collects an orphan that is known to descend from a child of ours and has ended. */
    void reap(ProcStat orphan) {
        reactor.calls()
                .waitid(
                        SystemCalls.P_PID,
                        orphan.pid(),
                        info,
                        SystemCalls.WEXITED | SystemCalls.WNOHANG,
                        MemorySegment.NULL);
    }

    /** Collects those that ended and nobody knew, once for all who ask in one look. */
    void collectOnce() {
        if (!collected) {
            collected = true;
            collectForgotten();
        }
    }

    /** Now and then learns who is suspended, and collects orphans that ended while nobody asked. */
    void keepHouse() {
        if (ending) {
            return;
        }
        long pause = HOUSEKEEPING_NANOS;
        try {
            suspensions.look();
            pause = collectForgotten() ? LOOK_AGAIN_NANOS : HOUSEKEEPING_NANOS;
        } finally {
            reactor.at(System.nanoTime() + pause, this::keepHouse);
        }
    }

    /**
     * Collects what is there when the engine closes: as a subreaper no longer, this JVM would keep
     * it for ever.
     */
    void end(Runnable done) {
        ending = true;
        lastRound(
                LAST_ROUNDS,
                () -> {
                    files.close();
                    done.run();
                });
    }

    private void lastRound(int left, Runnable done) {
        boolean goesOn = false;
        try {
            boolean more = collectForgotten();
            goesOn =
                    left > 0
                            && (more
                                    || orphans().stream()
                                            .anyMatch(each -> each.exiting() && !each.zombie()));
        } finally {
            if (goesOn) {
                reactor.at(System.nanoTime() + LAST_ROUND_NANOS, () -> lastRound(left - 1, done));
            } else {
                done.run();
            }
        }
    }

    /**
     * Reaps the orphans that have ended; true when there are some that may be somebody else's to
     * collect.
     */
    private boolean collectForgotten() {
        info.fill((byte) 0);
        int options = SystemCalls.WEXITED | SystemCalls.WNOHANG | SystemCalls.WNOWAIT;
        int answer =
                reactor.calls().waitid(SystemCalls.P_ALL, 0, info, options, MemorySegment.NULL);
        if (answer < 0 || info.get(SystemCalls.INT, SystemCalls.SI_PID) == 0) {
            // The usual case, and all it costs: nothing here has ended.
            zombiesSince.clear();
            return false;
        }
        long now = System.nanoTime();
        List<ProcStat> zombies = orphans().stream().filter(ProcStat::zombie).toList();
        zombiesSince.keySet().retainAll(zombies.stream().map(ProcStat::pid).toList());
        for (ProcStat zombie : zombies) {
            if (isNobodysBusiness(zombie, now)) {
                reap(zombie);
                zombiesSince.remove(zombie.pid());
            }
        }
        return !zombiesSince.isEmpty();
    }

    /**
     * Other code in this JVM may have started the process and be about to collect it: such a child
     * is in our own group. Those that wait for a child do so at once; one that is still there a
     * while later, nobody waits for.
     */
    private boolean isNobodysBusiness(ProcStat zombie, long now) {
        boolean likeOthers =
                files.stat(self)
                        .filter(
                                own ->
                                        own.group() == zombie.group()
                                                && own.session() == zombie.session())
                        .isPresent();
        return !likeOthers
                || now - zombiesSince.computeIfAbsent(zombie.pid(), _ -> now) >= PATIENCE_NANOS;
    }
}
