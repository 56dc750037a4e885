package dev.foster.supervise.spec;

import dev.foster.process.ChildSpec;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One supervised process.
 *
 * @param name what it is called; unique among the processes and groups of its stack
 * @param child what is run, and what it may use
 * @param limitRule what happens when it uses more than that
 * @param attendant who prepares and accompanies its runs
 * @param readiness when it counts as ready
 * @param liveness how its health is watched while it is up
 * @param restart what happens when it ends by itself
 * @param dependsOn what must hold of other processes before it is started; a group stands for all
 *     its members
 * @param enabled whether it is started with its stack; if not, only when somebody asks
 */
public record ProcessSpec(
        String name,
        ChildSpec child,
        LimitRule limitRule,
        Optional<Attendant> attendant,
        Readiness readiness,
        Optional<Liveness> liveness,
        RestartPolicy restart,
        Map<String, Condition> dependsOn,
        boolean enabled) {

    public ProcessSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(child);
        Objects.requireNonNull(limitRule);
        Objects.requireNonNull(attendant);
        Objects.requireNonNull(readiness);
        Objects.requireNonNull(liveness);
        Objects.requireNonNull(restart);
        // In the order of the file, which is the order people are told of what it waits for.
        dependsOn = Collections.unmodifiableMap(new LinkedHashMap<>(dependsOn));
    }

    /** A process that is ready once started and restarted when it fails. */
    public static ProcessSpec of(String name, ChildSpec child) {
        return new ProcessSpec(
                name,
                child,
                LimitRule.defaults(),
                Optional.empty(),
                Readiness.onceStarted(),
                Optional.empty(),
                RestartPolicy.defaults(),
                Map.of(),
                true);
    }

    public ProcessSpec child(ChildSpec wanted) {
        return new ProcessSpec(
                name, wanted, limitRule, attendant, readiness, liveness, restart, dependsOn,
                enabled);
    }

    public ProcessSpec limitRule(LimitRule wanted) {
        return new ProcessSpec(
                name, child, wanted, attendant, readiness, liveness, restart, dependsOn, enabled);
    }

    public ProcessSpec attendant(Attendant wanted) {
        return new ProcessSpec(
                name,
                child,
                limitRule,
                Optional.of(wanted),
                readiness,
                liveness,
                restart,
                dependsOn,
                enabled);
    }

    public ProcessSpec readiness(Readiness wanted) {
        return new ProcessSpec(
                name, child, limitRule, attendant, wanted, liveness, restart, dependsOn, enabled);
    }

    public ProcessSpec liveness(Liveness wanted) {
        return new ProcessSpec(
                name,
                child,
                limitRule,
                attendant,
                readiness,
                Optional.of(wanted),
                restart,
                dependsOn,
                enabled);
    }

    public ProcessSpec restart(RestartPolicy wanted) {
        return new ProcessSpec(
                name, child, limitRule, attendant, readiness, liveness, wanted, dependsOn, enabled);
    }

    public ProcessSpec dependsOn(Map<String, Condition> wanted) {
        return new ProcessSpec(
                name, child, limitRule, attendant, readiness, liveness, restart, wanted, enabled);
    }

    public ProcessSpec enabled(boolean wanted) {
        return new ProcessSpec(
                name, child, limitRule, attendant, readiness, liveness, restart, dependsOn, wanted);
    }

    /** What it takes to make this process one like that. */
    public Change changeTo(ProcessSpec wanted) {
        if (equals(wanted)) {
            return Change.NOTHING;
        }
        return child.equals(wanted.child)
                        && limitRule.equals(wanted.limitRule)
                        && attendant.equals(wanted.attendant)
                        && readiness.equals(wanted.readiness)
                ? Change.ADAPT
                : Change.RESTART;
    }

    /** The longest a stop can take. */
    public Duration stopBound() {
        Duration farewell = attendant.map(Attendant::farewellLimit).orElse(Duration.ZERO);
        return child.stopPlan().bound().plus(farewell);
    }
}
