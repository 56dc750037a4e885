package dev.foster.process.internal.linux;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.EngineFacts;
import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.WhenKilled;
import dev.foster.process.EnginePulse;
import dev.foster.process.Exit.Asked;
import dev.foster.process.NotifyMessage;
import dev.foster.process.NotifySocket;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Session;
import dev.foster.process.StopPlan;
import dev.foster.process.UsageMeter;
import dev.foster.process.internal.Callbacks;
import dev.foster.process.internal.CommandLookup;
import dev.foster.process.internal.Cookie;
import dev.foster.process.internal.EngineFaults;
import dev.foster.process.internal.Engines;
import dev.foster.process.internal.SpawnDiagnosis;
import dev.foster.process.internal.SpawnGate;
import dev.foster.process.internal.cgroup.Cgroups;
import dev.foster.process.internal.cgroup.ChildGroup;
import dev.foster.process.internal.confine.IsolationSupport;
import dev.foster.process.internal.confine.OddNames;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The Linux engine. Children are spawned on the thread that asks; from then on the {@link Reactor}
 * reads their pipes, learns of their exits and drives their stops. This class ties the parts
 * together and owns their beginning and end.
 */
public final class LinuxEngine implements ProcessEngine {
    private static final long LONGEST_END_NANOS = 2_000_000_000;
    private static final long LOOK_AGAIN_NANOS = 1_000_000;
    private static final StopPlan STRAYS_PLAN = StopPlan.defaults().grace(Duration.ofSeconds(2));

    private final Arena arena;
    private final Callbacks executor;
    private final Reactor reactor;
    private final Spawner spawner;
    private final Descriptors descriptors;
    private final DescriptorBudget budget;
    private final OwnEnvironment environment;
    private final Cookie cookie = new Cookie(OwnEnvironment.own(Cookie.VARIABLE));
    private final DescentMark mark = DescentMark.ofEngine(cookie.ofEngine());
    private final AtomicLong started = new AtomicLong();
    private final MemorySegment readBuffer;
    private final Orphans orphans;
    private final boolean allOrphans;
    private final Optional<Guardian> guardian;
    private final WhenKilled whenKilled;
    private final Map<Long, LinuxChild> alive = new ConcurrentHashMap<>();
    private final Set<LinuxChild> unfinished = ConcurrentHashMap.newKeySet();
    private final Set<LinuxNotifySocket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<LinuxMeter> meters = ConcurrentHashMap.newKeySet();
    private final RetiredGroups groups;
    private final SpawnGate gate = new SpawnGate();

    /** Why this engine cannot run here; empty when it can. */
    public static Optional<String> obstacle() {
        return EngineObstacle.find();
    }

    public static ProcessEngine start(EngineOptions options) {
        Arena arena = Arena.ofShared();
        var system = new SystemCalls(arena);
        KernelSettings.acquire(system, arena);
        boolean done = false;
        try {
            var engine = new LinuxEngine(options, arena, system);
            done = true;
            return engine;
        } finally {
            if (!done) {
                KernelSettings.release(system);
                arena.close();
            }
        }
    }

    private LinuxEngine(EngineOptions options, Arena arena, SystemCalls system) {
        this.arena = arena;
        executor = Engines.callbacks(options);
        allOrphans = options.orphans() == EngineOptions.Orphans.ALL;
        environment = new OwnEnvironment(arena);
        spawner = new Spawner(arena, system);
        readBuffer = arena.allocate(PipeReader.READ_SIZE, 4096);
        descriptors = new Descriptors(arena, system);
        reactor = reactor(options, system);
        budget =
                new DescriptorBudget(
                        options.descriptorReserve(),
                        () -> options.descriptorsOwed().getAsInt() + owedByMeters(),
                        arena);
        orphans = new Orphans(reactor, arena, descriptors.devNull());
        groups = new RetiredGroups(reactor);
        whenKilled = options.whenKilled();
        guardian =
                whenKilled == WhenKilled.LEAVE_CHILDREN
                        ? Optional.empty()
                        : Optional.of(
                                new Guardian(
                                        reactor,
                                        spawner,
                                        descriptors.devNull(),
                                        cookie.ofEngine()));
        reactor.start();
        guardian.ifPresent(Guardian::start);
        reactor.execute(orphans::keepHouse);
    }

    private Reactor reactor(EngineOptions options, SystemCalls system) {
        try {
            return new Reactor(new EngineFaults(options.faultListener(), executor), executor);
        } catch (ProblemException none) {
            descriptors.close(system);
            throw none;
        }
    }

