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
 * the pipe's writing end is held by this JVM alone.
 */
final class Guardian implements Reactor.Ready {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");
    private static final long RESTART_NANOS = 1_000_000_000L;
    private static final int MFD_CLOEXEC = 1;

    private final Reactor reactor;
    private final Spawner spawner;
    private final int devNull;
    private final String cookie;
    private final int tableFd;
    private final GuardianTable table;
    private long pid = -1;
    private int pidfd = -1;
    private int slot = -1;
    private int pipe = -1;
    private boolean ending;
    private long lastStart;

    Guardian(
            Reactor reactor,
            Spawner spawner,
            int devNull,
            String cookie,
            Arena arena,
            Calls calls) {
        this.reactor = reactor;
        this.spawner = spawner;
        this.devNull = devNull;
        this.cookie = cookie;
        this.tableFd =
                calls.call(
                        Libc.MEMFD_CREATE,
                        arena.allocateFrom("foster-guardian-table").address(),
                        MFD_CLOEXEC,
                        0,
                        0,
                        0,
                        0);
        this.table = new GuardianTable(this::write);
    }

    GuardianTable table() {
        return table;
    }

    private void write(long offset, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            new Calls(arena).pwrite(tableFd, text, bytes.length, offset);
        }
    }

    /**
     * Starts the process; true when it runs. On the engine's starting thread first, later on the
     * reactor's.
     */
    boolean start() {
        lastStart = System.nanoTime();
        try (Arena arena = Arena.ofConfined()) {
            var calls = new Calls(arena);
            MemorySegment ends = arena.allocate(8, 8);
            if (tableFd < 0 || calls.pipe2(ends, Calls.O_CLOEXEC) < 0) {
                return false;
            }
            int readEnd = ends.get(Calls.INT, 0);
            pipe = ends.get(Calls.INT, 4);
            List<String> command = GuardianScript.command(cookie, "/proc/self/fd/3", true);
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
                                    -1),
                            arena,
                            calls);
            calls.close(readEnd);
            if (started < 0) {
                calls.close(pipe);
                pipe = -1;
                return false;
            }
            pid = started;
            Orphans.KNOWN.add(pid);
            pidfd = calls.pidfdOpen(pid);
            return pidfd >= 0 && reactor.add(pidfd, Calls.EPOLLIN, this, calls);
        }
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
        LOG.log(Level.WARNING, "the guardian process was ended by somebody; starting another");
        long again = Math.max(System.nanoTime(), lastStart + RESTART_NANOS);
        reactor.at(
                again,
                () -> {
                    if (!ending && !start()) {
                        LOG.log(
                                Level.ERROR,
                                "cannot start the guardian again: children would outlive a killed"
                                        + " JVM");
                    }
                });
    }

    private void collect() {
        Calls calls = reactor.calls();
        if (slot >= 0) {
            reactor.remove(pidfd, slot);
            slot = -1;
        }
        try (Arena arena = Arena.ofConfined()) {
            calls.waitid(
                    Calls.P_PID, pid, arena.allocate(128, 8), Calls.WEXITED, MemorySegment.NULL);
        }
        calls.close(pidfd);
        calls.close(pipe);
        Orphans.KNOWN.remove(pid);
        pidfd = -1;
        pipe = -1;
        pid = -1;
    }

    /**
     * Lets it go, on the reactor's thread. When every child is gone it has nothing left to do; a
     * child that does not even react to SIGKILL is left to it, since it may once it wakes up.
     */
    void end(boolean allGone) {
        ending = true;
        if (pid > 0 && allGone) {
            reactor.calls().kill(pid, Signal.KILL.number());
            collect();
        } else if (pid > 0) {
            reactor.remove(pidfd, slot);
            reactor.calls().close(pidfd);
            reactor.calls().close(pipe);
        }
        reactor.calls().close(tableFd);
    }
}
