package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ProcessView;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.plugin.manifest.PluginManifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code foster plugin list}. */
final class ListVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plugin list", "list the plugins")
                    .about(
                            """
                            Lists the plugins in the project's folder of plugins and those foster.yaml names, with their state
                            if foster runs, and says what is wrong with those that cannot be used. One that lies there and
                            does not belong to the project is unused.
                            """)
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster plugin list");

    ListVerb(Invocation invocation) {
        super(invocation, OPTIONS, "list the plugins and what is wrong with them");
    }

    /** A plugin and how it stands. */
    private record Row(
            PluginManifest manifest, boolean used, boolean enabled, Optional<ProcessView> view) {
        String state() {
            return view.map(it -> it.state().word())
                    .orElse(!used ? "unused" : enabled ? "enabled" : "disabled");
        }
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        PluginProject project = PluginProject.of(invocation, arguments, OPTIONS.verb());
        PluginFolder.Contents contents = project.plugins();
        List<ProcessView> running = project.processes().orElse(List.of());
        Map<String, Boolean> choices = project.choices().read();
        List<Row> rows =
                contents.plugins().stream().map(it -> row(project, it, running, choices)).toList();
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(described(rows, contents.problems())));
        } else {
            table(project, rows).forEach(invocation.out()::println);
            contents.problems().forEach(problem -> invocation.err().println(problem.why()));
        }
        return ExitCodes.OK;
    }

    private static Row row(
            PluginProject project,
            PluginManifest manifest,
            List<ProcessView> running,
            Map<String, Boolean> choices) {
        String id = manifest.id();
        return new Row(
                manifest,
                project.uses(id, manifest.folder()),
                choices.getOrDefault(id, manifest.supervision().enabled()),
                running.stream()
                        .filter(view -> view.name().equals(id))
                        .filter(view -> view.kind().equals(ProcessView.PLUGIN))
                        .findFirst());
    }

    private static List<String> table(PluginProject project, List<Row> rows) {
        if (rows.isEmpty()) {
            return List.of("no plugins; foster plugin new begins one");
        }
        var cells = new ArrayList<List<String>>();
        cells.add(List.of("ID", "VERSION", "RUNTIME", "PROTOCOL", "STATE", "FOLDER"));
        for (Row row : rows) {
            PluginManifest manifest = row.manifest();
            cells.add(
                    List.of(
                            manifest.id(),
                            manifest.version().isEmpty() ? "-" : manifest.version(),
                            manifest.launch().runtime(),
                            protocol(manifest),
                            row.state(),
                            project.shown(manifest.folder())));
        }
        return CellRows.of(cells);
    }

    private static String protocol(PluginManifest manifest) {
        return manifest.messages() ? "nats" : "grpc";
    }

    private static Map<String, Object> described(
            List<Row> rows, List<PluginFolder.Unusable> problems) {
        return Members.none()
                .put("plugins", rows, ListVerb::described)
                .put(
                        "problems",
                        problems,
                        problem ->
                                Members.none()
                                        .put("folder", problem.folder().toString())
                                        .put("message", problem.why())
                                        .object())
                .object();
    }

    private static Map<String, Object> described(Row row) {
        PluginManifest manifest = row.manifest();
        return Members.none()
                .put("id", manifest.id())
                .put("name", manifest.name())
                .put("version", manifest.version())
                .put("runtime", manifest.launch().runtime())
                .put("protocol", protocol(manifest))
                .put("folder", manifest.folder().toString())
                .put("used", row.used())
                .put("enabled", row.enabled())
                .put("state", row.state())
                .put("pid", row.view().flatMap(ProcessView::pid))
                .put("protocol_version", row.view().flatMap(ProcessView::protocolVersion))
                .object();
    }
}
