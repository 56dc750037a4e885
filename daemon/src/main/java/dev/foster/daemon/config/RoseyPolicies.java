package dev.foster.daemon.config;

import dev.foster.document.Notices;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Kind;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What Rosey says of restarts and limits, in the words of a foster.yaml.
 *
 * <p>Rosey gives up after so many failures in a row, Foster after so many restarts in a time. That
 * time is the longest in which so many can come in a row: each with its wait, and as long as it has
 * to be up to count as well.
 */
final class RoseyPolicies {
    private static final Set<String> RESTART =
            Set.of(
                    "enabled",
                    "policy",
                    "max_attempts",
                    "backoff_multiplier",
                    "initial_delay",
                    "max_delay",
                    "reset_window");
    private static final Map<String, String> LIMITS =
            Map.of(
                    "max_memory_mb", "memory",
                    "max_cpu_percent", "cpu",
                    "max_threads", "threads",
                    "max_fds", "files");

    /** Foster looks twice in a second. */
    private static final double LOOKS = 2;

    private static final int MOST_LOOKS = 1000;
    private static final double DAY = 86_400;

    private final Scalars scalars;
    private final Notices notices;

    RoseyPolicies(Scalars scalars, Notices notices) {
        this.scalars = scalars;
        this.notices = notices;
    }

    void leftOut(Place place, String label) {
        notices.add(place, Words.clip(label) + " has no equivalent, ignored");
    }

    // ---- restarts ----

    Optional<Entry> restart(Entry written, String label) {
        if (written.value() instanceof Scalar word) {
            return Optional.of(policy(word)).map(it -> new Entry(written.key(), it));
        }
        return scalars.mapping(written.value(), label)
                .map(RoseyConfig::withoutComments)
                .map(it -> new Entry(written.key(), restart(it, label)));
    }

    private static Scalar policy(Scalar word) {
        if (word.kind() == Kind.BOOLEAN) {
            return Scalar.text(word.place(), word.text().equals("true") ? "on-failure" : "no");
        }
        return word.text().equals("never") ? Scalar.text(word.place(), "no") : word;
    }

    private Mapping restart(Mapping fields, String label) {
        fields.entries().keySet().stream()
                .filter(key -> !RESTART.contains(key))
                .forEach(key -> leftOut(fields.placeOf(key), label + "." + key));
        int attempts =
                fields.get("max_attempts")
                        .flatMap(it -> scalars.whole(it, label + ".max_attempts", 0, 100_000))
                        .orElse(5);
        double first = seconds(fields, label, "initial_delay", 1);
        double longest = Math.max(first, seconds(fields, label, "max_delay", 30));
        double reset = seconds(fields, label, "reset_window", 60);
        double factor =
                fields.get("backoff_multiplier")
                        .flatMap(it -> scalars.decimal(it, label + ".backoff_multiplier", 1, 1000))
                        .orElse(2.0);
        boolean never =
                attempts == 0
                        || fields.get("enabled")
                                .flatMap(it -> scalars.truth(it, label + ".enabled"))
                                .map(it -> !it)
                                .orElse(false);
        var ours = new Ours(fields.place());
        if (never) {
            ours.put("policy", "no");
        } else {
            fields.get("policy")
                    .filter(Scalar.class::isInstance)
                    .ifPresent(it -> ours.put("policy", policy((Scalar) it)));
            ours.put("limit", attempts + " in " + millis(attempts * (longest + reset)));
        }
        var backoff = new Ours(fields.place());
        backoff.put("initial", millis(first));
        backoff.put("factor", String.valueOf(factor));
        backoff.put("max", millis(longest));
        ours.put("backoff", backoff.mapping());
        ours.put("reset_after", millis(reset));
        return ours.mapping();
    }

    private double seconds(Mapping fields, String label, String key, double usual) {
        return fields.get(key)
                .flatMap(it -> scalars.decimal(it, label + "." + key, 0.001, DAY))
                .orElse(usual);
    }

    private static String millis(double seconds) {
        return Math.round(seconds * 1000) + "ms";
    }

    // ---- limits ----

    Optional<Entry> limits(Entry written, String label) {
        return scalars.mapping(written.value(), label)
                .map(RoseyConfig::withoutComments)
                .map(it -> new Entry(written.key(), limits(it, label)));
    }

    private Mapping limits(Mapping fields, String label) {
        var ours = new Ours(fields.place());
        double every = seconds(fields, label, "check_interval", 5);
        int times =
                fields.get("violation_threshold")
                        .flatMap(it -> scalars.whole(it, label + ".violation_threshold", 1, 1000))
                        .orElse(2);
        fields.entries()
                .forEach(
                        (key, value) -> {
                            String name = LIMITS.get(key);
                            boolean unset =
                                    value.value() instanceof Scalar scalar
                                            && scalar.kind() == Kind.NULL;
                            if (name != null && !unset) {
                                limit(value.value(), label + "." + key, name)
                                        .ifPresent(it -> ours.put(name, it));
                            } else if (name == null
                                    && !key.equals("check_interval")
                                    && !key.equals("violation_threshold")) {
                                leftOut(value.key(), label + "." + key);
                            }
                        });
        if (!ours.isEmpty()) {
            long looks = Math.round(times * every * LOOKS);
            ours.put("checks", String.valueOf(Math.clamp(looks, 1, MOST_LOOKS)));
        }
        return ours.mapping();
    }

    private Optional<String> limit(Value value, String label, String name) {
        return switch (name) {
            case "memory" ->
                    scalars.decimal(value, label, 1, 100_000_000)
                            .map(it -> Math.round(it * 1024) + "KiB");
            case "cpu" -> scalars.decimal(value, label, 0.1, 1_000_000).map(it -> it + "%");
            default -> scalars.whole(value, label, 1, 1_000_000).map(String::valueOf);
        };
    }

    /** A mapping of ours, all of which stands where Rosey's did. */
    private static final class Ours {
        private final Map<String, Entry> entries = new LinkedHashMap<>();
        private final Place place;

        Ours(Place place) {
            this.place = place;
        }

        void put(String key, String text) {
            put(key, new Scalar(place, text, Kind.ANY));
        }

        void put(String key, Value value) {
            entries.put(key, new Entry(place, value));
        }

        boolean isEmpty() {
            return entries.isEmpty();
        }

        Mapping mapping() {
            return new Mapping(place, entries);
        }
    }
}
