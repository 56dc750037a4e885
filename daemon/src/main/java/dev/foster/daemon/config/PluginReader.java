package dev.foster.daemon.config;

import dev.foster.daemon.config.ProjectSection.Runs;
import dev.foster.document.DocumentProblem;
import dev.foster.document.Fault;
import dev.foster.document.Place;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.process.SearchPath;
import dev.foster.supervise.spec.ProcessSpec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code plugins} and {@code plugins_dir}: each plugin's own manifest, and what the project
 * puts over it.
 */
final class PluginReader {
    /**
     * A plugin of the project.
     *
     * @param process it among the processes, without what makes a plugin of it
     * @param place where it is named
     * @param links what it depends on, and where that stands
     */
    record Found(
            PluginSpec plugin,
            ProcessSpec process,
            Optional<String> description,
            SignSpec signs,
            Path manifest,
            Place place,
            Map<String, Place> links) {}

    private final Context context;
    private final List<Found> found = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    PluginReader(Context context) {
        this.context = context;
    }

    /** Whether what runs it is there; Java is, or nobody would ask. */
    private boolean runs(PluginManifest manifest) {
        return switch (manifest.launch()) {
            case Launch.Python _ -> onPath("python3") || onPath("python");
            case Launch.Node _ -> onPath("node");
            case Launch.Exec _, Launch.Java _ -> true;
        };
    }

    private boolean onPath(String program) {
        // Without a PATH the file is read for no machine in particular, and this one is not asked.
        return context.environment().containsKey("PATH")
                && SearchPath.of(context.environment()).find(program).isPresent();
    }

    List<Found> read(Mapping top, Runs runs) {
        PluginPlaces places = PluginPlaces.of(top, context.directory(), context.scalars());
        runs.plugins().forEach((name, entry) -> named(name, entry, places));
        runs.folder().ifPresent(it -> folder(it.place(), places));
        if (!leftOut.isEmpty()) {
            context.notices()
                    .add(
                            top.placeOf("plugins"),
                            "left out "
                                    + String.join(", ", leftOut)
                                    + ": what runs them is not installed here (Python or Node.js)");
        }
        return found;
    }

    private void named(String name, Entry entry, PluginPlaces places) {
        Where where = context.where("plugins." + name).under(entry.key());
        Optional<Mapping> mapping = context.scalars().mapping(entry.value(), where.label());
        Path folder = places.named().get(name);
        mapping.ifPresent(it -> PluginSection.PLUGIN.checkKeys(it, where));
        if (mapping.isEmpty() || folder == null) {
            return;
        }
        Mapping fields = mapping.get();
        Optional<PluginManifest> manifest =
                fields.has("module")
                        ? module(name, folder, fields, where)
                        : manifest(folder, entry.key());
        if (manifest.isPresent() && !manifest.get().id().equals(name)) {
            where.refuse(
                    entry.key(),
                    "the plugin in " + folder + " has the id " + manifest.get().id(),
                    "write that id here, or name another path");
            return;
        }
        // What is said here is checked even where the manifest cannot be used.
        PluginSettings settings =
                PluginSection.PLUGIN.bind(
                        fields,
                        where,
                        manifest.map(PluginSettings::of).orElse(PluginSettings.PLAIN));
        var links = fields.get("depends_on").map(Dependencies::places).orElse(Map.of());
        manifest.ifPresent(it -> add(it, settings, entry.key(), links));
    }

    /** What a manifest would say that has only the module. */
    private static Optional<PluginManifest> module(
            String name, Path folder, Mapping fields, Where where) {
        PluginSettings.Origin origin =
                PluginSection.ORIGIN.bind(fields, where, PluginSettings.Origin.USUAL);
        Path file = where.key().orElse(fields.place()).file();
        return origin.module()
                .map(it -> MessageModule.manifest(name, it, origin.mainClass(), folder, file));
    }

    /** Every plugin of a folder, but those that are named. */
    private void folder(Place named, PluginPlaces places) {
        PluginFolder.Contents contents = PluginFolder.open(places.directory()).read();
        for (PluginManifest manifest : contents.plugins()) {
            if (!places.named().containsKey(manifest.id())) {
                add(
                        manifest,
                        PluginSettings.of(manifest),
                        new Place(manifest.origin().file(), 1, 1),
                        Map.of());
            }
        }
        for (PluginFolder.Unusable unusable : contents.problems()) {
            int told = context.faults().size();
            var _ = manifest(unusable.folder(), named);
            if (context.faults().size() == told) {
                context.faults().add(named, unusable.why());
            }
        }
    }

    private Optional<PluginManifest> manifest(Path folder, Place named) {
        try {
            return Optional.of(ManifestReader.read(folder));
        } catch (DocumentProblem problem) {
            for (Fault fault : problem.faults()) {
                // A manifest that is not there is the fault of whoever names it.
                if (fault.line() == 0) {
                    context.faults().add(named, fault.message());
                } else {
                    context.faults().add(fault);
                }
            }
            return Optional.empty();
        }
    }

    private void add(
            PluginManifest manifest, PluginSettings said, Place place, Map<String, Place> named) {
        PluginSettings settings = said.complete(manifest);
        var links = new LinkedHashMap<String, Place>();
        manifest.supervision().dependsOn().forEach(on -> links.put(on, place));
        links.putAll(named);
        boolean missing = settings.enabled() && settings.optional() && !runs(manifest);
        if (missing) {
            leftOut.add(manifest.id());
        }
        found.add(
                new Found(
                        settings.plugin(),
                        settings.process().enabled(settings.enabled() && !missing),
                        settings.description().filter(text -> !text.isBlank()),
                        settings.signs(),
                        manifest.origin().file(),
                        place,
                        links));
    }
}
