package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.NotifyMessage;
import dev.foster.process.NotifySocket;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.supervise.loop.World;
import dev.foster.supervise.probe.Attempt;
import dev.foster.supervise.probe.ProbeResult;
import dev.foster.supervise.probe.Probes;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Event;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Does what the rules ask for with real processes, each effect on a thread of its own. */
final class ProcessWorld implements World {
    private final Map<LiveRun.Key, LiveRun> runs = new ConcurrentHashMap<>();
    private final ProcessEngine engine;
    private final Executor executor;
    private final Probes probes;
    private final Path notifyDirectory;
    private final SupervisorListener listener;
    private final Consumer<Event> inbox;

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
    }

    @Override
    public void perform(Effect effect) {
        switch (effect) {
            case Effect.Spawn spawn -> executor.execute(() -> spawn(spawn));
            case Effect.Stop stop -> stop(new LiveRun.Key(stop.name(), stop.run()), stop.kill());
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

    // ---- starting ----

    private void spawn(Effect.Spawn effect) {
        ProcessSpec spec = effect.spec();
        var key = new LiveRun.Key(spec.name(), effect.run());
        var started = new CountDownLatch(1);
        Optional<NotifySocket> socket = Optional.empty();
        try {
            ChildSpec wanted = spec.child();
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
            Child child = engine.spawn(wanted);
            runs.put(key, LiveRun.of(child, socket));
            listener.spawned(spec.name(), effect.run(), child);
            inbox.accept(new Event.Spawned(spec.name(), effect.run(), child.pid()));
            watch(spec, key, child);
        } catch (ProblemException problem) {
            socket.ifPresent(NotifySocket::close);
            inbox.accept(
                    new Event.SpawnFailed(spec.name(), effect.run(), problem.problem().message()));
        } finally {
            started.countDown();
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
        var _ =
                child.exit()
                        .thenAccept(
                                exit ->
                                        inbox.accept(
                                                new Event.Exited(key.name(), key.run(), exit)));
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
        StopPlan plan = live.child().spec().stopPlan();
        StopPlan wanted = kill ? plan.eofWait(Duration.ZERO).grace(Duration.ZERO) : plan;
        var _ = live.child().stop(wanted).thenAccept(report -> stopped(key, live, report));
    }

    private void stopped(LiveRun.Key key, LiveRun live, StopReport report) {
        boolean stuck = report.took() == StopReport.Took.STUCK;
        if (!stuck) {
            live.close();
            runs.remove(key, live);
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
        Attempt attempt = probes.start(effect.probe(), effect.timeout());
        live.attempts().add(attempt);
        var _ =
                attempt.result()
                        .thenAccept(
                                result -> {
                                    live.attempts().remove(attempt);
                                    inbox.accept(probed(effect, result));
                                });
    }

    private static Event probed(Effect.Ask effect, ProbeResult result) {
        return switch (result) {
            case ProbeResult.Good _ ->
                    new Event.Probed(effect.name(), effect.run(), effect.role(), true, "");
            case ProbeResult.Bad(String why) ->
                    new Event.Probed(effect.name(), effect.run(), effect.role(), false, why);
        };
    }
}
