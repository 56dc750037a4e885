package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.Invocation;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.PluginChoices;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectFolder;
import dev.foster.control.ProjectPaths;
import dev.foster.daemon.config.PluginPlaces;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.daemon.config.ProjectReader;
import dev.foster.document.DocumentProblem;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A project, as far as its plugins go; what is wrong with some keeps nobody from the others. */
final class PluginProject {
    private final ProjectPaths paths;
    private final PluginPlaces places;
    private final ControlClient client;

    private PluginProject(ProjectPaths paths, PluginPlaces places, ControlClient client) {
        this.paths = paths;
        this.places = places;
        this.client = client;
    }

    static PluginProject of(Invocation invocation, Arguments arguments, String verb) {
        ProjectPaths paths = ChosenProject.paths(invocation, arguments);
        PluginPlaces places =
                ProjectFolder.file(paths.directory()).isPresent()
                        ? ProjectReader.plugins(
                                ProjectFiles.discover(paths.directory()), invocation.environment())
                        : PluginPlaces.usual(paths.directory());
        return new PluginProject(paths, places, new ControlClient(paths, "foster " + verb));
    }

    /** Where plugins are installed and begun. */
    Path directory() {
        return places.directory();
    }

    PluginChoices choices() {
        return new PluginChoices(paths);
    }

    /** A path as people of this project know it. */
    String shown(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(paths.directory()) && !absolute.equals(paths.directory())
                ? paths.directory().relativize(absolute).toString()
                : absolute.toString();
    }

    /** Whether the plugin of this id, in that folder, is one of the project's. */
    boolean uses(String id, Path folder) {
        Path named = places.named().get(id);
        return named == null
                ? places.whole() && folder.startsWith(places.directory())
                : named.equals(folder);
    }

    /** What there is to say to somebody who has just put a plugin there. */
    String advice(String id, Path folder) {
        if (!uses(id, folder)) {
            return "add to foster.yaml: "
                    + (folder.startsWith(places.directory())
                            ? "plugins_dir: " + shown(places.directory())
                            : "plugins: {" + id + ": {path: " + shown(folder) + "}}");
        }
        return processes().isPresent() ? "foster reload takes it up" : "foster up starts it";
    }

    /** Every plugin in the folder of plugins, and those that are named elsewhere. */
    PluginFolder.Contents plugins() {
        PluginFolder.Contents contents = PluginFolder.open(places.directory()).read();
        var plugins = new ArrayList<>(contents.plugins());
        var problems = new ArrayList<>(contents.problems());
        for (Map.Entry<String, Path> named : places.named().entrySet()) {
            Path folder = named.getValue();
            boolean known =
                    plugins.stream().anyMatch(it -> it.folder().equals(folder))
                            || problems.stream().anyMatch(it -> it.folder().equals(folder));
            if (!known) {
                try {
                    plugins.add(ManifestReader.read(folder));
                } catch (DocumentProblem problem) {
                    problems.add(
                            new PluginFolder.Unusable(
                                    folder, String.valueOf(problem.getMessage())));
                }
            }
        }
        return new PluginFolder.Contents(plugins, problems);
    }

    /**
     * @throws ControlProblem when there is no such plugin
     */
    PluginManifest plugin(String id, String doing) {
        List<PluginManifest> all = plugins().plugins();
        return all.stream()
                .filter(plugin -> plugin.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ControlProblem(
                                        ProblemCode.UNKNOWN_NAME,
                                        "cannot "
                                                + doing
                                                + " "
                                                + id
                                                + ": there is no plugin of that id; see foster"
                                                + " plugin list"));
    }

    // ---- its daemon ----

    /** What the daemon says; empty when there is none. */
    Optional<List<ProcessView>> processes() {
        try {
            return Optional.of(client.processes());
        } catch (ControlProblem problem) {
            if (problem.code() == ProblemCode.NOT_RUNNING) {
                return Optional.empty();
            }
            throw problem;
        }
    }

    /** The plugin among the daemon's processes. */
    Optional<ProcessView> process(String id) {
        return processes().stream()
                .flatMap(List::stream)
                .filter(view -> view.name().equals(id) && view.kind().equals(ProcessView.PLUGIN))
                .findFirst();
    }

    ControlClient client() {
        return client;
    }
}
