package dev.foster.plugin.manifest;

import dev.foster.document.Faults;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the reference of the manifest from its schema. */
final class ManifestReference {
    private static final String MARK =
            "<!-- Written from the tables of fields; ManifestReferenceTest says how to do it again."
                    + " -->\n\n";

    private static final String BEGINNING =
            """
            The file may also be called `plugin.yml` or `plugin.json`; the first of the three that is there counts.
            Three lines can be enough:

            ```yaml
            id: dice-roller
            main: plugin.py
            cookie: {key: DICE_PLUGIN, value: roll}
            ```

            """;

    private static final String REST =
            """
            ## What a plugin finds in its environment

            The variables of the protocol ([how plugins work](../explanation/plugins.md#the-handshake)), those under
            `environment`, those of the host that `inherit` lets through, and

            | Variable | Meaning |
            |---|---|
            | `FOSTER_PLUGIN_ID` | its id |
            | `FOSTER_PLUGIN_FOLDER` | its folder |
            | `FOSTER_HOST_ADDRESS` | where the host [offers services](../how-to/offer-an-api-to-plugins.md), if it does |
            | `FOSTER_PLUGIN_CONFIG` | its settings in [foster.yaml](file.md), as JSON, if it has any there |
            | `PYTHONUNBUFFERED` | `1`, for Python |
            | `VIRTUAL_ENV`, `PATH` | its environment, for Python in one; `PATH` begins with that environment's programs |

            `PYTHONHOME` and `PYTHONPATH` of the host never reach a Python plugin.

            With `inherit: usual` these are let through: %s and everything that begins with `LC_`.

            ## Which Python

            The first that answers and will do: `bin/python` or `bin/python3` in the environment of the folder (not with
            `mode: system`), then every `python3` and every `python` along `PATH`. Each is asked for its version.

            An environment that is built is kept in `$XDG_CACHE_HOME/foster/python` (`~/.cache/foster/python`), under a name
            made of the interpreter and everything that is required. Plugins that need the same share it. One that is
            unfinished or broken is built again. `foster-plugin` among the requirements is taken from the folder that
            `FOSTER_SDK_PYTHON` names, if it is set: the source of the package, or wheels.

            ## Mattermost's plugin.json

            A manifest with `server`, `backend`, `webapp`, `min_server_version` or `settings_schema`, and without `main`,
            `command` and `runtime` at its top, is one of Mattermost's. It is read as it is. Keys that are not in this
            table are passed over.

            | Key | What is made of it |
            |---|---|
            | `id` | the id, in lower case; 3 to 190 letters, digits, `_`, `.` and `-`, not beginning with a dot |
            | `name`, `version`, `description` | the same as above |
            | `min_server_version` | checked for its form, and compared with nothing |
            | `server`, or `backend` | required: a plugin that is for the browser alone has nothing to run |
            | `server.executables` | the file to run, by platform, such as `linux-amd64` |
            | `server.executable` | the file to run where `executables` has none for this platform |
            | `server.runtime` | `python` or `go`; without it a file that ends in `.py` is Python's |
            | `server.python_version` | as `python.version`; also read at the top of the file |
            | `server.python.dependency_mode` | as `python.mode`; `python` may also stand at the top of the file |
            | `server.python.venv_path` | as `python.venv` |
            | `server.python.requirements_path` | as `python.requirements` |

            Such a plugin is spoken to as Mattermost does it: the cookie is `MATTERMOST_PLUGIN`, the version is 1, and
            nothing is encrypted. It runs in its folder with the `usual` variables; everything else is the host's default.

            Plugins in Go for Mattermost speak net/rpc, which Foster [does not](../explanation/plugins.md#what-foster-does-differently).
            """;

    private final Mapping schema;

    private ManifestReference(Mapping schema) {
        this.schema = schema;
    }

    static String markdown() {
        var faults = new Faults();
        Mapping schema = ManifestReader.tree(Path.of("schema"), ManifestSchema.text(), faults);
        faults.raise();
        return new ManifestReference(schema).written();
    }

