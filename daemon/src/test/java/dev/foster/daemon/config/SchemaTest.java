package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.foster.document.DocumentProblem;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The schema and the reader agree on what may stand in a file. */
class SchemaTest {
    private static final com.networknt.schema.Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Schema.text(), InputFormat.JSON);

    @TempDir Path folder;

    @ParameterizedTest
    @MethodSource("good")
    void whatIsGoodIsGoodForBoth(String text) {
        assertThat(complaints(text)).isEmpty();
        assertThat(refused(text)).as("what the reader says").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("bad")
    void whatIsBadIsBadForBoth(String text) {
        assertThat(complaints(text)).as("what the schema says").isNotEmpty();
        assertThat(refused(text)).as("what the reader says").isNotEmpty();
    }

    static Stream<String> good() {
        return Stream.of(
                        GoodDocuments.WHOLE.stream(),
                        GoodDocuments.FIELDS.stream().map(SchemaTest::process),
                        GoodDocuments.PLUGIN_FIELDS.stream().map(SchemaTest::plugin))
                .flatMap(it -> it);
    }

    static Stream<String> bad() {
        return Stream.of(
                        BadDocuments.WHOLE.stream(),
                        BadDocuments.FIELDS.stream().map(SchemaTest::process),
                        BadDocuments.PLUGIN_FIELDS.stream().map(SchemaTest::plugin))
                .flatMap(it -> it);
    }

    private static String plugin(String field) {
        return "processes: {other: {command: run}}\nplugins:\n  kv:\n    " + field + "\n";
    }

    private static String process(String field) {
        return "processes:\n  other: {command: run}\n  w:\n    command: run\n    " + field + "\n";
    }

    private static List<String> complaints(String text) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(text);
        return SCHEMA.validate(json(tree), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private String refused(String text) {
        try {
            var _ =
                    new Reading(folder)
                            .file("a.env", "A=b")
                            .file("plugins/kv/plugin.yaml", "id: kv\nmain: kv.py\n")
                            .variable("SET", "3")
                            .project(text);
            return "";
        } catch (DocumentProblem problem) {
            return String.valueOf(problem.getMessage());
        }
    }

    private static String json(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(
                                    entry ->
                                            quoted(String.valueOf(entry.getKey()))
                                                    + ":"
                                                    + jsonOrNull(entry.getValue()))
                            .collect(Collectors.joining(",", "{", "}"));
            case List<?> list ->
                    list.stream()
                            .map(SchemaTest::jsonOrNull)
                            .collect(Collectors.joining(",", "[", "]"));
            case String text -> quoted(text);
            default -> String.valueOf(value);
        };
    }

    private static String jsonOrNull(@org.jspecify.annotations.Nullable Object value) {
        return value == null ? "null" : json(value);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
