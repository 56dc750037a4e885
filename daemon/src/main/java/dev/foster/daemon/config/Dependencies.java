package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Entry;
import dev.foster.daemon.config.Value.Mapping;
import dev.foster.daemon.config.Value.Scalar;
import dev.foster.daemon.config.Value.Sequence;
import dev.foster.supervise.spec.Condition;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code depends_on}: a list of names that must be started, or a mapping of names to
 * conditions. The words of process-compose and of Docker Compose are understood too.
 */
final class Dependencies {
    private static final Map<String, Condition> CONDITIONS = conditions();

    /** A condition, and where its name stands. */
    record Dependency(Condition condition, Place place) {}

    private final Scalars scalars;

    Dependencies(Scalars scalars) {
        this.scalars = scalars;
    }

    private static Map<String, Condition> conditions() {
        var words = new LinkedHashMap<String, Condition>();
        words.put("started", Condition.STARTED);
        words.put("ready", Condition.READY);
        words.put("completed", Condition.COMPLETED);
        words.put("completed_successfully", Condition.COMPLETED_SUCCESSFULLY);
        words.put("process_started", Condition.STARTED);
        words.put("process_healthy", Condition.READY);
        words.put("process_log_ready", Condition.READY);
        words.put("process_completed", Condition.COMPLETED);
        words.put("process_completed_successfully", Condition.COMPLETED_SUCCESSFULLY);
        words.put("service_started", Condition.STARTED);
        words.put("service_healthy", Condition.READY);
        words.put("service_completed_successfully", Condition.COMPLETED_SUCCESSFULLY);
        return words;
    }

    Map<String, Dependency> read(Value value, String label) {
        var found = new LinkedHashMap<String, Dependency>();
        switch (value) {
            case Sequence list -> {
                for (Value item : list.items()) {
                    scalars.text(item, label)
                            .ifPresent(
                                    name ->
                                            found.put(
                                                    name,
                                                    new Dependency(
                                                            Condition.STARTED, item.place())));
                }
            }
            case Mapping mapping ->
                    mapping.entries()
                            .forEach(
                                    (name, entry) ->
                                            condition(entry, label + "." + name)
                                                    .ifPresent(
                                                            it ->
                                                                    found.put(
                                                                            name,
                                                                            new Dependency(
                                                                                    it,
                                                                                    entry.key()))));
            case Scalar scalar -> {
                var _ =
                        scalars.expected(
                                scalar, label, "a list or a mapping of names", "{database: ready}");
            }
        }
        return found;
    }

    private Optional<Condition> condition(Entry entry, String label) {
        if (!(entry.value() instanceof Mapping mapping)) {
            return scalars.choice(entry.value(), label, CONDITIONS);
        }
        scalars.knownKeys(mapping, label, Section.DEPENDENCY);
        return mapping.get("condition")
                .map(it -> scalars.choice(it, label + ".condition", CONDITIONS))
                .orElse(Optional.of(Condition.STARTED));
    }
}
