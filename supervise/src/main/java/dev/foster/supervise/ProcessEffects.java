package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.ProcessEngine;
import dev.foster.process.ResourceLimits;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.supervise.loop.EffectRunner;
import dev.foster.supervise.loop.FaultBarrier;
import dev.foster.supervise.probe.Attempt;
import dev.foster.supervise.probe.ProbeResult;
import dev.foster.supervise.probe.Probes;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Diagnosis;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.usage.UsageMonitor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does what the rules ask for with real processes, each effect on a thread of its own. */
final class ProcessEffects implements EffectRunner, RunStarts.Newborn {
    private final Map<LiveRun.Key, LiveRun> runs = new ConcurrentHashMap<>();
    private final Executor executor;
    private final Probes probes;
    private final SupervisorListener listener;
    private final FaultBarrier barrier;
    private final Consumer<TreeInput> inbox;
    private final UsageMonitor watch;
    private final RunStarts starts;

    ProcessEffects(
            ProcessEngine engine,
            Executor executor,
            Path notifyDirectory,
            SupervisorListener listener,
            FaultBarrier barrier,
            Consumer<TreeInput> inbox) {
        this.executor = executor;
        this.probes = new Probes(engine, executor);
        this.listener = listener;
        this.barrier = barrier;
        this.inbox = inbox;
        this.watch =
                new UsageMonitor(
                        engine::meter,
                        listener.measures(),
                        listener::measured,
                        barrier.watcher(),
                        new Limits());
        this.starts =
                new RunStarts(engine, executor, notifyDirectory, listener, barrier, inbox, this);
    }

    @Override
    public void perform(Effect effect) {
        switch (effect) {
            case Effect.Spawn spawn -> starts.begin(spawn);
            case Effect.GiveUpStart start ->
                    starts.giveUp(new LiveRun.Key(start.name(), start.run()));
            case Effect.Stop stop -> stop(new LiveRun.Key(stop.name(), stop.run()), stop.kill());
            case Effect.Retire retire ->
                    live(new LiveRun.Key(retire.name(), retire.run()))
                            .ifPresent(run -> stop(run, plan(run).grace(retire.grace())));
            case Effect.Ask ask -> ask(ask);
            case Effect.StopAsking stop ->
                    live(new LiveRun.Key(stop.name(), stop.run())).ifPresent(LiveRun::stopAsking);
            case Effect.Tell _ -> {}
        }
    }

    /** The process behind a run, while it or anything it started may be there. */
    Optional<LiveRun> live(LiveRun.Key key) {
        return Optional.ofNullable(runs.get(key));
    }

    /** What a run really holds; empty when it is not watched. */
    CompletableFuture<OptionalLong> proportionalBytes(LiveRun.Key key) {
        return watch.proportionalBytes(key.name(), key.run());
    }

    /** Nothing is watched any more. */
    void close() {
        watch.close();
    }

    /** What runs are found to use too much of is news for the rules. */
    private final class Limits implements UsageMonitor.News {
        @Override
        public void over(String name, long run, Excess excess, LimitRule.Then then) {
            inbox.accept(new TreeInput.OverLimit(name, run, excess, then));
        }

        @Override
        public void refused(String name, long run, String why) {
            inbox.accept(new TreeInput.Refused(name, run, why));
        }
    }

    // ---- a run that has begun ----

    @Override
    public void enter(LiveRun.Key key, LiveRun run) {
        runs.put(key, run);
    }

    @Override
    public void watch(LiveRun.Key key, LiveRun run, ProcessSpec spec) {
        measure(spec, key, run.child());
        // What it leaves behind is ended in any case: the rules ask for it, and need not wait then.
        CompletableFuture<Void> told =
                run.child()
                        .exit()
                        .thenAccept(
                                exit ->
                                        inbox.accept(
                                                new TreeInput.Exited(
                                                        key.name(),
                                                        key.run(),
                                                        exit,
                                                        diagnosis(key, run, exit))));
        var _ =
                run.child()
                        .sweep()
                        .whenComplete(
                                (report, fault) -> {
                                    if (fault == null) {
                                        ended(key, report, told);
                                    } else {
                                        lost(key, fault);
                                    }
                                });
    }

    /** It has begun in any case; one that cannot be held to its limits is not to go on. */
    private void measure(ProcessSpec spec, LiveRun.Key key, Child child) {
        ResourceLimits limits = spec.child().confinement().limits();
        watch.begin(key.name(), key.run(), child, limits, spec.limitRule())
                .ifPresent(why -> inbox.accept(new TreeInput.Refused(key.name(), key.run(), why)));
    }

    private Optional<Diagnosis> diagnosis(LiveRun.Key key, LiveRun run, Exit exit) {
        try {
            return run.company().attendance().flatMap(it -> it.diagnose(exit));
        } catch (Throwable fault) {
            // The end itself is the news, and must not be lost.
            barrier.told("find out why " + key.name() + " ended", fault);
            return Optional.empty();
        }
    }

