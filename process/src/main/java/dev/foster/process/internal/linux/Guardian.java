package dev.foster.process.internal.linux;

import dev.foster.process.Session;
import dev.foster.process.Signal;
import dev.foster.process.internal.guardian.GuardianScript;
import dev.foster.process.internal.guardian.GuardianTable;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/**
 * Keeps one guardian process alive for this engine. The table is a file in memory that both share;
 * the pipe's writing end is held by this JVM alone, and first says what to look for. As long as
 * none can be started the engine says that it is unguarded, and another start is tried.
 */
final class Guardian implements Reactor.Ready {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");
    private static final long RESTART_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 30_000_000_000L;
    private static final int MFD_CLOEXEC = 1;
    private static final int NONE = -1;

    private final Reactor reactor;
    private final Spawner spawner;
    private final int devNull;
    private final String cookie;
    private final GuardianTable table;
    private volatile int tableFd = NONE;
    private volatile boolean guards;
    private long pid = NONE;
    private int pidfd = NONE;
    private int slot = NONE;
    private int pipe = NONE;
    private boolean ending;
    private long lastStart = System.nanoTime() - RESTART_NANOS;
    private long pause = RESTART_NANOS;

    Guardian(Reactor reactor, Spawner spawner, int devNull, String cookie) {
        this.reactor = reactor;
        this.spawner = spawner;
        this.devNull = devNull;
        this.cookie = cookie;
        this.table = new GuardianTable(this::write);
    }

    GuardianTable table() {
        return table;
    }

    /** Whether there is one, and it knows all children. From any thread. */
    boolean guards() {
        return guards;
    }

    private void write(long offset, byte[] bytes) {
        int file = tableFd;
        if (file >= 0) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment text = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
                new SystemCalls(arena).pwrite(file, text, bytes.length, offset);
            }
        }
    }

    /** On the engine's starting thread; the first children shall find one. */
    void start() {
        reactor.await(this::startOrTryAgain);
    }

    private void startOrTryAgain() {
        if (ending) {
            return;
        }
        lastStart = System.nanoTime();
        boolean before = guards;
        guards = false;
        if (reactor.faults().survives("it started the guardian", this::tryToStart) && pid > 0) {
            guards = true;
            pause = RESTART_NANOS;
            return;
        }
        boolean isNews = before || pause == RESTART_NANOS;
        // First what must happen: without a free descriptor nothing may be said.
        reactor.at(lastStart + pause, this::startOrTryAgain);
        pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        if (isNews) {
            LOG.log(
                    Level.ERROR,
                    "cannot start the guardian: children would outlive a killed JVM; it is tried"
                            + " again until it can be");
        }
    }

    private void tryToStart() {
        boolean done = false;
        try (Arena arena = Arena.ofConfined()) {
            var system = new SystemCalls(arena);
            done = openTable(system, arena) && openPipe(system, arena) && watch(system);
        } finally {
            if (!done) {
                abandon();
            }
        }
    }

    private boolean openTable(SystemCalls system, Arena arena) {
        if (tableFd < 0) {
            long name = arena.allocateFrom("foster-guardian-table").address();
            tableFd = system.call(Libc.MEMFD_CREATE, name, MFD_CLOEXEC, 0, 0, 0, 0);
            table.rewrite();
        }
        return tableFd >= 0;
    }

    private boolean openPipe(SystemCalls system, Arena arena) {
        MemorySegment ends = arena.allocate(8, 8);
        if (system.pipe2(ends, SystemCalls.O_CLOEXEC) < 0) {
            return false;
        }
        int readEnd = ends.get(SystemCalls.INT, 0);
        pipe = ends.get(SystemCalls.INT, 4);
        try {
            // Not among its arguments, which everybody on the machine can read.
            MemorySegment line = arena.allocateFrom(cookie + "\n");
            return system.write(pipe, line, line.byteSize() - 1) == line.byteSize() - 1
                    && spawn(readEnd, arena, system);
        } finally {
            system.close(readEnd);
        }
    }

    private boolean spawn(int readEnd, Arena arena, SystemCalls system) {
        List<String> command = GuardianScript.command("/proc/self/fd/3", true);
        MemorySegment environment =
                OwnEnvironment.pointers(
                        List.of(
                                arena.allocateFrom(
                                        "PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin")),
                        arena);
        int[] descriptors = {readEnd, devNull, devNull, tableFd};
        long started =
                spawner.spawn(
                        new Spawner.Start(
                                command.getFirst(),
                                command,
                                environment,
                                Optional.empty(),
                                Session.OWN,
                                descriptors,
                                NONE),
                        arena,
                        system);
        if (started > 0) {
            pid = started;
            Orphans.KNOWN.add(pid);
        }
        return started > 0;
    }

    private boolean watch(SystemCalls system) {
        pidfd = system.pidfdOpen(pid);
        return pidfd >= 0 && reactor.add(pidfd, SystemCalls.EPOLLIN, this, system);
    }

    @Override
    public void watched(int given) {
        slot = given;
    }

    /** It ended: because we said so, or because somebody killed it. */
    @Override
    public void ready(int events) {
        collect();
        if (ending) {
            return;
        }
        guards = false;
        reactor.at(Math.max(System.nanoTime(), lastStart + RESTART_NANOS), this::startOrTryAgain);
        LOG.log(Level.WARNING, "the guardian process was ended by somebody; starting another");
    }

    /** One that cannot be watched would be missed by nobody when it ends. */
    private void abandon() {
        // The kernel may have refused to watch it; then there is nothing to take back.
        slot = NONE;
        if (pid > 0) {
            reactor.calls().kill(pid, Signal.KILL.number());
        }
        collect();
    }

    private void collect() {
        SystemCalls system = reactor.calls();
        if (slot >= 0) {
            reactor.remove(pidfd, slot);
            slot = NONE;
        }
        if (pid > 0) {
            try (Arena arena = Arena.ofConfined()) {
                system.waitid(
                        SystemCalls.P_PID,
                        pid,
                        arena.allocate(128, 8),
                        SystemCalls.WEXITED,
                        MemorySegment.NULL);
            }
            Orphans.KNOWN.remove(pid);
            pid = NONE;
        }
        letGo(system);
    }

    private void letGo(SystemCalls system) {
        if (pidfd >= 0) {
            system.close(pidfd);
            pidfd = NONE;
        }
        if (pipe >= 0) {
            system.close(pipe);
            pipe = NONE;
        }
    }

    /**
     * Lets it go, on the reactor's thread. When every child is gone it has nothing left to do; a
     * child that does not even react to SIGKILL is left to it, since it may once it wakes up.
     */
    void end(boolean allGone) {
        ending = true;
        guards = false;
        if (pid > 0 && allGone) {
            reactor.calls().kill(pid, Signal.KILL.number());
            collect();
        } else if (pid > 0) {
            reactor.remove(pidfd, slot);
            letGo(reactor.calls());
        }
        if (tableFd >= 0) {
            reactor.calls().close(tableFd);
            tableFd = NONE;
        }
    }
}
