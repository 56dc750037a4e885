package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

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

/** The schema and the reader agree on what may stand in a manifest. */
class ManifestSchemaTest {
    private static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(ManifestSchema.text(), InputFormat.JSON);

    private static final List<String> GOOD_FIELDS =
            List.of(
                    "name: Dice roller",
                    "version: 1.2.3-beta.1+x",
                    "description: rolls dice",
                    "runtime: python",
                    "protocol: grpc",
                    "args: [a, 1, true, '']",
                    "environment: {A: b, C: 1, D: ''}",
                    "inherit: usual",
                    "inherit: all",
                    "inherit: none",
                    "inherit: [PATH, TOKEN]",
                    "working_dir: data/here",
                    "working_dir: .",
                    "versions: [1, 2]",
                    "cookie: {key: A, value: b}",
                    "tls: none",
                    "multiplex: true",
                    "checksum: {sha256: '" + "0a".repeat(32) + "'}",
                    "start_timeout: 5",
                    "start_timeout: 1.5m",
                    "stop: {shutdown: 1s, signal: SIGINT, grace: 0s, eof_wait: 1s}",
                    "stop: {signal: 15}",
                    "health: none",
                    "health: {service: x, period: 1s, timeout: 1s, failures: 1}",
                    "limits: {memory: 256MB, cpu: 50%, threads: 64, files: 1024, pids: 8}",
                    "limits: {cpu: 150.5, throttle: true, checks: 3, then: stop}",
                    "isolation: {user: nobody, group: 1000, read_only: [/etc, data]}",
                    "isolation: {no_new_privileges: true, private_tmp: false}",
                    "restart: always",
                    "restart: {policy: no, backoff: [0s], limit: none, reset_after: 0s}",
                    "restart: {backoff: {initial: 1s, factor: 1.5, max: 2s, jitter: 0}}",
                    "restart: {limit: 3 in 60m, success_codes: [0, 143]}",
                    "python: {version: '>=3.10, <4', mode: bundled}",
                    "python: {version: 3.11}",
                    "python: {version: '==3.11.*,'}",
                    "python: {requirements: a.txt, venv: .venv}",
                    "java: {jvm_args: [-ea], memory: 64MB}",
                    "node: {options: [--trace]}",
                    "depends_on: [a, b.c]",
                    "enabled: false");

    private static final List<String> BAD_FIELDS =
            List.of(
                    "nmae: x",
                    "version: 1.0",
                    "version: latest",
                    "description: []",
                    "runtime: ruby",
                    "protocol: stdio",
                    "commands: {roll: dice.roll}",
                    "permissions: {publish: [a.b]}",
                    "shared: true",
                    "python: {class: ''}",
                    "args: text",
                    "args: [[a]]",
                    "environment: [A=b]",
                    "environment: {A: [b]}",
                    "environment: {'A B': c}",
                    "inherit: some",
                    "inherit: ['A=b']",
                    "working_dir: ../x",
                    "working_dir: a/../../x",
                    "working_dir: /tmp",
                    "working_dir: C:/x",
                    "versions: []",
                    "versions: [one]",
                    "versions: [-1]",
                    "versions: 1",
                    "cookie: {key: A}",
                    "cookie: {key: 'A=', value: b}",
                    "cookie: {key: A, value: b, more: c}",
                    "tls: maybe",
                    "multiplex: sure",
                    "checksum: {sha256: abc}",
                    "checksum: {}",
                    "start_timeout: 0s",
                    "start_timeout: soon",
                    "stop: {signal: NOPE}",
                    "stop: {grace: -1s}",
                    "stop: 5s",
                    "health: {period: 0}",
                    "health: {failures: 0}",
                    "health: {interval: 1s}",
                    "restart: sometimes",
                    "restart: {limit: often}",
                    "restart: {limit: 3 in 0s}",
                    "restart: {backoff: []}",
                    "restart: {backoff: {factor: 0.5}}",
                    "restart: {success_codes: [256]}",
                    "limits: {memory: 10 cats}",
                    "limits: {cpu: 0}",
                    "limits: {cpu: half}",
                    "limits: {threads: 0}",
                    "limits: {checks: 0}",
                    "limits: {then: scold}",
                    "limits: {throttle: perhaps, cpu: 50%}",
                    "limits: {ram: 1MB}",
                    "limits: none",
                    "isolation: {user: ''}",
                    "isolation: {no_new_privileges: perhaps}",
                    "isolation: {read_only: {a: b}}",
                    "isolation: {jail: true}",
                    "python: {version: latest}",
                    "python: {mode: poetry}",
                    "python: {venv: ../env}",
                    "python: {pip: x}",
                    "java: {memory: lots}",
                    "java: {class_path: [a.jar]}",
                    "node: {options: x}",
                    "depends_on: ['*']",
                    "depends_on: {a: b}",
                    "enabled: 1",
                    "command: [./other]");

