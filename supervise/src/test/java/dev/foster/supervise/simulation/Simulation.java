package dev.foster.supervise.simulation;

import dev.foster.supervise.loop.TreeLoop;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Tree;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One random life of a random stack: wild times with commands and faults, then calm, then the end.
 * The same seed lives the same life.
 */
final class Simulation {
    private static final long SECOND = 1_000_000_000L;
    private static final int TRAIL = 60;
    private static final TreeInput NOTHING =
            new TreeInput.StartAsked(Set.of(), false, Specs.TESTER);

    private final Random random;
    private final SimulatedTime time;
    private final SimulatedSystem system;
    private final RandomStack stacks;
    private final Invariants invariants;
    private final TreeLoop loop;
    private final Deque<String> trail = new ArrayDeque<>();
    private final List<TreeInput> past = new ArrayList<>();
    private final PlantedBug bug;

    /** What an invariant said: the loop survives that as it survives anything. */
    private Optional<AssertionError> broken = Optional.empty();

    private final Deque<TreeInput> undelivered = new ArrayDeque<>();

    /** Some step has failed since {@link #dealt} was asked for. */
    private boolean late;

    /** Done when the loop has nothing left to take again. */
    private CompletableFuture<Void> dealt = CompletableFuture.completedFuture(null);

    private StackSpec stack;
    private int steps;

    Simulation(long seed, PlantedBug bug) {
        this.random = new Random(seed);
        this.time = new SimulatedTime(random);
        this.system = new SimulatedSystem(time, random);
        this.stacks = new RandomStack(random, () -> system.fails(30));
        this.stack = stacks.next();
        this.bug = bug;
        this.invariants = new Invariants(stack, time);
        this.loop = new TreeLoop(new Tree(bug.stack(stack)), time, this::perform, new Trail());
    }

