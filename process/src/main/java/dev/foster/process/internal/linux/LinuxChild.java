package dev.foster.process.internal.linux;

import dev.foster.process.ChildSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.Excess;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.internal.EngineFaults;
import dev.foster.process.internal.Leftovers;
import dev.foster.process.internal.ManagedChild;
import dev.foster.process.internal.cgroup.ChildGroup;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A child of the Linux engine: a process number that is safe while unreaped, a pidfd, and up to
 * three pipes, and perhaps one to say that it is ready.
 */
final class LinuxChild extends ManagedChild implements Reactor.Ready {
    private static final int SI_CODE = 8;
    private static final int SI_PID = 16;
    private static final int SI_STATUS = 24;
    private static final int CLD_EXITED = 1;
    private static final int CLD_DUMPED = 3;

    /** Stands for processor time that is not final yet. */
    static final long NOT_REAPED = -1;

    /** What the spawn gave us: descriptors of ours, −1 for none. */
    record Opened(
            long pid,
            int pidfd,
            int stdin,
            int stdout,
            int stderr,
            int ready,
            Optional<ForegroundJob> job,
            Optional<ChildGroup> group) {}

    private final LinuxEngine engine;
    private final Reactor reactor;
    private final Opened opened;
    private final String cookie;
    private final DescentMark mark;
    private final int guardianPlace;
    private final Optional<InputPipe> input;
    private final @Nullable PipeReader out;
    private final @Nullable PipeReader err;
    private final Optional<ReadyPipe> readyPipe;
    private @Nullable LinuxLeftovers leftovers;
    private int slot = -1;
    private boolean finished;
    private volatile boolean suspended;
    private @Nullable Collected collected;

    /** How it ended, and the processor time it took. */
    private record Collected(Ending ending, Duration cpu) {}

    // A group's number is safe to signal as long as its leader has not been reaped: both happen
    // under this lock.
    private final Object reaping = new Object();
    private boolean reaped;
    private volatile long finalNanos = NOT_REAPED;

    LinuxChild(
            LinuxEngine engine,
            ChildSpec spec,
            Opened opened,
            String cookie,
            DescentMark mark,
            int guardianPlace,
            Executor executor) {
        super(spec, engine.reactor(), executor);
        this.engine = engine;
        this.reactor = engine.reactor();
        this.opened = opened;
        this.cookie = cookie;
        this.mark = mark;
        this.guardianPlace = guardianPlace;
        String name = spec.command().getFirst();
        this.input =
                opened.stdin < 0
                        ? Optional.empty()
                        : Optional.of(new InputPipe(reactor, opened.stdin, name));
        this.out = opened.stdout < 0 ? null : reader(opened.stdout, ChildStream.STDOUT);
        this.err = opened.stderr < 0 ? null : reader(opened.stderr, ChildStream.STDERR);
        this.readyPipe =
                opened.ready < 0
                        ? Optional.empty()
                        : Optional.of(new ReadyPipe(reactor, opened.ready, executor));
    }

    private PipeReader reader(int fd, ChildStream stream) {
        return new PipeReader(
                reactor,
                engine.readBuffer(),
                fd,
                stream,
                output.ring(),
                spec().outputLimits(),
                this::pipeEnded);
    }

    /** Begins to watch; false when the kernel refuses, and then the caller cleans up. */
    boolean watch(SystemCalls caller) {
        boolean watched =
                (out == null || out.watch(caller))
                        && (err == null || err.watch(caller))
                        && readyPipe.map(pipe -> pipe.watch(caller)).orElse(true);
        if (!watched) {
            return false;
        }
        if (out == null && err == null) {
            reactor.execute(this::pipeEnded);
        }
        opened.job.ifPresent(job -> job.start(opened.pid, opened.pidfd));
        // Last, so that the exit cannot be served before the pipes are.
        return reactor.add(opened.pidfd, SystemCalls.EPOLLIN, this, caller);
    }

    /** It cannot be watched after all, and its descriptors are left to whoever opened them. */
    void forget() {
        if (out != null) {
            out.forget();
        }
        if (err != null) {
            err.forget();
        }
        readyPipe.ifPresent(ReadyPipe::forget);
    }

    @Override
    public void watched(int given) {
        slot = given;
    }

    @Override
    public long pid() {
        return opened.pid;
    }

    /** The text that stands in the environment of its descendants. */
    String cookie() {
        return cookie;
    }

    /**
     * Its processor time at its end, with that of the descendants it waited for; {@link
     * #NOT_REAPED} until then.
     */
    long finalNanos() {
        return finalNanos;
    }

    int guardianPlace() {
        return guardianPlace;
    }

