package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Where;
import dev.foster.supervise.spec.Condition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code depends_on}: a list of names that must be started, or a mapping of names to conditions.
 * The words of process-compose and of Docker Compose are understood too.
 */
final class Dependencies {
    private static final Type<Condition> CONDITION =
            Types.choice(conditions()).called("condition", "A condition.");

    private static final Type<Condition> LONG =
            Section.of(
                            "dependency",
                            "A dependency",
                            "The long form of a condition below `depends_on`.",
                            Condition.STARTED)
                    .field(
                            "condition",
                            CONDITION,
                            it -> it,
                            (_, condition) -> condition,
                            says("What must hold of the other process.").example("ready"))
                    .orJust("condition");

    static final Type<Map<String, Condition>> TYPE =
            Type.of(
                    Dependencies::read,
                    Dependencies::written,
                    in ->
                            Definitions.shape(
                                    "anyOf",
                                    List.of(
                                            Types.TEXTS.schema(in),
                                            Definitions.shape(
                                                    "type",
                                                    "object",
                                                    "additionalProperties",
                                                    LONG.schema(in)))));

    private Dependencies() {}

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

    private static Optional<Map<String, Condition>> read(Value value, Where where) {
        var found = new LinkedHashMap<String, Condition>();
        switch (value) {
            case Sequence list -> {
                for (Value item : list.items()) {
                    where.scalars()
                            .text(item, where.label())
                            .ifPresent(name -> found.put(name, Condition.STARTED));
                }
            }
            case Mapping mapping ->
                    mapping.entries()
                            .forEach(
                                    (name, entry) ->
                                            LONG.read(
                                                            entry.value(),
                                                            where.in(name),
                                                            Optional.empty())
                                                    .ifPresent(it -> found.put(name, it)));
            case Scalar scalar -> {
                return where.expected(scalar, "a list or a mapping of names", "{database: ready}");
            }
        }
        return Optional.of(found);
    }

    private static Object written(Map<String, Condition> on) {
        var written = new LinkedHashMap<String, Object>();
        on.forEach((name, condition) -> written.put(name, CONDITION.write(condition)));
        return on.values().stream().allMatch(it -> it == Condition.STARTED)
                ? List.copyOf(on.keySet())
                : written;
    }

    /** Where each name stands. */
    static Map<String, Place> places(Value value) {
        var places = new LinkedHashMap<String, Place>();
        switch (value) {
            case Sequence list -> {
                for (Value item : list.items()) {
                    Scalars.written(item).ifPresent(name -> places.put(name, item.place()));
                }
            }
            case Mapping mapping ->
                    mapping.entries().forEach((name, entry) -> places.put(name, entry.key()));
            case Scalar _ -> {}
        }
        return places;
    }
}
