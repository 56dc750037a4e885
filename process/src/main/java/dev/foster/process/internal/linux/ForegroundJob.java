package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A child that has the terminal, treated as a shell treats its job. When the person suspends it, this JVM gives the
 * terminal back and stops too, so that the shell that started us sees it; continued, it hands the terminal over again.
 * When the child is gone the terminal is ours again, in the mode it had before if the child could not clean up.
 */
final class ForegroundJob {
    private static final int SIGCONT = 18;
    private static final int SIGTSTP = 20;
    private static final int SIGTTOU = 22;
    private static final long SIG_IGN = 1;
    private static final int SIGACTION_SIZE = 256;
    private static final int MODES_SIZE = 256;
    private static final int TCSADRAIN = 1;
    private static final int SI_CODE = 8;
    private static final int CLD_STOPPED = 5;

    private final Arena arena = Arena.ofShared();
    private final Calls calls = new Calls(arena);
    private final MemorySegment modes = arena.allocate(MODES_SIZE, 8);
    private final long group;
    private final int ourGroup;
    private final int terminal;
    private final int pidfd;
    private final Thread watcher = new Thread(this::watch, "foster-job-control");

    /** Made right after the spawn, while the child cannot have been reaped. */
    ForegroundJob(long group) {
        this.group = group;
        ourGroup = calls.call(Libc.GETPGRP, 0, 0, 0, 0, 0, 0);
        terminal = calls.open(arena.allocateFrom("/dev/tty"), Calls.O_RDWR | Calls.O_CLOEXEC);
        pidfd = calls.pidfdOpen(group);
        calls.call(Libc.TCGETATTR, terminal, modes.address(), 0, 0, 0, 0);
        disposition(SIG_IGN);
        watcher.setDaemon(true);
    }

    /** Taking the terminal back from the background is what SIGTTOU forbids; ignored, it is allowed. */
    private void disposition(long handler) {
        MemorySegment action = arena.allocate(SIGACTION_SIZE, 8);
        action.set(ValueLayout.JAVA_LONG, 0, handler);
        calls.call(Libc.SIGACTION, SIGTTOU, action.address(), 0, 0, 0, 0);
    }

    void start() {
        watcher.start();
    }

    private void watch() {
        try (Arena own = Arena.ofConfined()) {
            var mine = new Calls(own);
            MemorySegment info = own.allocate(128, 8);
            // Exits are only looked at, not collected: that is the reactor's.
            int wanted = Calls.WSTOPPED | Calls.WEXITED | Calls.WNOWAIT;
            while (true) {
                int answer = mine.waitid(Calls.P_PIDFD, pidfd, info, wanted, MemorySegment.NULL);
                if (answer < 0 && mine.errno() == Calls.EINTR) {
                    continue;
                }
                if (answer < 0 || info.get(ValueLayout.JAVA_INT, SI_CODE) != CLD_STOPPED) {
                    return;
                }
                mine.waitid(Calls.P_PIDFD, pidfd, info, Calls.WSTOPPED | Calls.WNOHANG, MemorySegment.NULL);
                suspendWithChild(mine);
            }
        }
    }

    private void suspendWithChild(Calls mine) {
        boolean hadTerminal = foreground(mine) == group;
        if (!hadTerminal) {
            // It stopped because it asked for the terminal from the background, or somebody stopped it on purpose.
            return;
        }
        mine.call(Libc.TCSETPGRP, terminal, ourGroup, 0, 0, 0, 0);
        // The whole group, as the terminal itself does: a script that started us stops with us. Raised too, since only a
        // signal to this very thread is certain to stop it here and not a few instructions on. SIGSTOP would be simpler, but
        // where no shell is there to continue us the kernel ignores SIGTSTP, and that is right.
        mine.kill(0, SIGTSTP);
        mine.call(Libc.RAISE, SIGTSTP, 0, 0, 0, 0, 0);
        // Here we have been continued: in the foreground (fg), or not (bg).
        if (foreground(mine) == ourGroup) {
            mine.call(Libc.TCSETPGRP, terminal, group, 0, 0, 0, 0);
        }
        mine.kill(-group, SIGCONT);
    }

    private int foreground(Calls with) {
        return with.call(Libc.TCGETPGRP, terminal, 0, 0, 0, 0, 0);
    }

    /** The child has ended: the terminal is ours again. On the reactor's thread. */
    void end(boolean killed) {
        if (foreground(calls) == group) {
            calls.call(Libc.TCSETPGRP, terminal, ourGroup, 0, 0, 0, 0);
            if (killed) {
                calls.call(Libc.TCSETATTR, terminal, TCSADRAIN, modes.address(), 0, 0, 0);
            }
        }
        disposition(0);
        try {
            watcher.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        calls.close(terminal);
        calls.close(pidfd);
        arena.close();
    }
}