    private static final List<String> GOOD_WHOLE =
            List.of(
                    "{id: a, main: a}",
                    "{id: a, command: [./a, --b]}",
                    "{id: a, command: [node, a.js]}",
                    "{id: a, runtime: python, python: {module: a.b}}",
                    "{id: a, runtime: java, java: {main_class: a.B, class_path: [a.jar, 'lib/*']}}",
                    "{id: a, runtime: java, main: a.jar, java: {main_class: a.B}}",
                    "{id: a, main: a.py, protocol: nats}",
                    "{id: a, main: a.py, protocol: nats, shared: false, python: {class: A}}",
                    "{id: a, main: a, protocol: nats, commands: {roll: a.b, 8ball: {subject: c}}}",
                    "{id: a, main: a, protocol: nats, permissions: {publish: [a.>], subscribe:"
                            + " ['*.b', '>']}}");

    private static final List<String> BAD_WHOLE =
            List.of(
                    "{id: a}",
                    "{main: a}",
                    "{id: a b, main: a}",
                    "{id: '', main: a}",
                    "{id: .a, main: a}",
                    "{id: a, main: ''}",
                    "{id: a, main: ../a}",
                    "{id: a, main: [a]}",
                    "{id: a, command: ./a}",
                    "{id: a, command: []}",
                    "{id: a, command: ['']}",
                    "{id: a, command: [./a], main: a}",
                    "{id: a.b, main: a.py, protocol: nats}",
                    "{id: a, main: a, protocol: nats, commands: {'a b': c.d}}",
                    "{id: a, main: a, protocol: nats, commands: {roll: a.*}}",
                    "{id: a, main: a, protocol: nats, commands: {roll: a..b}}",
                    "{id: a, main: a, protocol: nats, commands: {roll: {description: x}}}",
                    "{id: a, main: a, protocol: nats, commands: {roll: {subject: a, more: b}}}",
                    "{id: a, main: a, protocol: nats, commands: [roll]}",
                    "{id: a, main: a, protocol: nats, permissions: {publish: ['a.>.b']}}",
                    "{id: a, main: a, protocol: nats, permissions: {send: [a]}}",
                    "{id: a, main: a, protocol: nats, shared: perhaps}");

    @TempDir Path folder;

    @ParameterizedTest
    @MethodSource("good")
    void whatIsGoodIsGoodForBoth(String text) {
        assertThat(complaints(text)).isEmpty();
        assertThat(Manifests.refused(folder, text)).as("what the reader says").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("bad")
    void whatIsBadIsBadForBoth(String text) {
        assertThat(complaints(text)).as("what the schema says").isNotEmpty();
        assertThat(Manifests.refused(folder, text))
                .as("what the reader says")
                .contains("plugin.yaml:")
                .contains("cannot ");
    }

    static Stream<String> good() {
        return Stream.concat(GOOD_WHOLE.stream(), GOOD_FIELDS.stream().map(it -> FIRST + it));
    }

    static Stream<String> bad() {
        return Stream.concat(BAD_WHOLE.stream(), BAD_FIELDS.stream().map(it -> FIRST + it));
    }

    private static final String FIRST = "id: kv\nmain: kv.py\n";

    private static List<String> complaints(String text) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(text);
        return SCHEMA.validate(json(tree), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static String json(@org.jspecify.annotations.Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(
                                    entry ->
                                            quoted(String.valueOf(entry.getKey()))
                                                    + ":"
                                                    + json(entry.getValue()))
                            .collect(Collectors.joining(",", "{", "}"));
            case List<?> list ->
                    list.stream()
                            .map(ManifestSchemaTest::json)
                            .collect(Collectors.joining(",", "[", "]"));
            case String text -> quoted(text);
            default -> String.valueOf(value);
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