    // Two threads bring the two pieces of news; the rules are to hear of the exit first.
    private void ended(LiveRun.Key key, StopReport report, CompletableFuture<Void> exitTold) {
        if (report.exit().isPresent()) {
            var _ = exitTold.whenComplete((_, _) -> stopped(key, report));
        } else {
            stopped(key, report);
        }
    }

    /** Nobody can say any more whether it runs: nothing may be started in its place. */
    private void lost(LiveRun.Key key, Throwable fault) {
        barrier.told("learn of the end of " + key.name(), fault);
        String why = "its end cannot be learnt of: " + fault;
        inbox.accept(new TreeInput.Refused(key.name(), key.run(), why));
        inbox.accept(new TreeInput.Stopped(key.name(), key.run(), StopReport.stuck()));
    }

    // ---- stopping ----

    private void stop(LiveRun.Key key, boolean kill) {
        LiveRun live = runs.get(key);
        // A run that is still being started is stopped once its start is known.
        if (live == null) {
            return;
        }
        if (kill) {
            var _ = live.child().stop(plan(live).eofWait(Duration.ZERO).grace(Duration.ZERO));
        } else {
            stop(live, plan(live));
        }
    }

    private static StopPlan plan(LiveRun live) {
        return live.child().spec().stopPlan();
    }

    // What comes of it is heard where the child is watched.
    private void stop(LiveRun live, StopPlan plan) {
        Optional<Attendance> speaks = live.company().attendance().filter(_ -> live.child().alive());
        // Leave is taken once: one that is asked again is in a hurry.
        if (speaks.isPresent() && live.leaveTaken().compareAndSet(false, true)) {
            executor.execute(() -> takeLeave(live, speaks.get(), plan));
        } else {
            var _ = live.child().stop(plan);
        }
    }

    // However the attendant takes leave, the stop goes on from there, and in time.
    private void takeLeave(LiveRun live, Attendance attendance, StopPlan plan) {
        CompletableFuture<Void> farewell;
        try {
            farewell = attendance.farewell().copy();
        } catch (Throwable fault) {
            barrier.told("take leave of process " + live.child().pid(), fault);
            farewell = CompletableFuture.completedFuture(null);
        }
        var _ =
                farewell.completeOnTimeout(
                                null, live.farewellLimit().toMillis(), TimeUnit.MILLISECONDS)
                        .exceptionally(_ -> null)
                        .thenCompose(_ -> live.child().stop(plan));
    }

    private void stopped(LiveRun.Key key, StopReport report) {
        boolean stuck = report.took() == StopReport.Took.STUCK;
        if (!stuck) {
            barrier.run(
                    "end the measuring of " + key.name(), () -> watch.end(key.name(), key.run()));
            Optional.ofNullable(runs.remove(key)).ifPresent(run -> run.end(key.name(), barrier));
        }
        inbox.accept(new TreeInput.Stopped(key.name(), key.run(), report));
    }

    // ---- asking ----

    private void ask(Effect.Ask effect) {
        LiveRun live = runs.get(new LiveRun.Key(effect.name(), effect.run()));
        if (live == null) {
            return;
        }
        long begun = System.nanoTime();
        if (effect.probe() instanceof Probe.Attended) {
            executor.execute(() -> askAttendant(effect, live, begun));
            return;
        }
        Attempt attempt = probes.start(effect.probe(), effect.timeout());
        live.attempts().add(attempt);
        var _ =
                attempt.result()
                        .thenAccept(
                                result -> {
                                    live.attempts().remove(attempt);
                                    answered(effect, result, begun);
                                });
    }

    private void askAttendant(Effect.Ask effect, LiveRun live, long begun) {
        CompletableFuture<Optional<String>> answer;
        try {
            answer =
                    live.company()
                            .attendance()
                            .map(it -> it.ask(effect.timeout()))
                            .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
        } catch (Throwable fault) {
            barrier.told("ask " + effect.name() + " how it is", fault);
            answer = CompletableFuture.failedFuture(fault);
        }
        var _ =
                answer.exceptionally(ProcessEffects::reasonOf)
                        .thenAccept(bad -> answered(effect, ProbeResult.unless(bad), begun));
    }

    private static Optional<String> reasonOf(Throwable fault) {
        return Optional.of(Objects.requireNonNullElse(fault.getMessage(), fault.toString()));
    }

    private void answered(Effect.Ask effect, ProbeResult result, long begun) {
        boolean good = result instanceof ProbeResult.Good;
        String why =
                switch (result) {
                    case ProbeResult.Good _ -> "";
                    case ProbeResult.Bad(String fault) -> fault;
                    case ProbeResult.Cancelled _ -> "cancelled";
                };
        inbox.accept(new TreeInput.Probed(effect.name(), effect.run(), effect.role(), good, why));
        if (result instanceof ProbeResult.Cancelled) {
            return;
        }
        barrier.run(
                "tell how " + effect.name() + " answered",
                () ->
                        listener.probed(
                                effect.name(),
                                effect.role() == TreeInput.Role.READY ? "ready" : "live",
                                good,
                                Duration.ofNanos(System.nanoTime() - begun)));
    }
}
