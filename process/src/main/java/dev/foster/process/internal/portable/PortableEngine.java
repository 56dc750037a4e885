package dev.foster.process.internal.portable;

import dev.foster.process.Child;
import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.EngineFacts;
import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineFacts.Enforcement;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.WhenKilled;
import dev.foster.process.EnginePulse;
import dev.foster.process.Exit.Asked;
import dev.foster.process.NotifyMessage;
import dev.foster.process.NotifySocket;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.UsageMeter;
import dev.foster.process.internal.Callbacks;
import dev.foster.process.internal.CommandLookup;
import dev.foster.process.internal.Cookie;
import dev.foster.process.internal.EngineFaults;
import dev.foster.process.internal.Engines;
import dev.foster.process.internal.SpawnGate;
import dev.foster.process.internal.cgroup.Cgroups;
import dev.foster.process.internal.confine.IsolationSupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The engine on {@link Process}, for macOS, Windows, and Linux systems whose C library or kernel
 * the Linux engine cannot use. It takes two threads a child, so it is for hundreds of children, not
 * thousands; {@link #facts()} names what else it cannot promise.
 */
public final class PortableEngine implements ProcessEngine {
    private static final long LONGEST_END_NANOS = 2_000_000_000L;
    private static final long LOOK_AGAIN_NANOS = 5_000_000;

    private final Callbacks executor;
    private final PortableLoop loop;
    private final Cookie cookie = new Cookie(System.getenv().getOrDefault(Cookie.VARIABLE, ""));
    private final Optional<PortableGuardian> guardian;
    private final WhenKilled whenKilled;
    private final Map<Long, PortableChild> alive = new ConcurrentHashMap<>();
    private final Set<PortableChild> unfinished = ConcurrentHashMap.newKeySet();
    private final SpawnGate gate = new SpawnGate();

    public static ProcessEngine start(EngineOptions options) {
        return new PortableEngine(options);
    }

    private PortableEngine(EngineOptions options) {
        executor = Engines.callbacks(options);
        loop = new PortableLoop(new EngineFaults(options.faultListener(), executor), executor);
        guardian =
                options.whenKilled() == WhenKilled.LEAVE_CHILDREN
                        ? Optional.empty()
                        : PortableGuardian.start(loop, executor, cookie.ofEngine());
        whenKilled = options.whenKilled();
    }

    @Override
    public EngineFacts facts() {
        var abilities = EnumSet.noneOf(Ability.class);
        var limits =
                new ArrayList<>(
                        List.of(
                                "two threads a child: fit for hundreds of children, not thousands",
                                "running out of descriptors is dangerous: the JDK then closes some"
                                        + " that are not its own",
                                "a signal reaches the child and its descendants one by one, not as"
                                        + " a group",
                                "an exit code above 128 cannot be told from a signal that Foster"
                                        + " did not send",
                                "a thread stuck writing to a child's input is freed when the child"
                                        + " ends, not when the input is closed",
                                "what a descendant writes after the child's exit may be lost"));
        boolean search = CookieSearch.possible();
        if (search) {
            abilities.add(Ability.FINDS_ESCAPED_DESCENDANTS);
        } else {
            limits.add(
                    "a descendant that outlived its parent is not found: this system hides"
                            + " environments");
        }
        if (guarded()) {
            abilities.add(Ability.GUARDED);
        } else if (whenKilled == WhenKilled.KILL_CHILDREN) {
            limits.add("descendants may outlive a killed JVM");
        }
        abilities.addAll(IsolationSupport.abilities());
        var enforcement = new ArrayList<Enforcement>();
        enforcement.add(
                new Enforcement(
                        "limits",
                        false,
                        "memory, cpu and pids limits are watched only: the portable engine has no"
                                + " cgroups"));
        Cgroups.shared().ceiling().ifPresent(enforcement::add);
        enforcement.addAll(IsolationSupport.enforcement());
        return new EngineFacts("portable", abilities, limits, enforcement);
    }

    @Override
    public boolean guarded() {
        return CookieSearch.possible() && guardian.map(PortableGuardian::guards).orElse(false);
    }

    @Override
    public Child spawn(ChildSpec spec) {
        CommandLookup.check(spec);
        return gate.whileOpen(() -> spawnOpen(spec));
    }

    private Child spawnOpen(ChildSpec spec) {
        String mark = cookie.nextChild();
        Process process = BuilderStart.start(spec, cookie.value(mark));
        int place = guardian.map(one -> one.table().add(process.pid())).orElse(-1);
        var child = new PortableChild(this, spec, process, mark, place, executor);
        alive.put(child.pid(), child);
        unfinished.add(child);
        try {
            child.watch();
        } catch (OutOfMemoryError noThread) {
            // Born and yet not to be looked after: it must not live on.
            process.destroyForcibly();
            ended(child);
            finished(child);
            throw new ProblemException(
                    new ChildProblem.TooManyProcesses(
                            spec.command().getFirst(),
                            "no thread can be started to read its output"));
        }
        return child;
    }

    PortableLoop loop() {
        return loop;
    }

    /** A child's process number is free again. */
    void ended(PortableChild child) {
        alive.remove(child.pid(), child);
        guardian.ifPresent(one -> one.table().remove(child.guardianPlace()));
    }

    /** A child's output has ended. */
    void finished(PortableChild child) {
        unfinished.remove(child);
    }

    @Override
    public NotifySocket notifySocket(Path path, Consumer<NotifyMessage> listener) {
        throw new ProblemException(
                new ChildProblem.Unsupported(
                        "listen on " + path,
                        "the portable engine has no datagram sockets; use another sign of"
                                + " readiness"));
    }

    @Override
    public EnginePulse pulse() {
        return loop.pulse();
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
        return new PortableMeter();
    }

    @Override
    public void close() {
        gate.close(this::stopEverything);
    }

    /**
     * Kills whoever carries the mark still, and waits for them: what they hold is free only when
     * they are gone. Those that they started meanwhile are found by looking again.
     */
    private void endStrays() {
        var strays = new HashSet<>(CookieSearch.holders(cookie.ofEngine()).toList());
        // From now on: the search may have had to wait, and what it found is killed in any case.
        long begin = System.nanoTime();
        while (!strays.isEmpty() && System.nanoTime() - begin < LONGEST_END_NANOS) {
            strays.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            // On its way out one has no environment any more, and is remembered until it is gone.
            strays.removeIf(stray -> !stray.isAlive() || CookieSearch.ended(stray.pid()));
            CookieSearch.holders(cookie.ofEngine()).forEach(strays::add);
        }
    }

    private void stopEverything() {
        CompletableFuture<?>[] stops =
                alive.values().stream()
                        .map(child -> child.stop(child.spec().stopPlan(), Asked.CLOSE))
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(stops).join();
        endStrays();
        unfinished.forEach(
                child ->
                        loop.faults()
                                .survives("it closed the output of a child", child::abandonOutput));
        loop.end();
        guardian.ifPresent(
                one -> {
                    try {
                        one.end();
                    } catch (IOException failed) {
                        throw new UncheckedIOException(
                                "cannot remove the guardian's table: " + failed.getMessage(),
                                failed);
                    }
                });
    }
}
