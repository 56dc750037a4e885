package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Exit;
import dev.foster.process.NotifyMessage;
import dev.foster.process.NotifySocket;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.ResourceLimits;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.supervise.loop.World;
import dev.foster.supervise.probe.Attempt;
import dev.foster.supervise.probe.ProbeResult;
import dev.foster.supervise.probe.Probes;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Event;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.watch.Watch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Does what the rules ask for with real processes, each effect on a thread of its own. */
final class ProcessWorld implements World {
    private final Map<LiveRun.Key, LiveRun> runs = new ConcurrentHashMap<>();
    private final Map<LiveRun.Key, Preparation> preparing = new ConcurrentHashMap<>();
    private final ProcessEngine engine;
    private final Executor executor;
    private final Probes probes;
    private final Path notifyDirectory;
    private final SupervisorListener listener;
    private final Consumer<Event> inbox;
    private final Watch watch;

    ProcessWorld(
            ProcessEngine engine,
            Executor executor,
            Path notifyDirectory,
            SupervisorListener listener,
            Consumer<Event> inbox) {
        this.engine = engine;
        this.executor = executor;
        this.probes = new Probes(engine, executor);
        this.notifyDirectory = notifyDirectory;
        this.listener = listener;
        this.inbox = inbox;
        this.watch = new Watch(engine::meter, listener.measures(), listener::measured, inbox);
    }