    @Override
    public EngineFacts facts() {
        var abilities =
                EnumSet.of(
                        Ability.GROUP_SIGNALS,
                        Ability.EXACT_SIGNALS,
                        Ability.FINDS_ESCAPED_DESCENDANTS);
        var limits = new ArrayList<String>();
        if (Libc.ACTIONS_ADDTCSETPGRP.address() != 0) {
            abilities.add(Ability.FOREGROUND);
        } else {
            limits.add("children cannot have the terminal: the C library is older than glibc 2.35");
        }
        if (guarded()) {
            abilities.add(Ability.GUARDED);
        } else if (whenKilled == WhenKilled.KILL_CHILDREN) {
            limits.add(
                    "children outlive a killed JVM: the guardian, a /bin/sh, cannot be started; it"
                            + " is tried again");
        }
        abilities.addAll(Cgroups.shared().abilities());
        abilities.addAll(IsolationSupport.abilities());
        var enforcement = new ArrayList<>(Cgroups.shared().enforcement());
        enforcement.addAll(IsolationSupport.enforcement());
        return new EngineFacts("linux", abilities, limits, enforcement);
    }

    @Override
    public boolean guarded() {
        return guardian.map(Guardian::guards).orElse(false);
    }

    @Override
    public Child spawn(ChildSpec spec) {
        CommandLookup.check(spec);
        return gate.whileOpen(() -> spawnOpen(spec));
    }

    private Child spawnOpen(ChildSpec spec) {
        String executable = CommandLookup.find(spec);
        Optional<Confined> confined = Confined.prepare(spec, executable, environment);
        boolean done = false;
        try {
            Child child = start(spec, executable, confined);
            done = true;
            return child;
        } finally {
            if (!done) {
                confined.ifPresent(Confined::forget);
            }
        }
    }

    private Child start(ChildSpec spec, String executable, Optional<Confined> confined) {
        var marks = new Marks(cookie.nextChild(), mark.ofChild(started.incrementAndGet()));
        try (Arena own = Arena.ofConfined()) {
            var system = new SystemCalls(own);
            Descriptors.ForChild opened = budget.open(descriptors, spec, own, system);
            boolean done = false;
            long pid = -1;
            try {
                confined.ifPresent(it -> opened.openReport(it.report().descriptor()));
                MemorySegment block =
                        environment.block(
                                spec.environment(),
                                confined.map(Confined::odd).orElseGet(OddNames::none),
                                Cookie.VARIABLE,
                                cookie.value(marks.cookie),
                                own);
                List<String> command = confined.map(Confined::command).orElse(spec.command());
                var start =
                        new Spawner.Start(
                                confined.isPresent() ? command.getFirst() : executable,
                                command,
                                block,
                                spec.directory(),
                                spec.session(),
                                opened.theirs(),
                                terminalFor(spec, opened));
                pid = spawner.spawn(start, own, system);
                if (pid < 0) {
                    throw new ProblemException(SpawnDiagnosis.of((int) -pid, spec, executable));
                }
                Orphans.KNOWN.add(pid);
                marks.descent.give(pid, system);
                opened.closeTheirs(system);
                confined.ifPresent(
                        it -> it.check(opened.readReport(own), spec.command().getFirst()));
                Child child = adopt(spec, pid, marks, opened, confined, system);
                done = true;
                return child;
            } finally {
                budget.done();
                opened.closeTheirs(system);
                if (!done) {
                    endUnwatched(pid, system, own);
                    opened.closeOurs(system);
                }
            }
        }
    }

    private static int terminalFor(ChildSpec spec, Descriptors.ForChild opened) {
        return spec.session() == Session.FOREGROUND
                ? opened.job().map(ForegroundJob::terminalToGive).orElse(-1)
                : -1;
    }

    private Child adopt(
            ChildSpec spec,
            long pid,
            Marks marks,
            Descriptors.ForChild opened,
            Optional<Confined> confined,
            SystemCalls system) {
        int pidfd = system.pidfdOpen(pid);
        if (pidfd < 0) {
            throw new ProblemException(
                    SpawnDiagnosis.of(system.errno(), spec, spec.command().getFirst()));
        }
        opened.alsoOurs(pidfd);
        int place = guardian.map(one -> one.table().add(pid)).orElse(-1);
        var child =
                new LinuxChild(
                        this,
                        spec,
                        new LinuxChild.Opened(
                                pid,
                                pidfd,
                                opened.stdin(),
                                opened.stdout(),
                                opened.stderr(),
                                opened.ready(),
                                opened.job(),
                                confined.flatMap(Confined::group)),
                        marks.cookie,
                        marks.descent,
                        place,
                        executor);
        alive.put(pid, child);
        Suspensions.add(child);
        unfinished.add(child);
        if (!child.watch(system)) {
            int why = system.errno();
            reactor.await(child::forget);
            exited(child);
            // Its cgroup goes with all else that was prepared for the start.
            release(child);
            unfinished.remove(child);
            throw new ProblemException(SpawnDiagnosis.of(why, spec, spec.command().getFirst()));
        }
        return child;
    }

