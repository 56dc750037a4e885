package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.loop.FaultBarrier;
import dev.foster.supervise.loop.Time;
import dev.foster.supervise.loop.TreeLoop;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.Requester;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.rules.Tree;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.SpecProblem;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.thread.Pulse;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the processes of a stack in the state they are wanted in: starts them in order, watches
 * them, restarts them by their policy, and stops them in reverse order.
 *
 * <p>Requests return when they have been taken in, so that {@link #states()} shows them under way;
 * they do not wait until they are done. Nothing is started until somebody asks.
 */
public final class Supervisor implements AutoCloseable {
    /** Longer than any loop needs; only a supervisor that was closed takes nothing in. */
    private static final int TAKEN_IN_SECONDS = 10;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Object somethingChanged = new Object();
    private final Replacements replacements = new Replacements(executor);
    private final EventDispatcher dispatcher;
    private final FaultBarrier barrier;
    private final ProcessEffects effects;
    private final TreeLoop loop;
    private final Thread thread;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile StackSpec stack;

    private Supervisor(
            ProcessEngine engine, StackSpec stack, Path directory, SupervisorListener listener) {
        this.stack = stack;
        this.dispatcher = new EventDispatcher(listener);
        this.barrier = new FaultBarrier(dispatcher);
        this.effects =
                new ProcessEffects(engine, executor, directory, listener, barrier, this::post);
        this.loop = new TreeLoop(new Tree(stack), Time.system(), effects, new Relay());
        this.thread = Thread.ofPlatform().name("foster-supervisor").daemon().unstarted(loop::run);
    }

    /**
     * Takes a stack in its care.
     *
     * @param engine starts the processes; it stays the caller's to close
     * @param directory where sockets for sd_notify may be made; private to this user, and short
     * @throws InvalidStackException when the stack makes no sense
     */
    public static Supervisor start(
            ProcessEngine engine, StackSpec stack, Path directory, SupervisorListener listener) {
        check(stack);
        var supervisor = new Supervisor(engine, stack, directory, listener);
        try {
            supervisor.thread.start();
        } catch (RuntimeException | Error noThread) {
            supervisor.release();
            throw noThread;
        }
        return supervisor;
    }

    private static void check(StackSpec stack) {
        List<SpecProblem> problems = stack.problems();
        if (!problems.isEmpty()) {
            throw new InvalidStackException(problems);
        }
    }

    // What is not told is never dealt with.
    private void post(TreeInput event) {
        FaultBarrier.insist(
                () -> {
                    var _ = loop.post(event);
                });
    }

    // Whoever asks and then looks sees what he asked for under way, not the state before.
    private void ask(TreeInput event) {
        CompletableFuture<Void> done = loop.post(event);
        if (thread.equals(Thread.currentThread())) {
            return;
        }
        try {
            done.completeOnTimeout(null, TAKEN_IN_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException leftOut) {
            throw new IllegalStateException(
                    "cannot do what was asked: a fault inside Foster ("
                            + leftOut.getCause()
                            + "); try again",
                    leftOut);
        }
    }

    // ---- what people ask for ----

    /** Starts everything that is enabled. */
    public void startAll(String who) {
        var names = new LinkedHashSet<String>();
        for (ProcessSpec process : stack.processes()) {
            if (process.enabled()) {
                names.add(process.name());
            }
        }
        start(names, who);
    }

    /** Starts these with all they depend on. */
    public void start(Collection<String> names, String who) {
        ask(new TreeInput.StartAsked(withDependencies(names), false, new Requester(who)));
    }

    /** Starts these with all they depend on, except some, which others may wait for. */
    public void startBut(Collection<String> names, Collection<String> except, String who) {
        Set<String> all = withDependencies(names);
        all.removeAll(Set.copyOf(except));
        ask(new TreeInput.StartAsked(all, false, new Requester(who)));
    }

    /** Starts just these, whether or not what they depend on is there. */
    public void startAlone(Collection<String> names, String who) {
        ask(new TreeInput.StartAsked(Set.copyOf(names), true, new Requester(who)));
    }

    /** These and everything they wait for, directly or not. */
    public Set<String> withDependencies(Collection<String> names) {
        var order = new Order(stack);
        var all = new LinkedHashSet<String>();
        var todo = new ArrayDeque<>(names);
        while (!todo.isEmpty()) {
            String name = todo.pop();
            if (all.add(name)) {
                todo.addAll(order.waitsFor(name).keySet());
            }
        }
        return all;
    }

    /** Stops these, in reverse order of their dependencies. */
    public void stop(Collection<String> names, String who) {
        ask(new TreeInput.StopAsked(Set.copyOf(names), false, new Requester(who)));
    }

    /** Kills these without asking them first. */
    public void kill(Collection<String> names, String who) {
        ask(new TreeInput.StopAsked(Set.copyOf(names), true, new Requester(who)));
    }

    public void restart(Collection<String> names, String who) {
        ask(new TreeInput.RestartAsked(Set.copyOf(names), new Requester(who)));
    }

    /**
     * Replaces a process that is ready: an <i>understudy</i> is started beside it from the same
     * spec, and takes over once it is ready; only then is the old one stopped. Whatever goes wrong
     * before that ends the understudy and leaves the old one as it was. Nobody who depends on the
     * process, and nobody of its group, notices.
     *
     * <p>A stop, a restart, a change of its spec or an end of the old one by itself ends the
     * understudy as well.
     *
     * @param grace how long the old one has after its signal, instead of what its stop plan says
     * @return completes when the new run has taken over; otherwise fails with a {@link
     *     ReplacementException} that says why, once nothing is left of the understudy
     */
    public CompletableFuture<Replacement> replace(String name, Duration grace, String who) {
        Optional<CompletableFuture<Replacement>> future = replacements.await(name);
        if (future.isEmpty()) {
            return CompletableFuture.failedFuture(
                    new ReplacementException(name, "it is being replaced already; wait for that"));
        }
        if (replacements.closed()) {
            replacements.close();
            return future.get();
        }
        try {
            ask(new TreeInput.ReplaceAsked(name, grace, new Requester(who)));
        } catch (IllegalStateException leftOut) {
            replacements.fail(name, String.valueOf(leftOut.getMessage()));
        }
        if (state(name).isEmpty()) {
            replacements.fail(name, "there is no process of that name; name one of the stack");
        }
        return future.get();
    }

    /**
     * From now on this is the stack: what is new is started, what is gone is stopped, what is to be
     * run differently is restarted, and all else stays as it is.
     */
    public void change(StackSpec next, String who) {
        check(next);
        stack = next;
        ask(new TreeInput.StackChanged(next, new Requester(who)));
    }

    // ---- how things stand ----

    public StackSpec stack() {
        return stack;
    }

    public List<ProcessStatus> states() {
        return loop.states();
    }

    public Optional<ProcessStatus> state(String name) {
        return loop.state(name);
    }

    /** Whether the thread that decides is there and turns; never waits, safe from any thread. */
    public Pulse pulse() {
        return loop.pulse(thread);
    }

    /** Whether the thread that tells the listener the news is there and does not hang in it. */
    public Pulse newsPulse() {
        return dispatcher.pulse();
    }

    /** The process itself, while it runs. */
    public Optional<Child> child(String name) {
        return loop.state(name)
                .flatMap(state -> effects.live(new LiveRun.Key(name, state.run())))
                .map(LiveRun::child);
    }

    /**
     * What a process and its descendants really hold, with shared memory counted once; asked of the
     * system now, which is costly. Empty when it does not run, or nobody has it measured.
     */
    public OptionalLong proportionalBytes(String name) {
        return loop.state(name)
                .map(state -> effects.proportionalBytes(new LiveRun.Key(name, state.run())))
                .map(
                        asked ->
                                asked.completeOnTimeout(
                                                OptionalLong.empty(),
                                                TAKEN_IN_SECONDS,
                                                TimeUnit.SECONDS)
                                        .join())
                .orElse(OptionalLong.empty());
    }

    /** Waits until nothing runs and nothing is about to, for at most this long. */
    public boolean awaitDown(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        synchronized (somethingChanged) {
            while (!isDown()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                somethingChanged.wait(left);
            }
        }
        return true;
    }

    private boolean isDown() {
        return states().stream().allMatch(state -> state.word().down());
    }

    /** The longest it can take to stop everything in order. */
    public Duration stopBound() {
        return stack.processes().stream()
                .map(ProcessSpec::stopBound)
                .reduce(Duration.ofSeconds(15), Duration::plus);
    }

    /** Stops everything in order, waits for it, and ends the supervision. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            closed.join();
            return;
        }
        try {
            shutDown();
        } finally {
            release();
            closed.complete(null);
        }
    }

    private void shutDown() {
        if (!thread.isAlive()) {
            // Nobody would do it: they are the engine's to end.
            return;
        }
        List<String> all = states().stream().map(ProcessStatus::name).toList();
        barrier.run("stop everything", () -> stop(all, "close"));
        try {
            awaitDown(stopBound());
            loop.end();
            // Its last step shows that all is down before it tells so.
            thread.join(Duration.ofSeconds(TAKEN_IN_SECONDS));
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives back what it took; each part, whatever becomes of the others. */
    private void release() {
        loop.end();
        thread.interrupt();
        barrier.run("end the measuring", effects::close);
        barrier.run("tell those who wait for a replacement", replacements::close);
        dispatcher.close();
        executor.shutdownNow();
    }

    /** Has the listener told what the loop tells, and wakes those who wait. */
    private final class Relay implements Watcher {
        @Override
        public void changed(ProcessStatus state) {
            try {
                dispatcher.changed(state);
            } finally {
                wake();
            }
        }

        @Override
        public void removed(String name) {
            try {
                dispatcher.removed(name);
            } finally {
                wake();
            }
        }

        @Override
        public void happened(ProcessEvent event, Instant at) {
            // Whoever waits for it is told, whatever becomes of the news.
            try {
                dispatcher.happened(event, at);
            } finally {
                replacements.happened(event);
            }
        }

        @Override
        public void faulted(String doing, Throwable fault) {
            dispatcher.faulted(doing, fault);
        }

        private void wake() {
            synchronized (somethingChanged) {
                somethingChanged.notifyAll();
            }
        }
    }
}
