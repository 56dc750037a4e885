package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;
import dev.foster.daemon.config.Value.Sequence;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code restart}: one word, or a mapping. */
final class Restarts {
    static final Map<String, RestartPolicy.When> POLICIES = policies();

    static final Map<String, RestartPolicy.FirstStart> FIRST_STARTS =
            new TreeMap<>(
                    Map.of(
                            "auto", RestartPolicy.FirstStart.AUTO,
                            "retry", RestartPolicy.FirstStart.RETRY,
                            "fail", RestartPolicy.FirstStart.FAIL));

    private final Scalars scalars;

    Restarts(Scalars scalars) {
        this.scalars = scalars;
    }

    private static Map<String, RestartPolicy.When> policies() {
        var policies = new LinkedHashMap<String, RestartPolicy.When>();
        policies.put("no", RestartPolicy.When.NO);
        policies.put("on-failure", RestartPolicy.When.ON_FAILURE);
        policies.put("always", RestartPolicy.When.ALWAYS);
        policies.put("unless-stopped", RestartPolicy.When.UNLESS_STOPPED);
        return policies;
    }

    RestartPolicy read(Value value, String label) {
        return read(value, label, RestartPolicy.defaults());
    }

    /** What is not said is as this has it. */
    RestartPolicy read(Value value, String label, RestartPolicy plain) {
        if (!(value instanceof Mapping mapping)) {
            return scalars.choice(value, label, POLICIES).map(plain::when).orElse(plain);
        }
        scalars.knownKeys(mapping, label, Section.RESTART);
        return waiting(
                        mapping,
                        label,
                        plain,
                        mapping.get("policy")
                                .flatMap(it -> scalars.choice(it, label + ".policy", POLICIES))
                                .orElse(plain.when()),
                        mapping.get("success_codes")
                                .map(it -> codes(it, label + ".success_codes"))
                                .orElse(plain.successCodes()))
                .firstStart(
                        mapping.get("first_start")
                                .flatMap(
                                        it ->
                                                scalars.choice(
                                                        it, label + ".first_start", FIRST_STARTS))
                                .orElse(plain.firstStart()));
    }

    /** Where every end that nobody asked for leads to a restart: only how long it waits. */
    RestartPolicy waits(Mapping mapping, String label, RestartPolicy plain) {
        scalars.knownKeys(mapping, label, Section.WAITS);
        return waiting(mapping, label, plain, plain.when(), plain.successCodes());
    }

    private RestartPolicy waiting(
            Mapping mapping,
            String label,
            RestartPolicy plain,
            RestartPolicy.When when,
            Set<Integer> successCodes) {
        return new RestartPolicy(
                when,
                successCodes,
                mapping.get("backoff")
                        .flatMap(it -> backoff(it, label + ".backoff"))
                        .orElse(plain.backoff()),
                mapping.get("limit").filter(Restarts::isNone).isPresent()
                        ? Optional.empty()
                        : mapping.get("limit")
                                .flatMap(it -> scalars.limit(it, label + ".limit"))
                                .or(plain::limit),
                plain.firstStart(),
                mapping.get("reset_after")
                        .flatMap(it -> scalars.duration(it, label + ".reset_after"))
                        .orElse(plain.resetAfter()));
    }

    private static boolean isNone(Value value) {
        return Scalars.written(value).filter("none"::equals).isPresent();
    }

    private Set<Integer> codes(Value value, String label) {
        var codes = new LinkedHashSet<Integer>();
        if (!(value instanceof Sequence list)) {
            var _ = scalars.expected(value, label, "a list of exit codes", "[0, 143]");
            return codes;
        }
        for (Value item : list.items()) {
            scalars.whole(item, label, 0, 255).ifPresent(codes::add);
        }
        return codes;
    }

    private Optional<Backoff> backoff(Value value, String label) {
        return switch (value) {
            case Sequence list -> steps(list, label);
            case Mapping mapping -> growing(mapping, label);
            default ->
                    scalars.expected(
                            value,
                            label,
                            "a mapping, or a list of durations",
                            "{initial: 1s, factor: 2, max: 60s} or [0s, 1s, 5s]");
        };
    }

    private Optional<Backoff> steps(Sequence list, String label) {
        List<Duration> waits = new ArrayList<>();
        list.items().forEach(item -> scalars.duration(item, label).ifPresent(waits::add));
        if (list.items().isEmpty()) {
            return scalars.refuse(list, label, "it is empty", "give at least one duration");
        }
        return waits.isEmpty() ? Optional.empty() : Optional.of(new Backoff.Steps(waits));
    }

    private Optional<Backoff> growing(Mapping mapping, String label) {
        scalars.knownKeys(mapping, label, Section.BACKOFF);
        Duration initial =
                mapping.get("initial")
                        .flatMap(it -> scalars.duration(it, label + ".initial"))
                        .orElse(Duration.ofSeconds(1));
        double factor =
                mapping.get("factor")
                        .flatMap(it -> scalars.decimal(it, label + ".factor", 1, 1000))
                        .orElse(2.0);
        Optional<Duration> asked =
                mapping.get("max").flatMap(it -> scalars.duration(it, label + ".max"));
        double jitter =
                mapping.get("jitter")
                        .flatMap(it -> scalars.decimal(it, label + ".jitter", 0, 1))
                        .orElse(0.25);
        // Somebody who waits longer from the start has not asked for less later on.
        Duration usual = Duration.ofSeconds(60);
        Duration max = asked.orElse(initial.compareTo(usual) > 0 ? initial : usual);
        if (max.compareTo(initial) < 0) {
            return scalars.refuse(
                    mapping.placeOf("max"),
                    label + ".max",
                    "the longest wait must not be shorter than the first",
                    "raise max, or lower initial");
        }
        return Optional.of(new Backoff.Growing(initial, factor, max, jitter));
    }
}
