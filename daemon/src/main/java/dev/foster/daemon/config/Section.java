package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value.Mapping;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A mapping of the project file, and the keys that may stand in it. */
enum Section {
    PROJECT(
            "",
            "name",
            "processes",
            "groups",
            "defaults",
            "plugins",
            "plugins_dir",
            "bus",
            "screen",
            "mcp",
            "mcp_gateway",
            "broker",
            "web",
            "metrics",
            "notify");

    private final String definition;

    // List.of() cannot change; its type cannot say so.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> keys;

    Section(String definition, String... keys) {
        this.definition = definition;
        this.keys = List.of(keys);
    }

    /** Where the schema describes it, under {@code $defs}; empty for the document itself. */
    String definition() {
        return definition;
    }

    List<String> keys() {
        return keys;
    }

    /** Notes every key of a mapping that may not stand here. */
    void only(Mapping mapping, String label, Scalars scalars) {
        scalars.knownKeys(
                this == PROJECT ? withoutExtensions(mapping) : mapping, label, keys, Map.of());
    }

    private static Mapping withoutExtensions(Mapping top) {
        var entries = new LinkedHashMap<>(top.entries());
        entries.keySet().removeIf(key -> key.startsWith("x-"));
        return new Mapping(top.place(), entries);
    }
}
