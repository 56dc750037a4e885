package dev.foster.supervise.spec;

import dev.foster.process.ChildSpec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One supervised process.
 *
 * @param name what it is called; unique among the processes and groups of its stack
 * @param child what is run
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
        Readiness readiness,
        Optional<Liveness> liveness,
        RestartPolicy restart,
        Map<String, Condition> dependsOn,
        boolean enabled) {

    public ProcessSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(child);
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
                Readiness.onceStarted(),
                Optional.empty(),
                RestartPolicy.defaults(),
                Map.of(),
                true);
    }

    public ProcessSpec child(ChildSpec wanted) {
        return new ProcessSpec(name, wanted, readiness, liveness, restart, dependsOn, enabled);
    }

    public ProcessSpec readiness(Readiness wanted) {
        return new ProcessSpec(name, child, wanted, liveness, restart, dependsOn, enabled);
    }

    public ProcessSpec liveness(Liveness wanted) {
        return new ProcessSpec(
                name, child, readiness, Optional.of(wanted), restart, dependsOn, enabled);
    }

    public ProcessSpec restart(RestartPolicy wanted) {
        return new ProcessSpec(name, child, readiness, liveness, wanted, dependsOn, enabled);
    }

    public ProcessSpec dependsOn(Map<String, Condition> wanted) {
        return new ProcessSpec(name, child, readiness, liveness, restart, wanted, enabled);
    }

    public ProcessSpec enabled(boolean wanted) {
        return new ProcessSpec(name, child, readiness, liveness, restart, dependsOn, wanted);
    }
}
