package dev.foster.plugin.manifest;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Launch.Entry;
import dev.foster.plugin.manifest.Launch.Mode;
import dev.foster.plugin.manifest.Launch.Program;
import dev.foster.plugin.manifest.PluginManifest.Origin;
import dev.foster.plugin.manifest.Terms.Cookie;
import dev.foster.plugin.manifest.Terms.Protocol;
import dev.foster.plugin.manifest.Terms.Tls;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads a manifest written for Mattermost, as it is: only what a host needs to run the server part
 * is looked at, and keys it does not know are left to those who do.
 */
final class MattermostReader {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{3,190}");

    private final Origin origin;
    private final Fields fields;
    private final Platform platform;

    MattermostReader(Origin origin, Fields fields, Platform platform) {
        this.origin = origin;
        this.fields = fields;
        this.platform = platform;
    }

    Optional<PluginManifest> read() {
        Optional<String> id = id();
        Optional<Launch> launch = launch();
        String version = semantic("version");
        String oldest = semantic("min_server_version");
        String name = filled("name").orElse(id.orElse(""));
        if (id.isEmpty() || launch.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new PluginManifest(
                        origin,
                        id.get(),
                        name,
                        version,
                        filled("description").orElse(""),
                        Optional.of(oldest).filter(text -> !text.isEmpty()),
                        launch.get(),
                        new Surroundings(origin.folder(), Map.of(), new Inherit.Usual()),
                        new Terms(
                                Protocol.GRPC,
                                new TreeSet<>(List.of(1)),
                                Optional.of(Cookie.MATTERMOST),
                                Tls.NONE,
                                false,
                                Optional.empty(),
                                Terms.usualStartTimeout(launch.get())),
                        Supervision.unsaid(),
                        Messaging.unsaid()));
    }

    private Optional<String> id() {
        Optional<String> id = filled("id");
        // "." and ".." are made of allowed characters and would become folders.
        if (id.isPresent() && ID.matcher(id.get()).matches() && id.get().charAt(0) != '.') {
            return id.map(text -> text.toLowerCase(Locale.ROOT));
        }
        return fields.refuse(
                fields.value("id").map(Value::place).orElse(fields.mapping().placeOf("id")),
                "id",
                id.isEmpty() ? "it is missing" : Words.quote(id.get()) + " is no id",
                "give 3 to 190 letters, digits, _, . and -");
    }

    /** A text that says something; an empty one counts as absent, as it does there. */
    private Optional<String> filled(String key) {
        return filled(fields, key);
    }

    private static Optional<String> filled(Fields fields, String key) {
        boolean empty =
                fields.value(key).flatMap(Scalars::written).filter(String::isBlank).isPresent();
        return empty ? Optional.empty() : fields.word(key);
    }

    private String semantic(String key) {
        Optional<String> version = filled(key);
        if (version.isPresent() && !SemanticVersion.valid(version.get())) {
            fields.refuse(
                    fields.value(key).orElse(fields.mapping()),
                    key,
                    Words.quote(version.get()) + " is not three numbers with dots between them",
                    "write it like 1.0.0");
        }
        return version.orElse("");
    }

    private Optional<Launch> launch() {
        String part = fields.has("server") ? "server" : "backend";
        if (!fields.has(part)) {
            return fields.refuse(
                    fields.mapping().place(),
                    "server",
                    "the plugin has no server part, so there is nothing to run",
                    "remove it from the folder");
        }
        Fields server = fields.section(part);
        Optional<Path> file = executable(server);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        return python(server, file.get())
                ? interpreted(server, file.get())
                : Optional.of(new Launch.Exec(new Program.InFolder(file.get()), List.of()));
    }

    private Optional<Path> executable(Fields server) {
        Fields byPlatform = server.section("executables");
        String key = platform.toString();
        if (filled(byPlatform, key).isPresent()) {
            return byPlatform.path(key);
        }
        if (filled(server, "executable").isPresent()) {
            return server.path("executable");
        }
        boolean others = !byPlatform.mapping().entries().isEmpty();
        return server.refuse(
                server.mapping().place(),
                "executable",
                others
                        ? "there is none for "
                                + platform
                                + ", only for "
                                + Words.clip(
                                        String.join(", ", byPlatform.mapping().entries().keySet()))
                        : "it is missing",
                "name the file that is run");
    }

    private static boolean python(Fields server, Path file) {
        Map<String, Boolean> runtimes = new LinkedHashMap<>();
        runtimes.put("python", true);
        runtimes.put("go", false);
        return filled(server, "runtime").isPresent()
                ? server.choice("runtime", runtimes).orElse(false)
                : file.toString().toLowerCase(Locale.ROOT).endsWith(".py");
    }

    private Optional<Launch> interpreted(Fields server, Path file) {
        // Manifests in the wild have these beside the executable or at the top.
        Fields around =
                server.has("python_version") || !fields.has("python_version") ? server : fields;
        Fields python = server.has("python") ? server.section("python") : fields.section("python");
        Map<String, Mode> modes = new LinkedHashMap<>();
        modes.put("system", Mode.SYSTEM);
        modes.put("venv", Mode.VENV);
        modes.put("bundled", Mode.BUNDLED);
        modes.put("auto", Mode.AUTO);
        Mode mode =
                filled(python, "dependency_mode").isPresent()
                        ? python.choice("dependency_mode", modes).orElse(Mode.AUTO)
                        : Mode.AUTO;
        VersionRange version =
                filled(around, "python_version").isPresent()
                        ? LaunchReader.version(around, "python_version")
                        : VersionRange.ANY;
        Optional<Path> requirements =
                filled(python, "requirements_path").flatMap(_ -> python.path("requirements_path"));
        Optional<Path> venv = filled(python, "venv_path").flatMap(_ -> python.path("venv_path"));
        return Optional.of(
                new Launch.Python(
                        new Entry.Script(file), List.of(), version, mode, requirements, venv));
    }
}
