package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Entry;
import dev.foster.daemon.config.Value.Mapping;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The config.json of Rosey: where the bus is, and which modules are plugins. What else stands there
 * is Rosey's own affair.
 */
final class RoseyConfig {
    private static final Set<String> PLUGIN_KEYS = Set.of("module_path", "enabled", "config");

    private final Context context;
    private final Scalars scalars;

    RoseyConfig(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Mapping translated(Mapping config) {
        Optional<Value> plugins = config.get("plugins");
        if (plugins.isEmpty()) {
            context.faults()
                    .add(
                            config.place(),
                            "cannot read this as the config.json of Rosey: it has no plugins; name"
                                    + " another file with -f");
        }
        var found = new LinkedHashMap<String, Entry>();
        plugins.flatMap(it -> scalars.mapping(it, "plugins"))
                .ifPresent(
                        mapping ->
                                mapping.entries()
                                        .forEach(
                                                (name, entry) ->
                                                        plugin(name, entry)
                                                                .ifPresent(
                                                                        it ->
                                                                                found.put(
                                                                                        name,
                                                                                        it))));
        var top = new LinkedHashMap<String, Entry>();
        Place place = config.placeOf("plugins");
        top.put("plugins", new Entry(place, new Mapping(place, found)));
        bus(config).ifPresent(it -> top.put("bus", it));
        config.entries().keySet().stream()
                .filter(key -> !key.equals("plugins") && !key.equals("nats"))
                .forEach(
                        key ->
                                context.notices()
                                        .add(
                                                config.placeOf(key),
                                                Words.clip(key) + " is Rosey's own, ignored"));
        return new Mapping(config.place(), top);
    }

    /** Where it says that the bus is; without that it is embedded. */
    private Optional<Entry> bus(Mapping config) {
        return config.get("nats")
                .flatMap(it -> scalars.mapping(it, "nats"))
                .flatMap(
                        nats ->
                                nats.get("servers")
                                        .or(() -> nats.get("url"))
                                        .map(
                                                servers ->
                                                        new Entry(
                                                                nats.place(),
                                                                new Mapping(
                                                                        nats.place(),
                                                                        Map.of(
                                                                                "url",
                                                                                new Entry(
                                                                                        servers
                                                                                                .place(),
                                                                                        servers))))));
    }

    private Optional<Entry> plugin(String name, Entry entry) {
        String label = "plugins." + name;
        Optional<Mapping> fields = scalars.mapping(entry.value(), label);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        if (!fields.get().has("module_path")) {
            return scalars.refuse(
                    entry.key(),
                    label,
                    "it has no module_path",
                    "add one, such as plugins.dice-roller.plugin");
        }
        var wanted = new LinkedHashMap<String, Entry>();
        fields.get()
                .entries()
                .forEach(
                        (key, value) -> {
                            if (PLUGIN_KEYS.contains(key)) {
                                wanted.put(key.equals("module_path") ? "module" : key, value);
                            } else {
                                context.notices()
                                        .add(
                                                value.key(),
                                                label
                                                        + "."
                                                        + Words.clip(key)
                                                        + " has no equivalent, ignored");
                            }
                        });
        return Optional.of(new Entry(entry.key(), new Mapping(entry.value().place(), wanted)));
    }
}