    /**
     * The pidfd became readable: the process has ended. What fails on the way does not keep the
     * exit from being told, and as long as that fails it is tried again.
     */
    @Override
    public void ready(int events) {
        EngineFaults faults = reactor.faults();
        Collected known = collected;
        Collected how = known == null ? collect() : known;
        if (how == null) {
            return;
        }
        if (known == null) {
            collected = how;
            boolean killed = how.ending instanceof Ending.Killed;
            faults.survives(
                    "it took the terminal back",
                    () -> opened.job.ifPresent(job -> job.end(killed)));
            faults.survives("it read the last output of a child", this::drain);
        }
        engine.exited(this);
        faults.survives(
                "it told of an exit",
                () -> exited(how.ending, Optional.of(how.cpu), overLimit(how.ending)));
        if (!alive()) {
            // Whoever waits for the exit has been told; the rest can wait.
            reactor.remove(opened.pidfd, slot);
            reactor.calls().close(opened.pidfd);
            faults.survives("it let go of a child", () -> engine.reaped(this));
            finishWhenDone();
        }
    }

    boolean hasTerminal() {
        return opened.job.isPresent();
    }

    @Override
    public boolean suspended() {
        return suspended && alive();
    }

    void suspended(boolean isSo) {
        if (suspended != isSo) {
            suspended = isSo;
            suspensionChanged();
        }
    }

    private void drain() {
        if (out != null) {
            out.drain();
        }
        if (err != null) {
            err.drain();
        }
        readyPipe.ifPresent(ReadyPipe::end);
    }

    private @Nullable Collected collect() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(128, 8);
            MemorySegment used = arena.allocate(144, 8);
            synchronized (reaping) {
                int options = SystemCalls.WEXITED | SystemCalls.WNOHANG;
                int answer =
                        reactor.calls()
                                .waitid(SystemCalls.P_PIDFD, opened.pidfd, info, options, used);
                if (answer == 0 && info.get(SystemCalls.INT, SI_PID) == 0) {
                    return null;
                }
                reaped = true;
                Ending ending =
                        answer < 0
                                ? new Ending.Unknown(
                                        "another part of this program collected it first")
                                : ending(info);
                Duration cpu = time(used, 0).plus(time(used, 16));
                finalNanos = cpu.toNanos();
                return new Collected(ending, cpu);
            }
        }
    }

    /** The kernel kills for memory by SIGKILL and says so nowhere but in the cgroup. */
    private Optional<Excess> overLimit(Ending how) {
        return how instanceof Ending.Killed(Signal signal, boolean _) && signal.equals(Signal.KILL)
                ? opened.group.flatMap(ChildGroup::overLimit)
                : Optional.empty();
    }

    Optional<ChildGroup> group() {
        return opened.group;
    }

    private static Ending ending(MemorySegment info) {
        int status = info.get(SystemCalls.INT, SI_STATUS);
        int code = info.get(SystemCalls.INT, SI_CODE);
        return code == CLD_EXITED
                ? new Ending.Code(status)
                : new Ending.Killed(new Signal(status), code == CLD_DUMPED);
    }

    // Of the usage only the times are true: the peak memory counts this JVM's own, shared until
    // exec.
    private static Duration time(MemorySegment used, long at) {
        return Duration.ofSeconds(
                used.get(SystemCalls.LONG, at), used.get(SystemCalls.LONG, at + 8) * 1000);
    }

    private void pipeEnded() {
        if ((out == null || out.ended()) && (err == null || err.ended())) {
            outputEnded();
            finishWhenDone();
        }
    }

    private void finishWhenDone() {
        boolean pipesEnded = (out == null || out.ended()) && (err == null || err.ended());
        if (!alive() && pipesEnded && !finished) {
            finished = true;
            engine.finished(this);
        }
    }

    /**
     * The engine is closing: whatever still holds the output open is not listened to any longer.
     */
    void abandonOutput() {
        if (out != null) {
            out.close();
        }
        if (err != null) {
            err.close();
        }
        readyPipe.ifPresent(ReadyPipe::end);
        if (!finished) {
            pipeEnded();
        }
    }

    @Override
    protected boolean signalGroup(Signal signal) {
        synchronized (reaping) {
            if (reaped) {
                return false;
            }
            try (Arena arena = Arena.ofConfined()) {
                return new SystemCalls(arena).kill(-opened.pid, signal.number()) == 0;
            }
        }
    }

    /** The reactor may have been kept from running while the child ended: then the news waits. */
    @Override
    protected boolean stillThere() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(128, 8);
            SystemCalls system = reactor.calls();
            int options = SystemCalls.WEXITED | SystemCalls.WNOHANG | SystemCalls.WNOWAIT;
            int answer =
                    system.waitid(
                            SystemCalls.P_PIDFD, opened.pidfd, info, options, MemorySegment.NULL);
            return answer == 0 && info.get(SystemCalls.INT, SI_PID) == 0;
        }
    }

    @Override
    protected Optional<InputPipe> input() {
        return input;
    }

    @Override
    public CompletableFuture<Boolean> readySignal() {
        return readyPipe
                .map(ReadyPipe::signal)
                .orElseGet(() -> CompletableFuture.completedFuture(false));
    }

    @Override
    protected Leftovers leftovers() {
        LinuxLeftovers known = leftovers;
        if (known == null) {
            known = engine.leftovers(opened.pid, cookie, mark, false, opened.group);
            leftovers = known;
        }
        return known;
    }
}
