package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Kind;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The plugins in the config.json of Rosey: each by its name, or all in a folder, of which a list
 * may name some.
 */
final class RoseyPlugins {
    private static final String FOLDER = "plugins";

    /** What stands below plugins beside their names, unless it is one: then it is a mapping. */
    private static final Set<String> SETTINGS = Set.of("enabled", "directory", "auto_reload");

    private final Context context;
    private final Scalars scalars;
    private final Map<String, Entry> found = new LinkedHashMap<>();

    RoseyPlugins(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Map<String, Entry> found(Mapping config) {
        Mapping plugins =
                config.get("plugins")
                        .flatMap(it -> scalars.mapping(it, "plugins"))
                        .map(RoseyConfig::withoutComments)
                        .orElse(new Mapping(config.place(), Map.of()));
        Optional<Value> directory =
                setting(plugins, "directory").or(() -> config.get("plugin_dir"));
        Optional<Value> enabled = setting(plugins, "enabled");
        boolean shipped = !config.has("plugins") && Files.isDirectory(folder(FOLDER));
        if (directory.isPresent() || enabled.isPresent() || shipped) {
            inFolder(config, directory, enabled);
        } else if (!config.has("plugins")) {
            context.faults()
                    .add(
                            config.place(),
                            "cannot read this as the config.json of Rosey: it has no plugins; name"
                                    + " another file with -f");
        }
        plugins.entries()
                .forEach(
                        (name, entry) -> {
                            if (!SETTINGS.contains(name) || entry.value() instanceof Mapping) {
                                named(name, entry).ifPresent(it -> found.put(name, it));
                            }
                        });
        return found;
    }

    private static Optional<Value> setting(Mapping plugins, String name) {
        return plugins.get(name).filter(it -> !(it instanceof Mapping));
    }

    private Path folder(String name) {
        return context.directory().resolve(name);
    }

    // ---- all in a folder ----

    private void inFolder(Mapping config, Optional<Value> directory, Optional<Value> enabled) {
        Optional<String> folder =
                directory.isEmpty()
                        ? Optional.of(FOLDER)
                        : scalars.word(directory.get(), "plugins.directory")
                                .flatMap(it -> below(directory.get(), it));
        if (folder.isEmpty()) {
            return;
        }
        if (enabled.orElse(null) instanceof Sequence names) {
            for (Value name : names.items()) {
                scalars.word(name, "plugins.enabled")
                        .ifPresent(it -> listed(folder.get(), it, name));
            }
            return;
        }
        Place place = directory.map(Value::place).orElse(config.place());
        for (String name : within(folder.get())) {
            found.put(name, module(folder.get(), name, place, enabled));
        }
    }

    /** Where modules are named from the project's folder, a folder elsewhere has no name. */
    private Optional<String> below(Value value, String text) {
        try {
            Path path = Path.of(text).normalize();
            String plain = path.toString().replace('\\', '/');
            if (!path.isAbsolute() && !plain.isEmpty() && plain.indexOf('.') < 0) {
                return Optional.of(plain);
            }
        } catch (InvalidPathException noPath) {
            // Said below.
        }
        return scalars.refuse(
                value,
                "plugins.directory",
                "it is no folder beside this file",
                "write its name, such as plugins");
    }

    private void listed(String folder, String name, Value place) {
        if (!Files.isRegularFile(folder(folder).resolve(name).resolve("plugin.py"))) {
            scalars.refuse(
                    place,
                    "plugins.enabled",
                    "there is no " + folder + "/" + name + "/plugin.py",
                    "add it, or remove the name");
            return;
        }
        found.put(name, module(folder, name, place.place(), Optional.empty()));
    }

    private List<String> within(String folder) {
        try (Stream<Path> all = Files.list(folder(folder))) {
            return all.filter(it -> Files.isRegularFile(it.resolve("plugin.py")))
                    .map(it -> it.getFileName().toString())
                    .filter(NameRules::valid)
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static Entry module(String folder, String name, Place place, Optional<Value> enabled) {
        var wanted = new LinkedHashMap<String, Entry>();
        String module = folder.replace('/', '.') + "." + name + ".plugin";
        wanted.put("module", new Entry(place, Scalar.text(place, module)));
        enabled.filter(it -> it instanceof Scalar scalar && scalar.is(Kind.BOOLEAN))
                .ifPresent(it -> wanted.put("enabled", new Entry(it.place(), it)));
        return new Entry(place, new Mapping(place, wanted));
    }

    // ---- each by its name ----

    private Optional<Entry> named(String name, Entry entry) {
        String label = "plugins." + name;
        Optional<Mapping> fields =
                scalars.mapping(entry.value(), label).map(RoseyConfig::withoutComments);
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
        var policies = new RoseyPolicies(scalars, context.notices());
        var wanted = new LinkedHashMap<String, Entry>();
        fields.get()
                .entries()
                .forEach(
                        (key, value) -> {
                            switch (key) {
                                case "module_path" -> wanted.put("module", value);
                                case "enabled", "config" -> wanted.put(key, value);
                                case "restart" ->
                                        policies.restart(value, label + ".restart")
                                                .ifPresent(it -> wanted.put("restart", it));
                                case "resource_limits" ->
                                        policies.limits(value, label + ".resource_limits")
                                                .ifPresent(it -> wanted.put("limits", it));
                                default -> policies.leftOut(value.key(), label + "." + key);
                            }
                        });
        return Optional.of(new Entry(entry.key(), new Mapping(entry.value().place(), wanted)));
    }
}
