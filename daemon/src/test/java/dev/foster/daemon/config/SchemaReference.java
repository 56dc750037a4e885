package dev.foster.daemon.config;

import dev.foster.document.Faults;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the reference of the project file from its schema. */
final class SchemaReference {
    private static final String VARIABLES =
            """
            ## Variables

            In values, never in keys, `${NAME}` is replaced by a variable, `${NAME:-default}` has a default for one that is
            not set or empty, `${NAME:?message}` refuses the file with that message, and `$$` is one dollar sign. A bare
            `$NAME` is left to the shell of a command. A variable that is not set and has no default is an error.

            Variables come from the environment and from a file `.env` beside the project file; the environment wins. What
            `.env` says also reaches the processes, below what they inherit, their `env_file` and their `environment`.
            `.env` and `env_file` have `NAME=value` lines, comments after `#`, an optional `export`, and quotes: single ones
            keep everything as it stands, double ones know `\\n`, `\\t`, `\\"` and `\\\\`.

            ## Files

            In a directory the first of `foster.yaml`, `foster.yml`, `foster.json`, `process-compose.yaml`,
            `process-compose.yml` and `Procfile` is the project. `foster.override.yaml` beside it is laid on top: mappings are
            merged, anything else is replaced. Files named with `-f` are laid on top of each other in their order, without the
            override file. A probe replaces a probe of another kind.

            YAML anchors, aliases and merge keys (`<<: *name`) work. A key that stands twice is an error, as is one that is
            not known.
            """;

    private final Mapping schema;

    private SchemaReference(Mapping schema) {
        this.schema = schema;
    }

    static String markdown() {
        var faults = new Faults();
        Mapping schema = ProjectReader.tree(Path.of("schema"), Schema.text(), faults);
        faults.raise();
        return new SchemaReference(schema).written();
    }

    private String written() {
        var out = new StringBuilder("# foster.yaml\n\n");
        out.append(
                "<!-- Written from what `foster schema` prints; SchemaReferenceTest says how to do"
                        + " it again. -->\n\n");
        out.append(text(schema, "description")).append("\n\n");
        table(out, schema);
        parts().entries().forEach((name, entry) -> part(out, name, (Mapping) entry.value()));
        out.append(VARIABLES).append("\n## Values\n\n| | |\n|---|---|\n");
        for (String name : new String[] {"duration", "size", "rate", "address", "url", "name"}) {
            out.append("| ").append(name).append(" | ");
            out.append(text(definition(name), "description")).append(" |\n");
        }
        return out.toString();
    }

    private void part(StringBuilder out, String name, Mapping described) {
        if (!described.has("properties")) {
            return;
        }
        out.append("## ").append(text(described, "title")).append("\n\n");
        out.append(text(described, "description"));
        if (name.equals("defaults")) {
            out.append(" They stand below `defaults`.\n\n");
        } else {
            table(out.append("\n\n"), described);
        }
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
        Mapping field = resolved((Mapping) entry.value());
        boolean required =
                described
                        .get("required")
                        .filter(it -> json(it).contains('"' + key + '"'))
                        .isPresent();
        out.append("| `").append(key).append("` | ").append(text(field, "description"));
        out.append(" | ");
        out.append(required ? "*required*" : field.get("default").map(this::plain).orElse(""));
        out.append(" | ");
        Optional<Value> examples = field.get("examples");
        examples.ifPresent(
                it ->
                        out.append(
                                ((Sequence) it)
                                        .items().stream()
                                                .map(example -> "`" + yaml(example) + "`")
                                                .collect(Collectors.joining(", "))));
        out.append(" |\n");
    }

    /** A field that only points at another one is described there. */
    private Mapping resolved(Mapping field) {
        if (field.has("description")) {
            return field;
        }
        String[] path = ((Scalar) field.get("$ref").orElseThrow()).text().split("/", -1);
        Value value = schema;
        for (int i = 1; i < path.length; i++) {
            value = ((Mapping) value).get(path[i]).orElseThrow();
        }
        return resolved((Mapping) value);
    }

    private static String text(Mapping mapping, String key) {
        return ((Scalar) mapping.get(key).orElseThrow()).text();
    }

    private String plain(Value value) {
        boolean prose =
                value instanceof Scalar scalar
                        && scalar.text().contains(" ")
                        && !scalar.text().matches("\\d.*");
        return prose ? yaml(value) : "`" + yaml(value) + "`";
    }

    /** As one would write it in the file, in one line. */
    private static String yaml(Value value) {
        return switch (value) {
            case Scalar scalar -> scalar.text();
            case Sequence list ->
                    list.items().stream()
                            .map(SchemaReference::yaml)
                            .collect(Collectors.joining(", ", "[", "]"));
            case Mapping mapping ->
                    mapping.entries().entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + yaml(entry.getValue().value()))
                            .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private static String json(Value value) {
        return value instanceof Sequence list
                ? list.items().stream()
                        .map(item -> '"' + ((Scalar) item).text() + '"')
                        .collect(Collectors.joining(","))
                : "";
    }
}
