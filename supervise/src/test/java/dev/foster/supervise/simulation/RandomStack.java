package dev.foster.supervise.simulation;

import dev.foster.process.ChildSpec;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.StopOrder;
import dev.foster.supervise.spec.Strategy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Stacks of all shapes: policies, probes, dependencies without cycles, groups in groups. */
final class RandomStack {
    private final RandomGenerator random;
    private final Faulty faulty;
    private final boolean rulesFail;

    RandomStack(RandomGenerator random, BooleanSupplier fails) {
        this.random = random;
        this.faulty = new Faulty(fails);
        this.rulesFail = random.nextInt(3) == 0;
    }

    /** Its time limit, which the rules ask for in the middle of a step, cannot always be had. */
    private record Faulty(BooleanSupplier fails) implements Attendant {
        @Override
        public Attendance prepare(long run, ChildSpec child, Delay delay) throws Refusal {
            throw new Refusal("nobody is prepared in a simulation");
        }

        @Override
        public Duration farewellLimit() {
            if (fails.getAsBoolean()) {
                throw new OutOfMemoryError("simulated");
            }
            return Duration.ZERO;
        }
    }

    StackSpec next() {
        int count = 1 + random.nextInt(7);
        var processes = new ArrayList<ProcessSpec>();
        for (int i = 0; i < count; i++) {
            processes.add(process(i));
        }
        var stack = new StackSpec(processes, groups(count));
        return stack.problems().isEmpty() ? stack : new StackSpec(processes, List.of());
    }

    private ProcessSpec process(int number) {
        ChildSpec child =
                ChildSpec.of("p" + number, Integer.toString(random.nextInt(3)))
                        .stopPlan(stopPlan());
        ProcessSpec spec =
                ProcessSpec.of("p" + number, child)
                        .readiness(readiness())
                        .restart(policy())
                        .dependsOn(dependencies(number))
                        .enabled(random.nextInt(8) > 0);
        ProcessSpec watched = random.nextInt(3) == 0 ? spec.liveness(liveness()) : spec;
        return rulesFail && random.nextBoolean() ? watched.attendant(faulty) : watched;
    }

    private StopPlan stopPlan() {
        return new StopPlan(Duration.ZERO, Signal.TERM, millis(0, 400), Duration.ofMillis(200));
    }

    private Readiness readiness() {
        return switch (random.nextInt(4)) {
            case 0 -> Readiness.by(new Probe.Tcp("localhost", 1)).period(millis(10, 300));
            case 1 -> Readiness.by(new Probe.LogLine("up")).within(millis(50, 2000));
            default -> Readiness.onceStarted();
        };
    }

    private Liveness liveness() {
        Probe probe = random.nextBoolean() ? new Probe.Tcp("localhost", 1) : new Probe.Notify();
        return new Liveness(probe, millis(50, 500), millis(10, 100), 1 + random.nextInt(3));
    }

    private RestartPolicy policy() {
        RestartPolicy.When[] all = RestartPolicy.When.values();
        Backoff backoff =
                random.nextBoolean()
                        ? new Backoff.Steps(
                                List.of(Duration.ZERO, millis(0, 100), millis(100, 900)))
                        : new Backoff.Growing(
                                millis(1, 100),
                                1 + random.nextInt(3),
                                millis(100, 2000),
                                random.nextInt(5) / 4.0);
        Optional<Limit> limit =
                random.nextInt(3) == 0
                        ? Optional.empty()
                        : Optional.of(new Limit(random.nextInt(5), millis(100, 5000)));
        return new RestartPolicy(
                all[random.nextInt(all.length)],
                random.nextInt(4) == 0 ? Set.of(0, 3) : Set.of(0),
                backoff,
                limit,
                switch (random.nextInt(4)) {
                    case 0 -> RestartPolicy.FirstStart.FAIL;
                    case 1 -> RestartPolicy.FirstStart.RETRY;
                    default -> RestartPolicy.FirstStart.AUTO;
                },
                millis(100, 3000));
    }

    private Map<String, Condition> dependencies(int number) {
        var on = new HashMap<String, Condition>();
        Condition[] all = Condition.values();
        for (int i = 0; i < number; i++) {
            if (random.nextInt(4) == 0) {
                // Mostly those that a service can meet.
                on.put("p" + i, all[random.nextInt(random.nextInt(3) == 0 ? all.length : 2)]);
            }
        }
        return on;
    }

    private List<GroupSpec> groups(int count) {
        if (count < 2 || random.nextInt(3) == 0) {
            return List.of();
        }
        int cut = 1 + random.nextInt(count - 1);
        var inner = new ArrayList<String>();
        for (int i = 0; i < cut; i++) {
            inner.add("p" + i);
        }
        GroupSpec first = group("inner", inner);
        if (random.nextBoolean()) {
            return List.of(first);
        }
        var outer = new ArrayList<>(List.of("inner"));
        for (int i = cut; i < count; i++) {
            outer.add("p" + i);
        }
        return List.of(first, group("outer", outer));
    }

    private GroupSpec group(String name, List<String> members) {
        Strategy[] all = Strategy.values();
        Optional<Limit> intensity =
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new Limit(random.nextInt(4), millis(100, 5000)));
        return new GroupSpec(
                name,
                all[random.nextInt(all.length)],
                intensity,
                random.nextInt(3) == 0 ? StopOrder.TOGETHER : StopOrder.REVERSE,
                members);
    }

    private Duration millis(int least, int most) {
        return Duration.ofMillis(least + random.nextInt(most - least + 1));
    }
}
