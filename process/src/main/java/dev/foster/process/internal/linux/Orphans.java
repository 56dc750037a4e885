package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The processes that came to this JVM because their parent ended: descendants of our children, as long as this process
 * is their subreaper. They are looked up once per turn of the reactor for all that asked, and reaped when they end.
 */
final class Orphans {
    /** Children of this JVM that some engine answers for by itself. */
    static final Set<Long> KNOWN = ConcurrentHashMap.newKeySet();

    private static final long HOUSEKEEPING_NANOS = 2_000_000_000L;
    private static final int SI_PID = 16;

    private final Reactor reactor;
    private final ProcFiles files;
    private final MemorySegment info;
    private final long self = ProcessHandle.current().pid();
    private final List<Consumer<List<ProcStat>>> asking = new ArrayList<>();
    private Set<Long> uncollected = Set.of();
    private boolean ending;

    Orphans(Reactor reactor, Arena arena) {
        this.reactor = reactor;
        this.files = new ProcFiles(reactor.calls(), arena);
        this.info = arena.allocate(128, 8);
    }

    ProcFiles files() {
        return files;
    }

    /** Asks for the orphans as they are at the end of this turn, zombies included. */
    void look(Consumer<List<ProcStat>> answer) {
        asking.add(answer);
        if (asking.size() == 1) {
            reactor.afterTurn(this::answerAll);
        }
    }

    private void answerAll() {
        List<Consumer<List<ProcStat>>> now = List.copyOf(asking);
        asking.clear();
        List<ProcStat> orphans = orphans();
        now.forEach(answer -> answer.accept(orphans));
    }

    private List<ProcStat> orphans() {
        var orphans = new ArrayList<ProcStat>();
        for (long pid : files.childrenOfThread(self, self)) {
            if (!KNOWN.contains(pid)) {
                files.stat(pid).ifPresent(orphans::add);
            }
        }
        return orphans;
    }

    /** Collects an orphan that is known to descend from a child of ours and has ended. */
    void reap(ProcStat orphan) {
        reactor.calls().waitid(Calls.P_PID, orphan.pid(), info, Calls.WEXITED | Calls.WNOHANG, MemorySegment.NULL);
    }

    /**
     * Now and then collects orphans that ended while nobody asked. Those cannot be told from children that other code in
     * this JVM started and waits for, except by patience: what is still there at the next round, nobody waits for.
     */
    void keepHouse() {
        if (ending) {
            return;
        }
        reactor.at(System.nanoTime() + HOUSEKEEPING_NANOS, this::keepHouse);
        info.fill((byte) 0);
        int answer = reactor.calls()
                .waitid(Calls.P_ALL, 0, info, Calls.WEXITED | Calls.WNOHANG | Calls.WNOWAIT, MemorySegment.NULL);
        if (answer < 0 || info.get(ValueLayout.JAVA_INT, SI_PID) == 0) {
            uncollected = Set.of();
            return;
        }
        var seen = new HashSet<Long>();
        for (ProcStat orphan : orphans()) {
            if (orphan.zombie() && uncollected.contains(orphan.pid())) {
                reap(orphan);
            } else if (orphan.zombie()) {
                seen.add(orphan.pid());
            }
        }
        uncollected = seen;
    }

    void end() {
        ending = true;
    }
}
