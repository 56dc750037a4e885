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
                Health.UNSAID,
                Said.nothing(),
                new Stop(Optional.empty(), stop),
                Bounds.none(),
                List.of(),
                true);
    }

    Supervision health(Health wanted) {
        return new Supervision(wanted, restart, stop, bounds, dependsOn, enabled);
    }

    Supervision restart(Said<RestartPolicy> wanted) {
        return new Supervision(health, wanted, stop, bounds, dependsOn, enabled);
    }

    Supervision stop(Stop wanted) {
        return new Supervision(health, restart, wanted, bounds, dependsOn, enabled);
    }

    Supervision bounds(Bounds wanted) {
        return new Supervision(health, restart, stop, wanted, dependsOn, enabled);
    }

    Supervision dependsOn(List<String> wanted) {
        return new Supervision(health, restart, stop, bounds, wanted, enabled);
    }

    Supervision enabled(boolean wanted) {
        return new Supervision(health, restart, stop, bounds, dependsOn, wanted);
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
            Optional<Integer> failures) {
        static final Health UNSAID =
                new Health(
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        Health wanted(boolean asked) {
            return new Health(asked, service, period, timeout, failures);
        }

        Health service(String name) {
            return new Health(wanted, Optional.of(name), period, timeout, failures);
        }

        Health period(Duration time) {
            return new Health(wanted, service, Optional.of(time), timeout, failures);
        }

        Health timeout(Duration time) {
            return new Health(wanted, service, period, Optional.of(time), failures);
        }

        Health failures(int most) {
            return new Health(wanted, service, period, timeout, Optional.of(most));
        }
    }

    /**
     * What a manifest says about stopping.
     *
     * @param shutdown how long it has after it was asked through its protocol
     * @param plan what follows then
     */
    public record Stop(Optional<Duration> shutdown, StopPlan plan) {}
}
