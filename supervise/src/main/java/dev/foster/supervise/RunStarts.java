package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.NotifyMessage;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopPlan;
import dev.foster.supervise.loop.FaultBarrier;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.rules.TreeInput.NoStart;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Starts runs, each on a thread of its own. Whatever fails before there is a process makes a failed
 * start; afterwards there is one, which is told first of all, and ended when it cannot be what it
 * should be.
 */
final class RunStarts {
    /** How long the listener may take to begin with a run, before the run goes on without it. */
    private static final int LISTENER_SECONDS = 5;

    private final Map<LiveRun.Key, Preparation> preparing = new ConcurrentHashMap<>();
    private final ProcessEngine engine;
    private final Executor executor;
    private final Path notifyDirectory;
    private final SupervisorListener listener;
    private final FaultBarrier barrier;
    private final Consumer<TreeInput> inbox;
    private final Newborn newborn;

    /** Who takes over a process that has just been started. */
    interface Newborn {
        /** From now on it can be found. */
        void enter(LiveRun.Key key, LiveRun run);

        /** Everybody knows of it: what it uses and how it ends is to be heard. */
        void watch(LiveRun.Key key, LiveRun run, ProcessSpec spec);
    }

    RunStarts(
            ProcessEngine engine,
            Executor executor,
            Path notifyDirectory,
            SupervisorListener listener,
            FaultBarrier barrier,
            Consumer<TreeInput> inbox,
            Newborn newborn) {
        this.engine = engine;
        this.executor = executor;
        this.notifyDirectory = notifyDirectory;
        this.listener = listener;
        this.barrier = barrier;
        this.inbox = inbox;
        this.newborn = newborn;
    }

    void begin(Effect.Spawn effect) {
        var key = new LiveRun.Key(effect.spec().name(), effect.run());
        if (effect.spec().attendant().isPresent()) {
            // Known before anybody can want it to end.
            preparing.put(key, new Preparation());
        }
        try {
            executor.execute(() -> start(effect.spec(), key));
        } catch (RuntimeException | Error noThread) {
            preparing.remove(key);
            throw noThread;
        }
    }

    void giveUp(LiveRun.Key key) {
        Optional.ofNullable(preparing.get(key)).ifPresent(Preparation::giveUp);
    }

    private void start(ProcessSpec spec, LiveRun.Key key) {
        var told = new CountDownLatch(1);
        try {
            spawn(spec, key, told);
        } finally {
            told.countDown();
        }
    }

    private void spawn(ProcessSpec spec, LiveRun.Key key, CountDownLatch told) {
        LiveRun.Company company = LiveRun.Company.none();
        Child child;
        try {
            company = new LiveRun.Company(attend(spec, key), Optional.empty());
            ChildSpec wanted = company.attendance().map(Attendance::child).orElse(spec.child());
            if (listensToNotify(spec)) {
                Path path = notifyDirectory.resolve("notify-" + key.run());
                company =
                        company.with(
                                engine.notifySocket(path, message -> heard(key, told, message)));
                wanted = withNotify(wanted, path, spec);
            }
            if (spec.readiness().probe().orElse(null) instanceof Probe.Descriptor(int number)) {
                wanted = wanted.readyDescriptor(number);
            }
            // Whoever prepared it may know nothing of what it may use.
            child =
                    engine.spawn(
                            wanted.confinement(
                                    spec.limitRule().enforced(spec.child().confinement())));
        } catch (ProblemException problem) {
            failed(key, company, problem.problem().message(), of(problem.problem().outlook()));
            return;
        } catch (Attendant.Refusal refusal) {
            failed(
                    key,
                    company,
                    String.valueOf(refusal.getMessage()),
                    refusal.lasting() ? NoStart.LASTING : NoStart.PASSING);
            return;
        } catch (InterruptedException stopped) {
            failed(key, company, "stopped before it had begun", NoStart.GIVEN_UP);
            return;
        } catch (Throwable fault) {
            // An attendant's, or a shortage; a start without an answer would never end.
            barrier.told("start " + key.name(), fault);
            failed(key, company, "a fault in its preparation: " + fault, NoStart.PASSING);
            return;
        }
        begun(spec, key, child, company);
    }

