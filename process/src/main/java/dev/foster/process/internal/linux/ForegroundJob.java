package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A child that has the terminal, treated as a shell treats its job. When the person suspends it,
 * this JVM gives the terminal back and stops too, so that the shell that started us sees it;
 * continued, it hands the terminal over again. When the child is gone the terminal is ours again,
 * in the mode it had before if the child could not clean up.
 */
final class ForegroundJob {
    private static final int SIGCONT = 18;
    private static final int SIGTSTP = 20;
    private static final int SIGTTIN = 21;
    private static final int SIGTTOU = 22;
    private static final long SIG_IGN = 1;
    private static final int SIGACTION_SIZE = 256;
    private static final int MODES_SIZE = 256;
    private static final int TCSADRAIN = 1;
    private static final int SI_CODE = 8;
    private static final int SI_STATUS = 24;
    private static final int CLD_STOPPED = 5;

    private final Arena arena = Arena.ofShared();
    private final SystemCalls system = new SystemCalls(arena);
    private final MemorySegment modes = arena.allocate(MODES_SIZE, 8);
    private final int ourGroup;
    private final int terminal;
    private final Thread watcher = new Thread(this::watch, "foster-job-control");
    private long group = -1;
    private int pidfd = -1;
    private boolean given;

    /** Made before the spawn, since the child may change the terminal at once. */
    ForegroundJob() {
        ourGroup = system.call(Libc.GETPGRP, 0, 0, 0, 0, 0, 0);
        terminal =
                system.open(
                        arena.allocateFrom("/dev/tty"), SystemCalls.O_RDWR | SystemCalls.O_CLOEXEC);
        system.call(Libc.TCGETATTR, terminal, modes.address(), 0, 0, 0, 0);
        disposition(SIG_IGN);
        watcher.setDaemon(true);
    }

    boolean hasTerminal() {
        return terminal >= 0;
    }

    /**
     * The terminal to hand over, or −1 when it is not ours to give: the shell has put us into the
     * background.
     */
    int terminalToGive() {
        given = foreground(system) == ourGroup;
        return given ? terminal : -1;
    }

    /**
     * Taking the terminal back from the background is what SIGTTOU forbids; ignored, it is allowed.
     */
    private void disposition(long handler) {
        system.call(Libc.SIGACTION, SIGTTOU, action(handler).address(), 0, 0, 0, 0);
    }

    private MemorySegment action(long handler) {
        MemorySegment action = arena.allocate(SIGACTION_SIZE, 8);
        action.set(SystemCalls.LONG, 0, handler);
        return action;
    }

    /** The child is there, and cannot have been reaped yet. */
    void start(long child, int itsPidfd) {
        group = child;
        pidfd = itsPidfd;
        watcher.start();
    }

    private void watch() {
        try (Arena own = Arena.ofConfined()) {
            var mine = new SystemCalls(own);
            MemorySegment info = own.allocate(128, 8);
            // Exits are only looked at, not collected: that is the reactor's.
            int wanted = SystemCalls.WSTOPPED | SystemCalls.WEXITED | SystemCalls.WNOWAIT;
            while (true) {
                int answer =
                        mine.waitid(SystemCalls.P_PIDFD, pidfd, info, wanted, MemorySegment.NULL);
                if (answer < 0 && mine.errno() == SystemCalls.EINTR) {
                    continue;
                }
                if (answer < 0 || info.get(SystemCalls.INT, SI_CODE) != CLD_STOPPED) {
                    return;
                }
                int signal = info.get(SystemCalls.INT, SI_STATUS);
                mine.waitid(
                        SystemCalls.P_PIDFD,
                        pidfd,
                        info,
                        SystemCalls.WSTOPPED | SystemCalls.WNOHANG,
                        MemorySegment.NULL);
                childStopped(mine, signal);
            }
        }
    }

    private void childStopped(SystemCalls mine, int signal) {
        boolean wantsTerminal = signal == SIGTTIN || signal == SIGTTOU;
        int has = foreground(mine);
        boolean canHave = has == group || has == ourGroup;
        if (wantsTerminal && !canHave) {
            // We are in the background, as it is: the shell tells the person, who brings us to the
            // front.
            stopOurselves(mine, SIGTTIN);
        } else if (!wantsTerminal && has == group) {
            mine.call(Libc.TCSETPGRP, terminal, ourGroup, 0, 0, 0, 0);
            stopOurselves(mine, SIGTSTP);
        } else if (!wantsTerminal) {
            // Somebody stopped it on purpose, and will continue it.
            return;
        }
        if (foreground(mine) == ourGroup) {
            mine.call(Libc.TCSETPGRP, terminal, group, 0, 0, 0, 0);
        }
        mine.kill(-group, SIGCONT);
    }

    /**
     * Stops this JVM; when this returns we have been continued: in the foreground (fg), or not
     * (bg).
     *
     * <p>The whole group stops, as the terminal itself would have it: a script that started us
     * stops with us. We ignore that signal and stop by one to this very thread: only such a one is
     * certain to take effect here, and exactly once. SIGSTOP would be simpler, but where no shell
     * is there to continue us the kernel ignores these signals, and that is right.
     */
    private void stopOurselves(SystemCalls mine, int signal) {
        MemorySegment before = arena.allocate(SIGACTION_SIZE, 8);
        mine.call(Libc.SIGACTION, signal, action(SIG_IGN).address(), before.address(), 0, 0, 0);
        // Who reads in the background may have been brought to the front meanwhile.
        boolean due = signal == SIGTSTP || foreground(mine) != ourGroup;
        if (due) {
            mine.kill(0, signal);
        }
        mine.call(Libc.SIGACTION, signal, before.address(), 0, 0, 0, 0);
        if (due) {
            mine.call(Libc.RAISE, signal, 0, 0, 0, 0, 0);
        }
    }

    private int foreground(SystemCalls with) {
        return with.call(Libc.TCGETPGRP, terminal, 0, 0, 0, 0, 0);
    }

    /** The child has ended: the terminal is ours again. On the reactor's thread. */
    void end(boolean killed) {
        if (foreground(system) == group) {
            system.call(Libc.TCSETPGRP, terminal, ourGroup, 0, 0, 0, 0);
            if (killed) {
                system.call(Libc.TCSETATTR, terminal, TCSADRAIN, modes.address(), 0, 0, 0);
            }
        }
        awaitWatcher();
        release();
    }

    private void awaitWatcher() {
        try {
            watcher.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** There is no child after all, or none any more; what was given to it is ours again. */
    void takeBack() {
        awaitWatcher();
        if (given) {
            system.call(Libc.TCSETPGRP, terminal, ourGroup, 0, 0, 0, 0);
        }
        release();
    }

    /** There is no child, or no longer. */
    void release() {
        disposition(0);
        system.close(terminal);
        arena.close();
    }
}