    /** Lives it; says how many steps that took. */
    int run(int wildSteps) {
        try {
            command(new TreeInput.StartAsked(enabled(), false, Specs.TESTER));
            while (steps < wildSteps) {
                int before = steps;
                if (random.nextInt(12) == 0) {
                    command(randomCommand());
                } else if (random.nextInt(25) == 0 && !past.isEmpty()) {
                    // Old news, once more.
                    deliverOld(past.get(random.nextInt(past.size())));
                }
                advance(2 * SECOND);
                if (steps == before) {
                    command(randomCommand());
                }
            }
            calm();
            end();
            return steps;
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                    failure.getMessage() + "\n  " + String.join("\n  ", trail), failure);
        }
    }

    private void calm() {
        system.mood(SimulatedSystem.Mood.CALM);
        // A stop first, to shake loose what got stuck in wild times.
        stopAll(true);
        passTime(30);
        command(new TreeInput.StartAsked(enabled(), false, Specs.TESTER));
        passTime(20);
        invariants.settled(loop.states());
    }

    private void end() {
        stopAll(false);
        passTime(30);
        if (!system.isEmpty()) {
            throw new AssertionError("processes are left at the end");
        }
    }

    private void stopAll(boolean kill) {
        // Until then some of them may be removed, so that nobody is called so any more.
        awaitReady();
        command(new TreeInput.StopAsked(names(), kill, Specs.TESTER));
    }

    private void passTime(int seconds) {
        long until = time.nanos() + seconds * SECOND;
        while (time.nanos() < until) {
            advance(Math.min(SECOND, until - time.nanos()));
        }
    }

    private Set<String> names() {
        return new HashSet<>(loop.states().stream().map(state -> state.name()).toList());
    }

    private Set<String> enabled() {
        return new HashSet<>(
                stack.processes().stream()
                        .filter(spec -> spec.enabled())
                        .map(spec -> spec.name())
                        .toList());
    }

    private TreeInput randomCommand() {
        var some = new HashSet<String>();
        stack.processes()
                .forEach(
                        spec -> {
                            if (random.nextInt(3) == 0) {
                                some.add(spec.name());
                            }
                        });
        return switch (random.nextInt(9)) {
            case 0, 1 -> new TreeInput.StopAsked(some, random.nextInt(3) == 0, Specs.TESTER);
            case 2 -> new TreeInput.RestartAsked(some, Specs.TESTER);
            case 4 -> new TreeInput.ReplaceAsked(anybody(), Duration.ofMillis(300), Specs.TESTER);
            case 3 -> {
                if (random.nextInt(3) == 0) {
                    stack = stacks.next();
                    yield new TreeInput.StackChanged(stack, Specs.TESTER);
                }
                yield new TreeInput.StartAsked(some, true, Specs.TESTER);
            }
            default -> new TreeInput.StartAsked(some, false, Specs.TESTER);
        };
    }

    private String anybody() {
        return stack.processes().get(random.nextInt(stack.processes().size())).name();
    }

    private void command(TreeInput command) {
        awaitReady();
        invariants.commanded(command);
        deliver(
                command instanceof TreeInput.StackChanged(StackSpec changed, var who)
                        ? new TreeInput.StackChanged(bug.stack(changed), who)
                        : bug.command(command));
    }

    private void awaitReady() {
        while (!ready()) {
            advance(SECOND);
        }
    }

    /** Goes to the next thing that happens, at most this far. */
    private void advance(long atMost) {
        long next = Math.min(loop.deadline(), time.nanos() + atMost);
        long until = system.nextAt().map(at -> Math.min(at, next)).orElse(next);
        time.moveTo(until);
        undelivered.addAll(system.run());
        turns();
        while (ready() && !undelivered.isEmpty()) {
            TreeInput event = undelivered.removeFirst();
            past.add(event);
            if (past.size() > 200) {
                past.removeFirst();
            }
            invariants.heard(event);
            deliver(event);
        }
        turns();
        invariants.oneCopy(system);
        invariants.bounded(loop.states());
    }

    /**
     * Whether the loop has dealt with all it was told. Until then nothing else is told to it, nor
     * to the invariants: they would know more than it does.
     */
    private boolean ready() {
        return dealt.isDone();
    }

    /** News of an earlier run: nobody may care, so the invariants are not told. */
    private void deliverOld(TreeInput event) {
        if (ready()
                && event instanceof TreeInput.OfRun old
                && loop.state(old.name()).filter(state -> state.run() > old.run()).isPresent()
                && !(event instanceof TreeInput.Spawned)) {
            deliver(bug.old(event, loop.state(old.name()).orElseThrow().run()));
        }
    }

    private void deliver(TreeInput event) {
        trail("<- " + event);
        var _ = loop.post(event);
        turns();
    }

    private void turns() {
        turnAll();
        if (late) {
            late = false;
            dealt = loop.post(NOTHING);
            turnAll();
        }
    }

    private void turnAll() {
        while (loop.turn()) {
            steps++;
            if (broken.isPresent()) {
                throw broken.get();
            }
        }
    }

    private void broken(Throwable fault) {
        AssertionError promise =
                fault instanceof AssertionError said ? said : new AssertionError(fault);
        broken = broken.or(() -> Optional.of(promise));
    }

    private void perform(Effect effect) {
        trail("-> " + effect);
        for (Effect actual : bug.effect(effect)) {
            invariants.performed(actual, system);
            try {
                system.perform(actual);
            } catch (Error fault) {
                invariants.failed(actual);
                throw fault;
            }
        }
    }

    private void trail(String line) {
        trail.addLast(time.nanos() / 1_000_000 + " ms " + line);
        if (trail.size() > TRAIL) {
            trail.removeFirst();
        }
    }

    private final class Trail implements Watcher {
        @Override
        public void happened(ProcessEvent event, Instant at) {
            trail("   " + event.name() + ": " + event.kind() + " " + event.text());
            invariants.told(event);
            if (system.fails(200)) {
                throw new IllegalStateException("simulated");
            }
        }

        @Override
        public void faulted(String doing, Throwable fault) {
            trail("!! cannot " + doing + ": " + fault);
            // Nothing else may be thrown: not by the rules, and not by those who judge them.
            if (!"simulated".equals(fault.getMessage())) {
                broken(fault);
            }
            late |= doing.startsWith("deal ");
            invariants.faulted(doing);
        }
    }
}
