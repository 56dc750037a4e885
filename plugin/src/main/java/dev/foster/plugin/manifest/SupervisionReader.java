package dev.foster.plugin.manifest;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Supervision.Health;
import dev.foster.plugin.manifest.Supervision.Restart;
import dev.foster.plugin.manifest.Supervision.Stop;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy.FirstStart;
import dev.foster.supervise.spec.RestartPolicy.When;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads how a plugin wants to be watched, restarted and stopped. */
final class SupervisionReader {
    private final Fields fields;
    private final StopPlan usual;

    /**
     * @param usual how plugins of its kind are stopped
     */
    SupervisionReader(Fields fields, StopPlan usual) {
        this.fields = fields;
        this.usual = usual;
    }

    Supervision read() {
        return new Supervision(
                health(),
                restart(),
                stop(),
                new BoundsReader(fields).read(),
                dependsOn(),
                fields.truth("enabled").orElse(true));
    }

    private List<String> dependsOn() {
        List<String> ids = fields.words("depends_on");
        ids.stream()
                .filter(id -> !FosterReader.ID.matcher(id).matches())
                .forEach(
                        id ->
                                fields.refuse(
                                        fields.value("depends_on").orElse(fields.mapping()),
                                        "depends_on",
                                        Words.quote(id) + " is no id of a plugin",
                                        "write it like [other-plugin]"));
        return ids;
    }

    private Health health() {
        if (isNone(fields, "health")) {
            return new Health(
                    false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
        Fields health = fields.section("health", Section.HEALTH);
        return new Health(
                true,
                health.text("service"),
                health.span("period"),
                health.span("timeout"),
                health.whole("failures", 1, 1000));
    }

    private static boolean isNone(Fields fields, String key) {
        return fields.value(key).flatMap(Scalars::written).filter("none"::equals).isPresent();
    }

    private Restart restart() {
        Optional<Value> value = fields.value("restart");
        if (value.isPresent() && value.get() instanceof Value.Scalar) {
            return new Restart(
                    fields.choice("restart", policies()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    Optional.empty(),
                    Optional.empty());
        }
        Fields restart = fields.section("restart", Section.RESTART);
        boolean unlimited = isNone(restart, "limit");
        return new Restart(
                restart.choice("policy", policies()),
                restart.has("success_codes")
                        ? Optional.of(Set.copyOf(restart.wholes("success_codes", 0, 255)))
                        : Optional.empty(),
                restart.value("backoff").flatMap(it -> backoff(restart, it)),
                unlimited ? Optional.empty() : limit(restart),
                unlimited,
                restart.choice(
                        "first_start",
                        new TreeMap<>(
                                Map.of(
                                        "auto", FirstStart.AUTO,
                                        "retry", FirstStart.RETRY,
                                        "fail", FirstStart.FAIL))),
                restart.duration("reset_after"));
    }

    private static Map<String, When> policies() {
        var policies = new LinkedHashMap<String, When>();
        policies.put("no", When.NO);
        policies.put("on-failure", When.ON_FAILURE);
        policies.put("always", When.ALWAYS);
        policies.put("unless-stopped", When.UNLESS_STOPPED);
        return policies;
    }

    private static Optional<Limit> limit(Fields restart) {
        return restart.value("limit")
                .flatMap(it -> restart.scalars().rate(it, restart.name("limit"), Limit::new));
    }

    private static Optional<Backoff> backoff(Fields restart, Value value) {
        return switch (value) {
            case Sequence list -> steps(restart, list);
            case Value.Mapping _ -> growing(restart.section("backoff", Section.BACKOFF));
            default ->
                    restart.expected(
                            value,
                            "backoff",
                            "a mapping, or a list of durations",
                            "{initial: 1s, factor: 2, max: 60s} or [0s, 1s, 5s]");
        };
    }

    private static Optional<Backoff> steps(Fields restart, Sequence list) {
        List<Duration> waits = new ArrayList<>();
        list.items().forEach(item -> restart.duration(item, "backoff").ifPresent(waits::add));
        if (list.items().isEmpty()) {
            return restart.refuse(list, "backoff", "it is empty", "give at least one duration");
        }
        return waits.isEmpty() ? Optional.empty() : Optional.of(new Backoff.Steps(waits));
    }

    private static Optional<Backoff> growing(Fields backoff) {
        Duration initial = backoff.duration("initial").orElse(Duration.ofSeconds(1));
        double factor = backoff.decimal("factor", 1, 1000).orElse(2.0);
        double jitter = backoff.decimal("jitter", 0, 1).orElse(0.25);
        // Somebody who waits longer from the start has not asked for less later on.
        Duration usual = Duration.ofSeconds(60);
        Duration max =
                backoff.duration("max").orElse(initial.compareTo(usual) > 0 ? initial : usual);
        if (max.compareTo(initial) < 0) {
            return backoff.refuse(
                    backoff.mapping().placeOf("max"),
                    "max",
                    "the longest wait must not be shorter than the first",
                    "raise max, or lower initial");
        }
        return Optional.of(new Backoff.Growing(initial, factor, max, jitter));
    }

    private Stop stop() {
        Fields stop = fields.section("stop", Section.STOP);
        StopPlan plan = usual;
        Optional<Duration> grace = stop.duration("grace");
        Optional<Duration> eofWait = stop.duration("eof_wait");
        if (grace.isPresent()) {
            plan = plan.grace(grace.get());
        }
        if (eofWait.isPresent()) {
            plan = plan.eofWait(eofWait.get());
        }
        Optional<Signal> signal = stop.value("signal").flatMap(it -> signal(stop, it));
        return new Stop(stop.duration("shutdown"), signal.map(plan::signal).orElse(plan));
    }

    private static Optional<Signal> signal(Fields stop, Value value) {
        Optional<Signal> signal = Scalars.written(value).flatMap(Signal::parse);
        return signal.isPresent()
                ? signal
                : stop.expected(value, "signal", "a signal", "TERM, INT or 15");
    }
}
