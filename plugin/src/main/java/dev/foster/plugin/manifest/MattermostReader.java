package dev.foster.plugin.manifest;

import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Launch.Entry;
import dev.foster.plugin.manifest.Launch.Mode;
import dev.foster.plugin.manifest.Launch.Program;
import dev.foster.plugin.manifest.PluginManifest.Origin;
import dev.foster.plugin.manifest.ProtocolTerms.Cookie;
import dev.foster.plugin.manifest.ProtocolTerms.Tls;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a manifest written for Mattermost, as it is: only what a host needs to run the server part
 * is looked at, and keys it does not know are left to those who do.
 */
final class MattermostReader {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{3,190}");
    private static final Type<Boolean> PYTHON = Types.choice("python", true, "go", false);
    private static final Type<Mode> MODE = Types.choice(Mode.class, '-');

    private final Origin origin;
    private final Part top;
    private final Platform platform;

    /** One of its mappings. An empty text counts as absent, as it does there. */
    private record Part(Mapping mapping, Where where) {
        boolean has(String key) {
            return mapping.has(key);
        }

        Optional<Value> value(String key) {
            return mapping.get(key)
                    .filter(it -> Scalars.written(it).filter(String::isBlank).isEmpty());
        }

        <T> Optional<T> read(String key, Type<T> type) {
            return value(key).flatMap(it -> type.read(it, where.in(key), Optional.empty()));
        }

        String text(String key, Type<String> type) {
            return read(key, type).orElse("");
        }

        /** The mapping under a key; an empty one when it is absent. */
        Part part(String key) {
            Where there = where.in(key);
            return new Part(
                    mapping.get(key)
                            .flatMap(it -> there.scalars().mapping(it, there.label()))
                            .orElse(Mapping.empty(mapping.placeOf(key))),
                    there);
        }

        <T> Optional<T> refuse(String key, String why, String advice) {
            return where.in(key).refuse(mapping.placeOf(key), why, advice);
        }
    }

    MattermostReader(Origin origin, Mapping top, Where where, Platform platform) {
        this.origin = origin;
        this.top = new Part(top, where);
        this.platform = platform;
    }

    Optional<PluginManifest> read() {
        Optional<String> id = id();
        Optional<Launch> launch = launch();
        String oldest = top.text("min_server_version", SemanticVersion.TYPE);
        var about =
                new About(
                        id.orElse(""),
                        top.text("name", ManifestTypes.WORD),
                        top.text("version", SemanticVersion.TYPE),
                        top.text("description", ManifestTypes.WORD),
                        Optional.of(oldest).filter(text -> !text.isEmpty()));
        return launch.map(it -> manifest(about, it));
    }

    private PluginManifest manifest(About about, Launch launch) {
        return new PluginManifest(
                origin,
                about,
                launch,
                new LaunchEnvironment(origin.folder(), Map.of(), new Inherit.Usual()),
                ProtocolTerms.USUAL
                        .cookie(Cookie.MATTERMOST)
                        .tls(Tls.NONE)
                        .startTimeout(ProtocolTerms.usualStartTimeout(launch)),
                Supervision.unsaid(),
                Messaging.unsaid());
    }

    private Optional<String> id() {
        Optional<String> id = top.read("id", ManifestTypes.WORD);
        // "." and ".." are made of allowed characters and would become folders.
        if (id.isPresent() && ID.matcher(id.get()).matches() && id.get().charAt(0) != '.') {
            return id.map(text -> text.toLowerCase(Locale.ROOT));
        }
        return top.where()
                .in("id")
                .refuse(
                        top.mapping().get("id").map(Value::place).orElse(top.mapping().place()),
                        id.isEmpty() ? "it is missing" : Words.quote(id.get()) + " is no id",
                        "give 3 to 190 letters, digits, _, . and -");
    }

    private Optional<Launch> launch() {
        String key = top.has("server") ? "server" : "backend";
        if (!top.has(key)) {
            return top.refuse(
                    "server",
                    "the plugin has no server part, so there is nothing to run",
                    "remove it from the folder");
        }
        Part server = top.part(key);
        return executable(server)
                .map(
                        file ->
                                python(server, file)
                                        ? interpreted(server, file)
                                        : new Launch.Exec(new Program.InFolder(file), List.of()));
    }

    private Optional<Path> executable(Part server) {
        Part byPlatform = server.part("executables");
        String key = platform.toString();
        if (byPlatform.value(key).isPresent()) {
            return byPlatform.read(key, ManifestTypes.INSIDE);
        }
        if (server.value("executable").isPresent()) {
            return server.read("executable", ManifestTypes.INSIDE);
        }
        var others = byPlatform.mapping().entries().keySet();
        return server.where()
                .in("executable")
                .refuse(
                        server.mapping().place(),
                        others.isEmpty()
                                ? "it is missing"
                                : "there is none for "
                                        + platform
                                        + ", only for "
                                        + Words.clip(String.join(", ", others)),
                        "name the file that is run");
    }

    private static boolean python(Part server, Path file) {
        return server.value("runtime").isPresent()
                ? server.read("runtime", PYTHON).orElse(false)
                : file.toString().toLowerCase(Locale.ROOT).endsWith(".py");
    }

    private Launch interpreted(Part server, Path file) {
        // Manifests in the wild have these beside the executable or at the top.
        Part around = server.has("python_version") ? server : top;
        Part python = server.has("python") ? server.part("python") : top.part("python");
        return new Launch.Python(
                new Entry.Script(file),
                List.of(),
                around.read("python_version", ManifestTypes.RANGE).orElse(VersionRange.ANY),
                python.read("dependency_mode", MODE).orElse(Mode.AUTO),
                python.read("requirements_path", ManifestTypes.INSIDE),
                python.read("venv_path", ManifestTypes.INSIDE));
    }
}
