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

    static synchronized void acquire(Calls calls, Arena arena) {
        if (engines++ == 0) {
            calls.prctl(PR_SET_CHILD_SUBREAPER, 1);
            wantExits(calls, arena);
        }
    }

    static synchronized void release(Calls calls) {
        if (--engines == 0) {
            calls.prctl(PR_SET_CHILD_SUBREAPER, 0);
        }
    }

    /**
     * A JVM started with SIGCHLD ignored would never learn how a child ended: the kernel throws the
     * exits away.
     */
    private static void wantExits(Calls calls, Arena arena) {
        MemorySegment action = arena.allocate(SIGACTION_SIZE, 8);
        calls.call(Libc.SIGACTION, SIGCHLD, 0, action.address(), 0, 0, 0);
        if (action.get(Calls.LONG, 0) == SIG_IGN) {
            action.fill((byte) 0);
            calls.call(Libc.SIGACTION, SIGCHLD, action.address(), 0, 0, 0, 0);
        }
    }
}
