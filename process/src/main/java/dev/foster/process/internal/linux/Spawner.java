package dev.foster.process.internal.linux;

import dev.foster.process.Session;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts processes with posix_spawn: default signals and mask, exactly the descriptors they are
 * given, a session or group of their own. It runs on the thread that asks and blocks it until the
 * kernel has loaded the program.
 */
final class Spawner {
    /** Marks a descriptor that the child takes over from this JVM as it is. */
    static final int INHERITED = -1;

    /** Marks a descriptor that the child does not get. */
    static final int CLOSED = -2;

    private static final int SETPGROUP = 0x02;
    private static final int SETSIGDEF = 0x04;
    private static final int SETSIGMASK = 0x08;
    private static final int SETSID = 0x80;
    // posix_spawnattr_t is 336 bytes and posix_spawn_file_actions_t 80 in glibc on x86-64 and
    // aarch64; there is room to grow.
    private static final int ATTRIBUTES_SIZE = 512;
    private static final int ACTIONS_SIZE = 256;
    private static final int SIGNAL_SET_SIZE = 128;

    private final Map<Session, MemorySegment> attributes = new EnumMap<>(Session.class);

    Spawner(Arena arena, SystemCalls system) {
        MemorySegment none = arena.allocate(SIGNAL_SET_SIZE, 8);
        MemorySegment every = arena.allocate(SIGNAL_SET_SIZE, 8);
        // Not sigfillset: it leaves out two signals that the C library keeps for itself, and the
        // child would ignore them.
        every.fill((byte) 0xff);
        for (Session session : Session.values()) {
            MemorySegment attribute = arena.allocate(ATTRIBUTES_SIZE, 16);
            int place = session == Session.OWN ? SETSID : SETPGROUP;
            system.call(Libc.ATTR_INIT, attribute.address(), 0, 0, 0, 0, 0);
            system.call(
                    Libc.ATTR_SETFLAGS,
                    attribute.address(),
                    SETSIGDEF | SETSIGMASK | place,
                    0,
                    0,
                    0,
                    0);
            system.call(Libc.ATTR_SETSIGMASK, attribute.address(), none.address(), 0, 0, 0, 0);
            system.call(Libc.ATTR_SETSIGDEFAULT, attribute.address(), every.address(), 0, 0, 0, 0);
            system.call(Libc.ATTR_SETPGROUP, attribute.address(), 0, 0, 0, 0, 0);
            attributes.put(session, attribute);
        }
    }

    /**
     * What to start.
     *
     * @param descriptors the child's descriptors 0, 1, 2, …: one of ours, {@link #INHERITED} or
     *     {@link #CLOSED}; it gets no others
     * @param terminal our descriptor of the terminal whose foreground the child becomes, or −1
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Start(
            String executable,
            List<String> command,
            MemorySegment environment,
            Optional<Path> directory,
            Session session,
            int[] descriptors,
            int terminal) {}

    /** A process number, or the error number negated. */
    long spawn(Start start, Arena arena, SystemCalls system) {
        MemorySegment actions = arena.allocate(ACTIONS_SIZE, 16);
        int failed = system.call(Libc.ACTIONS_INIT, actions.address(), 0, 0, 0, 0, 0);
        if (failed != 0) {
            return -failed;
        }
        try {
            failed = fill(actions, start, arena, system);
            return failed != 0 ? -failed : spawn(start, actions, arena, system);
        } finally {
            system.call(Libc.ACTIONS_DESTROY, actions.address(), 0, 0, 0, 0, 0);
        }
    }

    private static int fill(MemorySegment actions, Start start, Arena arena, SystemCalls system) {
        int failed = 0;
        if (start.terminal >= 0) {
            // First, while the terminal's descriptor is still there; all signals are blocked in the
            // child until exec.
            failed =
                    system.call(
                            Libc.ACTIONS_ADDTCSETPGRP,
                            actions.address(),
                            start.terminal,
                            0,
                            0,
                            0,
                            0);
        }
        if (failed == 0) {
            failed = connect(actions, start.descriptors, system);
        }
        if (failed == 0 && start.directory.isPresent()) {
            MemorySegment directory = arena.allocateFrom(start.directory.get().toString());
            failed =
                    system.call(
                            Libc.ACTIONS_ADDCHDIR,
                            actions.address(),
                            directory.address(),
                            0,
                            0,
                            0,
                            0);
        }
        return failed;
    }

    private static int connect(MemorySegment actions, int[] descriptors, SystemCalls system) {
        int failed = 0;
        for (int target = 0; target < descriptors.length && failed == 0; target++) {
            int source = descriptors[target];
            if (source != INHERITED && source != CLOSED) {
                failed =
                        system.call(
                                Libc.ACTIONS_ADDDUP2, actions.address(), source, target, 0, 0, 0);
            }
        }
        // Only now: what is to be closed may have been the source of one above.
        for (int target = 0; target < descriptors.length && failed == 0; target++) {
            if (descriptors[target] == CLOSED) {
                failed = system.call(Libc.ACTIONS_ADDCLOSE, actions.address(), target, 0, 0, 0, 0);
            }
        }
        if (failed == 0) {
            failed =
                    system.call(
                            Libc.ACTIONS_ADDCLOSEFROM,
                            actions.address(),
                            descriptors.length,
                            0,
                            0,
                            0,
                            0);
        }
        return failed;
    }

    private long spawn(Start start, MemorySegment actions, Arena arena, SystemCalls system) {
        MemorySegment pid = arena.allocate(8, 8);
        MemorySegment executable = arena.allocateFrom(start.executable);
        MemorySegment arguments =
                OwnEnvironment.pointers(
                        start.command.stream().map(arena::allocateFrom).toList(), arena);
        MemorySegment attribute = attributes.get(start.session);
        int failed =
                system.call(
                        Libc.POSIX_SPAWN,
                        pid.address(),
                        executable.address(),
                        actions.address(),
                        attribute == null ? 0 : attribute.address(),
                        arguments.address(),
                        start.environment.address());
        return failed != 0 ? -failed : pid.get(SystemCalls.INT, 0);
    }
}