    /** What the descendants of a child are known by. */
    private record Marks(String cookie, DescentMark descent) {}

    /** A process that was born and cannot be looked after must not live on. */
    private static void endUnwatched(long pid, SystemCalls system, Arena own) {
        if (pid > 0) {
            system.kill(-pid, 9);
            MemorySegment info = own.allocate(128, 8);
            long limit = System.nanoTime() + LONGEST_END_NANOS;
            while (!collected(pid, info, system) && System.nanoTime() < limit) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
            // One that a device holds on to ends later, and is collected as an orphan then.
            Orphans.KNOWN.remove(pid);
        }
    }

    private static boolean collected(long pid, MemorySegment info, SystemCalls system) {
        int options = SystemCalls.WEXITED | SystemCalls.WNOHANG;
        int answer = system.waitid(SystemCalls.P_PID, pid, info, options, MemorySegment.NULL);
        return answer < 0
                ? system.errno() != SystemCalls.EINTR
                : info.get(SystemCalls.INT, SystemCalls.SI_PID) != 0;
    }

    Reactor reactor() {
        return reactor;
    }

    MemorySegment readBuffer() {
        return readBuffer;
    }

    LinuxLeftovers leftovers(
            long group,
            String cookieOfAll,
            DescentMark descent,
            boolean everyOrphan,
            Optional<ChildGroup> confined) {
        return new LinuxLeftovers(
                reactor, orphans, group, cookieOfAll, descent, everyOrphan, confined);
    }

    /** A child has ended, which is about to be told. */
    void exited(LinuxChild child) {
        alive.remove(child.pid(), child);
        Suspensions.remove(child);
    }

    /** A child's process number is free again. On the reactor's thread. */
    void reaped(LinuxChild child) {
        release(child);
        child.group().ifPresent(groups::retire);
    }

    private void release(LinuxChild child) {
        Orphans.KNOWN.remove(child.pid());
        guardian.ifPresent(one -> one.table().remove(child.guardianPlace()));
    }

    /** A child is gone and its output has ended. */
    void finished(LinuxChild child) {
        unfinished.remove(child);
    }

    @Override
    public NotifySocket notifySocket(Path path, Consumer<NotifyMessage> listener) {
        return gate.whileOpen(
                () -> {
                    var inbox = new NotifyInbox(listener, executor);
                    var socket = new LinuxNotifySocket(reactor, path, inbox, sockets::remove);
                    sockets.add(socket);
                    return socket;
                });
    }

    @Override
    public EnginePulse pulse() {
        return reactor.pulse();
    }

    @Override
    public String cookie() {
        return cookie.ofEngine();
    }

    @Override
    public List<Child> children() {
        return List.copyOf(alive.values());
    }

    private int owedByMeters() {
        int children = alive.size();
        return meters.stream().mapToInt(meter -> meter.descriptorsOwed(children)).sum();
    }

    @Override
    public UsageMeter meter() {
        var meter = new LinuxMeter(cookie.ofEngine(), meters::remove);
        meters.add(meter);
        return meter;
    }

    @Override
    public void close() {
        gate.close(this::stopEverything);
    }

    private void stopEverything() {
        CompletableFuture<?>[] stops =
                alive.values().stream()
                        .map(child -> child.stop(child.spec().stopPlan(), Asked.CLOSE))
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(stops).join();
        var strays =
                new Strays(
                        reactor,
                        leftovers(
                                LinuxLeftovers.NO_GROUP,
                                cookie.ofEngine(),
                                mark,
                                allOrphans,
                                Optional.empty()));
        strays.end(STRAYS_PLAN).join();
        groups.end();
        var released = new CompletableFuture<Void>();
        reactor.execute(
                () -> {
                    EngineFaults faults = reactor.faults();
                    unfinished.forEach(
                            child ->
                                    faults.survives(
                                            "it closed the output of a child",
                                            child::abandonOutput));
                    sockets.forEach(socket -> faults.survives("it closed a socket", socket::close));
                    guardian.ifPresent(
                            one ->
                                    faults.survives(
                                            "it let the guardian go",
                                            () -> one.end(alive.isEmpty())));
                    orphans.end(() -> released.complete(null));
                });
        released.join();
        reactor.end();
        var system = new SystemCalls(arena);
        budget.close();
        descriptors.close(system);
        KernelSettings.release(system);
        arena.close();
    }
}
