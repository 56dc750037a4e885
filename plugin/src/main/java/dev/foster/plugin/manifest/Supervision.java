package dev.foster.plugin.manifest;

import dev.foster.document.Said;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a plugin is watched, restarted and stopped. What the manifest does not say is left to the
 * host.
 *
 * @param bounds what it may use, and what it is kept from
 * @param dependsOn the ids of plugins that must be active before it
 * @param enabled whether it is activated with the host; if not, only when somebody asks
 */
public record Supervision(
        Health health,
        Said<RestartPolicy> restart,
        Stop stop,
        Bounds bounds,
        List<String> dependsOn,
        boolean enabled) {

    public Supervision {
        Objects.requireNonNull(health);
        Objects.requireNonNull(restart);
        Objects.requireNonNull(stop);
        Objects.requireNonNull(bounds);
        dependsOn = List.copyOf(dependsOn);
    }

    /** Nothing said: all is as the host has it. */
    public static Supervision unsaid() {
        return unsaid(StopPlan.defaults());
    }

    /** Nothing said, of a plugin that is usually stopped like this. */
    public static Supervision unsaid(StopPlan stop) {
        return new Supervision(
                new Health(
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                Said.nothing(),
                new Stop(Optional.empty(), stop),
                Bounds.none(),
                List.of(),
                true);
    }

    /**
     * What a manifest says about asking a plugin how it is.
     *
     * @param wanted false when it shall not be asked at all
     * @param service the service that is asked for
     * @param failures how many in a row make it unhealthy
     */
    public record Health(
            boolean wanted,
            Optional<String> service,
            Optional<Duration> period,
            Optional<Duration> timeout,
            Optional<Integer> failures) {}

    /**
     * What a manifest says about stopping.
     *
     * @param shutdown how long it has after it was asked through its protocol
     * @param plan what follows then
     */
    public record Stop(Optional<Duration> shutdown, StopPlan plan) {}
}