    private String written() {
        var out = new StringBuilder("# plugin.yaml\n\n").append(MARK);
        out.append(text(schema, "description")).append("\n\n").append(BEGINNING);
        table(out, schema);
        parts().entries().values().forEach(entry -> part(out, (Mapping) entry.value()));
        out.append("## Values\n\n| | |\n|---|---|\n");
        for (String name : List.of("name", "path", "duration", "rate")) {
            out.append("| ").append(name).append(" | ");
            out.append(text(definition(name), "description")).append(" |\n");
        }
        String usual =
                Inherit.USUAL.stream()
                        .sorted()
                        .map(name -> "`" + name + "`")
                        .collect(Collectors.joining(", "));
        return out.append('\n').append(REST.replace("%s", usual)).toString();
    }

    private void part(StringBuilder out, Mapping described) {
        if (!described.has("title")) {
            return;
        }
        out.append("## ").append(text(described, "title")).append("\n\n");
        out.append(text(described, "description"));
        table(out.append("\n\n"), described);
    }

    private Mapping definition(String name) {
        return (Mapping) parts().get(name).orElseThrow();
    }

    private Mapping parts() {
        return (Mapping) schema.get("$defs").orElseThrow();
    }

    private void table(StringBuilder out, Mapping described) {
        out.append("| Key | Meaning | Default | Example |\n|---|---|---|---|\n");
        Mapping keys = (Mapping) described.get("properties").orElseThrow();
        keys.entries().forEach((key, entry) -> row(out, key, entry, described));
        out.append('\n');
    }

    private void row(StringBuilder out, String key, Entry entry, Mapping described) {
        Mapping field = (Mapping) entry.value();
        boolean required =
                described.get("required").stream()
                        .flatMap(list -> ((Sequence) list).items().stream())
                        .anyMatch(item -> plain(item).equals(key));
        out.append("| `").append(key).append("` | ").append(text(field, "description"));
        words(field).ifPresent(words -> out.append(' ').append(words));
        out.append(" | ");
        out.append(
                required
                        ? "*required*"
                        : field.get("default").map(ManifestReference::value).orElse(""));
        out.append(" | ");
        field.get("examples")
                .ifPresent(
                        it ->
                                out.append(
                                        ((Sequence) it)
                                                .items().stream()
                                                        .map(ManifestReference::code)
                                                        .collect(Collectors.joining(", "))));
        out.append(" |\n");
    }

    /** The words a field may have, where its description does not name them. */
    private Optional<String> words(Mapping field) {
        return field.get("enum")
                .or(() -> referred(field).flatMap(it -> it.get("enum")))
                .map(list -> ((Sequence) list).items())
                .filter(items -> items.size() > 1)
                .filter(items -> !text(field, "description").contains(code(items.getFirst())))
                .map(
                        items ->
                                items.stream()
                                        .map(ManifestReference::code)
                                        .collect(Collectors.joining(", ", "One of ", ".")));
    }

    private Optional<Mapping> referred(Mapping field) {
        return field.get("$ref")
                .map(ManifestReference::plain)
                .map(path -> definition(path.substring(path.lastIndexOf('/') + 1)));
    }

    private static String text(Mapping mapping, String key) {
        return plain(mapping.get(key).orElseThrow());
    }

    private static String plain(Value value) {
        return ((Scalar) value).text();
    }

    private static String code(Value value) {
        return "`" + yaml(value) + "`";
    }

    /** A default that is a sentence is no code. */
    private static String value(Value value) {
        boolean prose =
                value instanceof Scalar scalar
                        && scalar.text().contains(" ")
                        && !scalar.text().matches("\\d+ in .*");
        return prose ? plain(value) : code(value);
    }

    /** As one would write it in the file, in one line. */
    private static String yaml(Value value) {
        return switch (value) {
            case Scalar scalar -> scalar.text();
            case Sequence list ->
                    list.items().stream()
                            .map(ManifestReference::yaml)
                            .collect(Collectors.joining(", ", "[", "]"));
            case Mapping mapping ->
                    mapping.entries().entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + yaml(entry.getValue().value()))
                            .collect(Collectors.joining(", ", "{", "}"));
        };
    }
}