    @Override
    public void perform(Effect effect) {
        switch (effect) {
            case Effect.Spawn spawn -> begin(spawn);
            case Effect.GiveUpStart start ->
                    Optional.ofNullable(preparing.get(new LiveRun.Key(start.name(), start.run())))
                            .ifPresent(Preparation::giveUp);
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

    // ---- starting ----

    private void begin(Effect.Spawn effect) {
        var key = new LiveRun.Key(effect.spec().name(), effect.run());
        if (effect.spec().attendant().isPresent()) {
            // Known before anybody can want it to end.
            preparing.put(key, new Preparation());
        }
        executor.execute(() -> spawn(effect, key));
    }

    private void spawn(Effect.Spawn effect, LiveRun.Key key) {
        ProcessSpec spec = effect.spec();
        var started = new CountDownLatch(1);
        Optional<Attendance> attendance = Optional.empty();
        Optional<NotifySocket> socket = Optional.empty();
        try {
            attendance = attend(spec, key);
            ChildSpec wanted = attendance.map(Attendance::child).orElse(spec.child());
            if (listensToNotify(spec)) {
                Path path = notifyDirectory.resolve("notify-" + effect.run());
                socket =
                        Optional.of(
                                engine.notifySocket(path, message -> heard(key, started, message)));
                wanted = withNotify(wanted, path, spec);
            }
            if (spec.readiness().probe().orElse(null) instanceof Probe.Descriptor(int number)) {
                wanted = wanted.readyDescriptor(number);
            }
            // Whoever prepared it may know nothing of what it may use.
            Child child = engine.spawn(wanted.confinement(enforced(spec)));
            runs.put(key, LiveRun.of(child, attendance, socket));
            listener.spawned(spec.name(), effect.run(), child);
            inbox.accept(new Event.Spawned(spec.name(), effect.run(), child.pid()));
            measure(spec, key, child);
            attendance.ifPresent(it -> it.started(child, new RunVoice(key, inbox)));
            watch(spec, key, child);
        } catch (ProblemException problem) {
            notStarted(key, attendance, socket, problem.problem().message(), false);
        } catch (Attendant.Refusal refusal) {
            notStarted(key, attendance, socket, String.valueOf(refusal.getMessage()), false);
        } catch (InterruptedException stopped) {
            notStarted(key, attendance, socket, "stopped before it had begun", true);
        } catch (RuntimeException fault) {
            // An attendant's; a start without an answer would never end.
            notStarted(key, attendance, socket, "a fault in its preparation: " + fault, false);
        } finally {
            started.countDown();
        }
    }

    /** What the kernel holds it to: one that is only reported when it uses too much, to nothing. */
    private static Confinement enforced(ProcessSpec spec) {
        Confinement wished = spec.child().confinement();
        if (spec.limitRule().then() != LimitRule.Then.REPORT) {
            return wished;
        }
        ResourceLimits limits = wished.limits();
        ResourceLimits none = ResourceLimits.none();
        // To be slowed down is a wish of its own, and no end.
        ResourceLimits kept =
                limits.throttle() && limits.cpuPercent().isPresent()
                        ? none.cpuPercent(limits.cpuPercent().getAsDouble()).throttle(true)
                        : none;
        return new Confinement(kept, wished.isolation());
    }

    /** It has begun in any case; one that cannot be held to its limits is not to go on. */
    private void measure(ProcessSpec spec, LiveRun.Key key, Child child) {
        ResourceLimits limits = spec.child().confinement().limits();
        watch.begin(key.name(), key.run(), child, limits, spec.limitRule())
                .ifPresent(why -> inbox.accept(new Event.Refused(key.name(), key.run(), why)));
    }

    private void notStarted(
            LiveRun.Key key,
            Optional<Attendance> attendance,
            Optional<NotifySocket> socket,
            String why,
            boolean givenUp) {
        attendance.ifPresent(Attendance::ended);
        socket.ifPresent(NotifySocket::close);
        inbox.accept(new Event.SpawnFailed(key.name(), key.run(), why, givenUp));
    }

    private Optional<Attendance> attend(ProcessSpec spec, LiveRun.Key key)
            throws InterruptedException, Attendant.Refusal {
        Preparation preparation = preparing.get(key);
        if (spec.attendant().isEmpty() || preparation == null) {
            return Optional.empty();
        }
        try {
            preparation.begin();
            return Optional.of(spec.attendant().get().prepare(key.run(), spec.child()));
        } finally {
            preparation.end();
            preparing.remove(key);
        }
    }

    private static boolean listensToNotify(ProcessSpec spec) {
        return spec.readiness().probe().filter(Probe.Notify.class::isInstance).isPresent()
                || spec.liveness()
                        .map(Liveness::probe)
                        .filter(Probe.Notify.class::isInstance)
                        .isPresent();
    }

    private static ChildSpec withNotify(ChildSpec child, Path path, ProcessSpec spec) {
        ChildSpec wanted = child.environment("NOTIFY_SOCKET", path.toString());
        Optional<Duration> watchdog =
                spec.liveness()
                        .filter(liveness -> liveness.probe() instanceof Probe.Notify)
                        .map(Liveness::period);
        return watchdog.map(
                        period ->
                                wanted.environment(
                                        "WATCHDOG_USEC", Long.toString(period.toNanos() / 1000)))
                .orElse(wanted);
    }

    private void watch(ProcessSpec spec, LiveRun.Key key, Child child) {
        Runnable ready = () -> inbox.accept(new Event.SaidReady(key.name(), key.run()));
        switch (spec.readiness().probe().orElse(null)) {
            case Probe.LogLine(String pattern) -> ReadyLine.watch(child, pattern, ready);
            case Probe.Descriptor _ -> {
                var _ =
                        child.readySignal()
                                .thenAccept(
                                        said -> {
                                            if (said) {
                                                ready.run();
                                            }
                                        });
            }
            case null, default -> {}
        }
        // What it leaves behind is ended in any case: the rules ask for it, and need not wait then.
        CompletableFuture<Void> told = child.exit().thenAccept(exit -> exited(key, exit));
        var _ = child.sweep().thenAccept(report -> ended(key, report, told));
    }

    private void exited(LiveRun.Key key, Exit exit) {
        inbox.accept(new Event.Exited(key.name(), key.run(), exit));
    }

    // Two threads bring the two pieces of news; the rules are to hear of the exit first.
    private void ended(LiveRun.Key key, StopReport report, CompletableFuture<Void> exitTold) {
        if (report.exit().isPresent()) {
            var _ = exitTold.thenRun(() -> stopped(key, report));
        } else {
            stopped(key, report);
        }
    }

    // The child may speak before we have told anybody that it runs; nobody would listen then.
    private void heard(LiveRun.Key key, CountDownLatch started, NotifyMessage message) {
        try {
            started.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return;
        }
        message.status().ifPresent(status -> listener.said(key.name(), status));
        if (message.ready()) {
            inbox.accept(new Event.SaidReady(key.name(), key.run()));
        }
        if (message.watchdog()) {
            inbox.accept(new Event.SaidAlive(key.name(), key.run()));
        }
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
    private static void stop(LiveRun live, StopPlan plan) {
        Optional<Attendance> speaks = live.attendance().filter(_ -> live.child().alive());
        // Leave is taken once: one that is asked again is in a hurry.
        if (speaks.isPresent() && live.leaveTaken().compareAndSet(false, true)) {
            var _ =
                    speaks.get()
                            .farewell()
                            .exceptionally(_ -> null)
                            .thenCompose(_ -> live.child().stop(plan));
        } else {
            var _ = live.child().stop(plan);
        }
    }

    private void stopped(LiveRun.Key key, StopReport report) {
        boolean stuck = report.took() == StopReport.Took.STUCK;
        if (!stuck) {
            watch.end(key.name(), key.run());
            Optional.ofNullable(runs.remove(key)).ifPresent(LiveRun::close);
        }
        inbox.accept(
                new Event.Stopped(key.name(), key.run(), report.exit(), stuck, describe(report)));
    }

    private static String describe(StopReport report) {
        String how =
                switch (report.took()) {
                    case ALREADY_GONE -> "gone";
                    case EOF -> "stopped when its input ended";
                    case TERMINATE -> "stopped on the signal";
                    case KILL -> "killed";
                    case STUCK -> "stuck";
                };
        String leftovers =
                report.leftovers() == 0
                        ? ""
                        : ", and " + report.leftovers() + " processes it left behind";
        return how + leftovers + " in " + report.duration().toMillis() + " ms";
    }

    // ---- asking ----

    private void ask(Effect.Ask effect) {
        LiveRun live = runs.get(new LiveRun.Key(effect.name(), effect.run()));
        if (live == null) {
            return;
        }
        long begun = System.nanoTime();
        if (effect.probe() instanceof Probe.Attended) {
            askAttendant(effect, live, begun);
            return;
        }
        Attempt attempt = probes.start(effect.probe(), effect.timeout());
        live.attempts().add(attempt);
        var _ =
                attempt.result()
                        .thenAccept(
                                result -> {
                                    live.attempts().remove(attempt);
                                    answered(effect, reasonAgainst(result), begun);
                                });
    }

    private void askAttendant(Effect.Ask effect, LiveRun live, long begun) {
        var _ =
                live.attendance()
                        .map(it -> it.ask(effect.timeout()))
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
                        .exceptionally(fault -> Optional.of(String.valueOf(fault.getMessage())))
                        .thenAccept(bad -> answered(effect, bad, begun));
    }

    private static Optional<String> reasonAgainst(ProbeResult result) {
        return switch (result) {
            case ProbeResult.Good _ -> Optional.empty();
            case ProbeResult.Bad(String why) -> Optional.of(why);
        };
    }

    private void answered(Effect.Ask effect, Optional<String> bad, long begun) {
        if (!bad.equals(Optional.of(Attempt.CANCELLED))) {
            listener.probed(
                    effect.name(),
                    effect.role() == Event.Role.READY ? "ready" : "live",
                    bad.isEmpty(),
                    Duration.ofNanos(System.nanoTime() - begun));
        }
        inbox.accept(
                new Event.Probed(
                        effect.name(), effect.run(), effect.role(), bad.isEmpty(), bad.orElse("")));
    }
}
