package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Entry;
import dev.foster.daemon.config.Value.Mapping;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The config.json of Rosey. Its plugins are Python modules that speak over a bus; there is no
 * command that would run one by itself, so they are named and none is started.
 */
final class RoseyConfig {
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
        plugins.flatMap(it -> scalars.mapping(it, "plugins"))
                .ifPresent(mapping -> mapping.entries().forEach(this::plugin));
        if (config.has("nats")) {
            context.notices()
                    .add(
                            config.placeOf("nats"),
                            "nats is not used: the bus comes with a later version");
        }
        var top = new LinkedHashMap<String, Entry>();
        var none = new Mapping(config.place(), Map.of());
        top.put("processes", new Entry(config.placeOf("plugins"), none));
        return new Mapping(config.place(), top);
    }

    private void plugin(String name, Entry entry) {
        String label = "plugins." + name;
        Optional<Mapping> fields = scalars.mapping(entry.value(), label);
        if (fields.isEmpty()) {
            return;
        }
        boolean enabled =
                fields.get()
                        .get("enabled")
                        .flatMap(it -> scalars.truth(it, label + ".enabled"))
                        .orElse(true);
        Optional<String> module =
                fields.get()
                        .get("module_path")
                        .flatMap(it -> scalars.content(it, label + ".module_path"));
        if (!fields.get().has("module_path")) {
            var _ =
                    scalars.refuse(
                            entry.key(),
                            label,
                            "it has no module_path",
                            "add one, such as plugins.dice-roller.plugin");
        }
        context.notices()
                .add(
                        entry.key(),
                        "plugin "
                                + name
                                + module.map(path -> " (" + Words.clip(path) + ")").orElse("")
                                + (enabled ? "" : ", disabled,")
                                + " is not started: plugins come with a later version");
    }
}
