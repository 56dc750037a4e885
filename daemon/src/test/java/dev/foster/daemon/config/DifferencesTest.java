package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.document.Difference;
import dev.foster.supervise.spec.Change;
import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whatever makes another process of one is told, under the key that does it. */
class DifferencesTest {
    @TempDir Path folder;

    @ParameterizedTest
    @MethodSource("fields")
    void whatMakesAnotherProcessOfItIsTold(String field) {
        Project plain = project("");
        Project other = project("    " + field + "\n");
        ProcessSpec before = Reading.process(plain, "w");
        ProcessSpec after = Reading.process(other, "w");

        List<Difference> told = plain.differences(before, other, after);

        if (before.changeTo(after) != Change.NOTHING) {
            assertThat(told).as("%s", after).isNotEmpty();
        }
        String key = field.substring(0, field.indexOf(':'));
        assertThat(told).allSatisfy(it -> assertThat(it.key()).matches(key(key)));
        assertThat(other.differences(after, other, after)).isEmpty();
    }

    /** What a file of variables holds is told as part of the environment. */
    private static String key(String field) {
        return field.equals("env_file")
                ? "(env_file|environment)\\b.*"
                : Pattern.quote(field) + "\\b.*";
    }

    /** Copies are other processes. */
    static Stream<String> fields() {
        return GoodDocuments.FIELDS.stream().filter(field -> !field.startsWith("replicas"));
    }

    @ParameterizedTest
    @MethodSource("pluginFields")
    void whatMakesAnotherPluginOfItIsTold(String field) {
        Project plain = plugin("");
        Project other = plugin("    " + field + "\n");
        ProcessSpec before = Reading.process(plain, "kv");
        ProcessSpec after = Reading.process(other, "kv");

        List<Difference> told = plain.differences(before, other, after);

        boolean same =
                before.changeTo(after) == Change.NOTHING
                        && plain.plugins().equals(other.plugins())
                        && plain.signs().equals(other.signs())
                        && plain.description("kv").equals(other.description("kv"));
        assertThat(told.isEmpty()).isEqualTo(same);
        String key = field.substring(0, field.indexOf(':'));
        assertThat(told).allSatisfy(it -> assertThat(it.key()).matches(key(key)));
    }

    static Stream<String> pluginFields() {
        return GoodDocuments.PLUGIN_FIELDS.stream();
    }

    @Test
    void aManifestThatDiffersIsTold() {
        Project plain = plugin("");
        Project other =
                new Reading(folder)
                        .file("plugins/kv/plugin.yaml", "id: kv\nmain: other.py\n")
                        .project("plugins: {kv: {config: {secret: hush}}}");

        assertThat(
                        plain.differences(
                                Reading.process(plain, "kv"), other, Reading.process(other, "kv")))
                .extracting(Difference::toString)
                .containsExactly("config", "its manifest");
    }

    private Project plugin(String field) {
        return new Reading(folder)
                .file("plugins/kv/plugin.yaml", "id: kv\nmain: kv.py\n")
                .project(
                        "processes: {other: {command: run}}\n"
                                + "plugins:\n"
                                + "  kv:\n"
                                + "    path: plugins/kv\n"
                                + (field.contains("path:") ? "" : field));
    }

    @Test
    void valuesThatMayBeSecretAreNotTold() {
        Project before = project("    environment: {TOKEN: hush}\n");
        Project after =
                project(
                        "    environment: {TOKEN: loud}\n"
                                + "    ready: {http: {url: \"http://me:loud@h/x\", headers: {A:"
                                + " loud}}}\n");

        assertThat(
                        before.differences(
                                        Reading.process(before, "w"),
                                        after,
                                        Reading.process(after, "w"))
                                .toString())
                .contains("environment: TOKEN", "ready.http: none -> http://h/x")
                .doesNotContain("hush", "loud");
    }

    @Test
    void whatIsSaidOtherwiseThanUsualIsTold() {
        Project plain = project("");
        Project said =
                project(
                        """
                            environment: {TOKEN: hush}
                            gauge: {pattern: 'r=(.)', unit: req/s}
                            output: {stderr: merge}
                            restart: always
                            enabled: true
                        """);

        assertThat(plain.told(Reading.process(plain, "w")).keySet())
                .containsOnly("command", "working_dir", "environment");
        assertThat(said.told(Reading.process(said, "w")))
                .containsEntry("gauge", "{pattern: r=(.), unit: req/s}")
                .containsEntry("output", "{stderr: merge}")
                .containsEntry("restart", "always")
                .doesNotContainKeys("enabled", "stop", "limits")
                .doesNotContainValue("hush");
    }

    private Project project(String field) {
        return new Reading(folder)
                .file("a.env", "A=b")
                .variable("SET", "3")
                .project("processes:\n  other: {command: run}\n  w:\n    command: run\n" + field);
    }
}
