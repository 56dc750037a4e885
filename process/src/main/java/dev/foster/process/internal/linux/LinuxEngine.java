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
import dev.foster.process.internal.Diagnosis;
import dev.foster.process.internal.Door;
import dev.foster.process.internal.Engines;
import dev.foster.process.internal.Faults;
import dev.foster.process.internal.cgroup.Cgroups;
import dev.foster.process.internal.cgroup.ChildGroup;
import dev.foster.process.internal.confine.Means;

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

    private final Arena arena = Arena.ofShared();
    private final Callbacks executor;
    private final Reactor reactor;
    private final Spawner spawner;
    private final Descriptors descriptors;
    private final OwnEnvironment environment;
    private final Cookie cookie = new Cookie(OwnEnvironment.own(Cookie.VARIABLE));
    private final MemorySegment readBuffer;
    private final Orphans orphans;
    private final boolean allOrphans;
    private final Optional<Guardian> guardian;
    private final WhenKilled whenKilled;
    private final Map<Long, LinuxChild> alive = new ConcurrentHashMap<>();
    private final Set<LinuxChild> unfinished = ConcurrentHashMap.newKeySet();
    private final Set<LinuxNotifySocket> sockets = ConcurrentHashMap.newKeySet();
    private final RetiredGroups groups;
    private final Door door = new Door();

    /** Why this engine cannot run here; empty when it can. */
    public static Optional<String> obstacle() {
        return Obstacle.find();
    }

    public static ProcessEngine start(EngineOptions options) {
        return new LinuxEngine(options);
    }

    private LinuxEngine(EngineOptions options) {
        executor = Engines.callbacks(options);
        allOrphans = options.orphans() == EngineOptions.Orphans.ALL;
        var calls = new Calls(arena);
        KernelSettings.acquire(calls, arena);
        reactor = new Reactor(new Faults(options.faultListener(), executor), executor);
        spawner = new Spawner(arena, calls);
        descriptors = new Descriptors(arena, calls);
        environment = new OwnEnvironment(arena);
        readBuffer = arena.allocate(PipeReader.READ_SIZE, 4096);
        orphans = new Orphans(reactor, arena);
        groups = new RetiredGroups(reactor);
        reactor.start();
        guardian =
                options.whenKilled() == WhenKilled.LEAVE_CHILDREN
                        ? Optional.empty()
                        : startGuardian(calls);
        whenKilled = options.whenKilled();
        reactor.execute(orphans::keepHouse);
    }

    private Optional<Guardian> startGuardian(Calls calls) {
        var wanted =
                new Guardian(
                        reactor, spawner, descriptors.devNull(), cookie.ofEngine(), arena, calls);
        return wanted.start() ? Optional.of(wanted) : Optional.empty();
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
        if (guardian.isPresent()) {
            abilities.add(Ability.GUARDED);
        } else if (whenKilled == WhenKilled.KILL_CHILDREN) {
            limits.add(
                    "children outlive a killed JVM: the guardian, a /bin/sh, could not be started");
        }
        abilities.addAll(Cgroups.shared().abilities());
        abilities.addAll(Means.abilities());
        var enforcement = new ArrayList<>(Cgroups.shared().enforcement());
        enforcement.addAll(Means.enforcement());
        return new EngineFacts("linux", abilities, limits, enforcement);
    }

    @Override
    public Child spawn(ChildSpec spec) {
        CommandLookup.check(spec);
        return door.whileOpen(() -> spawnOpen(spec));
    }

    private Child spawnOpen(ChildSpec spec) {
        String executable = CommandLookup.find(spec, environment.pathFor(spec.environment()));
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
        String mark = cookie.nextChild();
        try (Arena own = Arena.ofConfined()) {
            var calls = new Calls(own);
            Descriptors.ForChild opened = descriptors.open(spec, own, calls);
            boolean done = false;
            long pid = -1;
            try {
                confined.ifPresent(it -> opened.openReport(it.report().descriptor()));
                MemorySegment block =
                        environment.block(
                                spec.environment(), Cookie.VARIABLE, cookie.value(mark), own);
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
                pid = spawner.spawn(start, own, calls);
                if (pid < 0) {
                    throw new ProblemException(Diagnosis.of((int) -pid, spec, executable));
                }
                Orphans.KNOWN.add(pid);
                opened.closeTheirs(calls);
                confined.ifPresent(
                        it -> it.check(opened.readReport(own), spec.command().getFirst()));
                Child child = adopt(spec, pid, mark, opened, confined, calls);
                done = true;
                return child;
            } finally {
                opened.closeTheirs(calls);
                if (!done) {
                    endUnwatched(pid, calls, own);
                    opened.closeOurs(calls);
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
            String mark,
            Descriptors.ForChild opened,
            Optional<Confined> confined,
            Calls calls) {
        int pidfd = calls.pidfdOpen(pid);
        if (pidfd < 0) {
            throw new ProblemException(
                    Diagnosis.of(calls.errno(), spec, spec.command().getFirst()));
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
                        mark,
                        place,
                        executor);
        alive.put(pid, child);
        unfinished.add(child);
        if (!child.watch(calls)) {
            exited(child);
            // Its cgroup goes with all else that was prepared for the start.
            release(child);
            unfinished.remove(child);
            throw new ProblemException(
                    Diagnosis.of(calls.errno(), spec, spec.command().getFirst()));
        }
        return child;
    }

    /** A process that was born and cannot be looked after must not live on. */
    private static void endUnwatched(long pid, Calls calls, Arena own) {
        if (pid > 0) {
            calls.kill(-pid, 9);
            MemorySegment info = own.allocate(128, 8);
            long limit = System.nanoTime() + LONGEST_END_NANOS;
            while (!collected(pid, info, calls) && System.nanoTime() < limit) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
            // One that a device holds on to ends later, and is collected as an orphan then.
            Orphans.KNOWN.remove(pid);
        }
    }

    private static boolean collected(long pid, MemorySegment info, Calls calls) {
        int options = Calls.WEXITED | Calls.WNOHANG;
        int answer = calls.waitid(Calls.P_PID, pid, info, options, MemorySegment.NULL);
        return answer < 0 ? calls.errno() != Calls.EINTR : info.get(Calls.INT, Calls.SI_PID) != 0;
    }

    Reactor reactor() {
        return reactor;
    }

    MemorySegment readBuffer() {
        return readBuffer;
    }

    LinuxLeftovers leftovers(
            long group, String mark, boolean everyOrphan, Optional<ChildGroup> confined) {
        return new LinuxLeftovers(reactor, orphans, group, mark, everyOrphan, confined);
    }

    /** A child has ended, which is about to be told. */
    void exited(LinuxChild child) {
        alive.remove(child.pid(), child);
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
        return door.whileOpen(
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

    @Override
    public UsageMeter meter() {
        return new LinuxMeter(cookie.ofEngine());
    }

    @Override
    public void close() {
        door.close(this::stopEverything);
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
                                allOrphans,
                                Optional.empty()));
        strays.end(STRAYS_PLAN).join();
        groups.end();
        var released = new CompletableFuture<Void>();
        reactor.execute(
                () -> {
                    unfinished.forEach(LinuxChild::abandonOutput);
                    sockets.forEach(LinuxNotifySocket::close);
                    guardian.ifPresent(one -> one.end(alive.isEmpty()));
                    orphans.end(() -> released.complete(null));
                });
        released.join();
        reactor.end();
        var calls = new Calls(arena);
        descriptors.close(calls);
        KernelSettings.release(calls);
        arena.close();
    }
}
