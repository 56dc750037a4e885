package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the plugins of a project are, whether or not they can be used.
 *
 * @param directory the folder of plugins; they are installed into it
 * @param whole whether every plugin in it belongs to the project
 * @param named the folders of those the project's file names, by their ids
 */
public record PluginPlaces(Path directory, boolean whole, Map<String, Path> named) {
    /** The folder of plugins, unless the file says otherwise. */
    public static final String USUAL = "plugins";

    public PluginPlaces {
        named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
    }

    /** Of a project without a file that says anything about plugins. */
    public static PluginPlaces usual(Path project) {
        return new PluginPlaces(project.resolve(USUAL), false, Map.of());
    }

    /** By the top of a project's file. */
    static PluginPlaces of(Mapping top, Path project, Scalars scalars) {
        Path directory =
                top.get("plugins_dir")
                        .flatMap(it -> scalars.path(it, "plugins_dir", project))
                        .orElse(project.resolve(USUAL));
        var named = new LinkedHashMap<String, Path>();
        if (top.get("plugins").orElse(null) instanceof Mapping entries) {
            entries.entries()
                    .forEach(
                            (name, entry) -> {
                                if (NameRules.valid(name)) {
                                    named.put(
                                            name,
                                            folder(
                                                    name,
                                                    entry.value(),
                                                    directory,
                                                    project,
                                                    scalars));
                                }
                            });
        }
        return new PluginPlaces(directory, top.has("plugins_dir"), named);
    }

    private static Path folder(
            String name, Value entry, Path directory, Path project, Scalars scalars) {
        if (!(entry instanceof Mapping fields)) {
            return directory.resolve(name);
        }
        Path usual = fields.has("module") ? project : directory.resolve(name);
        return fields.get("path")
                .flatMap(it -> scalars.path(it, "plugins." + name + ".path", project))
                .orElse(usual);
    }
}
