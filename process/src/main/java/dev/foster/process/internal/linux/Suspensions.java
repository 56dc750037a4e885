package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Learns which children were suspended, as by SIGSTOP, and which continued. The kernel tells that
 * to who waits for it and wakes nobody, so all children are asked for at once now and then, which
 * is one system call as long as there is no news.
 */
final class Suspensions {
    /** The children of all engines: the news of one may be given to another. */
    private static final Map<Long, LinuxChild> CHILDREN = new ConcurrentHashMap<>();

    private static final int SI_CODE = 8;
    private static final int CLD_CONTINUED = 6;

    /** News in one look; more waits for the next. */
    private static final int MOST = 256;

    private final SystemCalls system;
    private final MemorySegment info;

    Suspensions(SystemCalls system, Arena arena) {
        this.system = system;
        this.info = arena.allocate(128, 8);
    }

    static void add(LinuxChild child) {
        CHILDREN.put(child.pid(), child);
    }

    static void remove(LinuxChild child) {
        CHILDREN.remove(child.pid(), child);
    }

    void look() {
        for (int i = 0; i < MOST; i++) {
            long pid = waitFor(SystemCalls.P_ALL, 0, SystemCalls.WNOWAIT);
            LinuxChild child = pid > 0 ? CHILDREN.get(pid) : null;
            if (pid <= 0 || (child != null && child.hasTerminal())) {
                // Of one that has the terminal its job control wants to know first.
                return;
            }
            // Of who is none of ours too: the next news stands behind this one.
            if (waitFor(SystemCalls.P_PID, pid, 0) == pid && child != null) {
                child.suspended(info.get(SystemCalls.INT, SI_CODE) != CLD_CONTINUED);
            }
        }
    }

    /** Whom there is news of; 0 when there is none. */
    private long waitFor(int idType, long id, int more) {
        info.fill((byte) 0);
        int options = SystemCalls.WSTOPPED | SystemCalls.WCONTINUED | SystemCalls.WNOHANG | more;
        int answer = system.waitid(idType, id, info, options, MemorySegment.NULL);
        return answer < 0 ? 0 : info.get(SystemCalls.INT, SystemCalls.SI_PID);
    }
}
