package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Settings of the whole process that engines need; the first engine makes them, the last one takes
 * them back.
 */
final class KernelSettings {
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int SIGCHLD = 17;
    private static final long SIG_IGN = 1;
    private static final int SIGACTION_SIZE = 256;
    private static int engines;

    private KernelSettings() {}

    static synchronized void acquire(SystemCalls system, Arena arena) {
        if (engines++ == 0) {
            system.prctl(PR_SET_CHILD_SUBREAPER, 1);
            wantExits(system, arena);
        }
    }

    static synchronized void release(SystemCalls system) {
        if (--engines == 0) {
            system.prctl(PR_SET_CHILD_SUBREAPER, 0);
        }
    }

    /**
     * A JVM started with SIGCHLD ignored would never learn how a child ended: the kernel throws the
     * exits away.
     */
    private static void wantExits(SystemCalls system, Arena arena) {
        MemorySegment action = arena.allocate(SIGACTION_SIZE, 8);
        system.call(Libc.SIGACTION, SIGCHLD, 0, action.address(), 0, 0, 0);
        if (action.get(SystemCalls.LONG, 0) == SIG_IGN) {
            action.fill((byte) 0);
            system.call(Libc.SIGACTION, SIGCHLD, action.address(), 0, 0, 0, 0);
        }
    }
}