    private void begun(ProcessSpec spec, LiveRun.Key key, Child child, LiveRun.Company company) {
        Duration farewell = spec.attendant().map(Attendant::farewellLimit).orElse(Duration.ZERO);
        try {
            LiveRun run = LiveRun.of(child, company, farewell);
            FaultBarrier.insist(() -> newborn.enter(key, run));
            introduce(key, child);
            inbox.accept(new TreeInput.Spawned(key.name(), key.run(), child.pid()));
            accompany(spec, key, child, company);
            FaultBarrier.insist(() -> newborn.watch(key, run, spec));
        } catch (Throwable fault) {
            // Nobody would hear of its end, so it must not live.
            barrier.told("watch over " + key.name(), fault);
            var _ = child.stop(StopPlan.kill());
            failed(key, company, "a fault after its start: " + fault, NoStart.PASSING);
        }
    }

    /** What goes wrong from here on ends the run, by which its policy learns of it. */
    private void accompany(
            ProcessSpec spec, LiveRun.Key key, Child child, LiveRun.Company company) {
        try {
            company.attendance().ifPresent(it -> it.started(child, new RunReports(key, inbox)));
            listenForReady(spec, key, child);
            child.onSuspension(() -> suspensionChanged(key, child));
        } catch (Throwable fault) {
            barrier.told("accompany " + key.name(), fault);
            refuse(key, "a fault in its attendance: " + fault);
        }
    }

    /**
     * The listener's part, on a thread of its own: a run does not wait for ever for somebody who
     * only listens, nor does it fail with him.
     */
    private void introduce(LiveRun.Key key, Child child) {
        String doing = "tell the listener of the start of " + key.name();
        var heard = new CountDownLatch(1);
        barrier.run(
                doing,
                () ->
                        executor.execute(
                                () -> {
                                    barrier.run(
                                            doing,
                                            () -> listener.spawned(key.name(), key.run(), child));
                                    heard.countDown();
                                }));
        try {
            if (!heard.await(LISTENER_SECONDS, TimeUnit.SECONDS)) {
                barrier.told(doing, new TimeoutException("it took too long"));
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static NoStart of(ChildProblem.Outlook outlook) {
        return switch (outlook) {
            case PASSING -> NoStart.PASSING;
            case SHORTAGE -> NoStart.SHORTAGE;
            case LASTING -> NoStart.LASTING;
        };
    }

    private void failed(LiveRun.Key key, LiveRun.Company company, String why, NoStart kind) {
        company.end(key.name(), barrier);
        inbox.accept(new TreeInput.SpawnFailed(key.name(), key.run(), why, kind));
    }

    private void refuse(LiveRun.Key key, String why) {
        inbox.accept(new TreeInput.Refused(key.name(), key.run(), why));
    }

    // ---- what it is started with ----

    private Optional<Attendance> attend(ProcessSpec spec, LiveRun.Key key)
            throws InterruptedException, Attendant.Refusal {
        Preparation preparation = preparing.get(key);
        if (spec.attendant().isEmpty() || preparation == null) {
            return Optional.empty();
        }
        try {
            preparation.begin();
            Attendant.Delay delay =
                    (why, lasting) ->
                            inbox.accept(
                                    new TreeInput.Delayed(key.name(), key.run(), why, lasting));
            return Optional.of(spec.attendant().get().prepare(key.run(), spec.child(), delay));
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

    // ---- what it says ----

    private void listenForReady(ProcessSpec spec, LiveRun.Key key, Child child) {
        Runnable ready = () -> inbox.accept(new TreeInput.SaidReady(key.name(), key.run()));
        switch (spec.readiness().probe().orElse(null)) {
            case Probe.LogLine(String pattern) ->
                    ReadyLine.watch(child, pattern, ready, why -> refuse(key, why));
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
    }

    private void suspensionChanged(LiveRun.Key key, Child child) {
        // Two threads may bring news; what is told last is to be how it is.
        synchronized (child) {
            inbox.accept(new TreeInput.Suspended(key.name(), key.run(), child.suspended()));
        }
    }

    // The child may speak before we have told anybody that it runs; nobody would listen then.
    private void heard(LiveRun.Key key, CountDownLatch told, NotifyMessage message) {
        try {
            told.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return;
        }
        if (message.ready()) {
            inbox.accept(new TreeInput.SaidReady(key.name(), key.run()));
        }
        if (message.watchdog()) {
            inbox.accept(new TreeInput.SaidAlive(key.name(), key.run()));
        }
        message.status()
                .ifPresent(
                        status ->
                                barrier.run(
                                        "tell what " + key.name() + " says",
                                        () -> listener.said(key.name(), status)));
    }
}
