package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.foster.document.DocumentProblem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files that are no project at all. */
class BrokenFilesTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    @Test
    void aTabIsNamedAsSuch() {
        assertThat(reading.faults("processes:\n\tweb: {command: run}\n"))
                .isEqualTo(
                        "foster.yaml:2:1: cannot read this as YAML: a tab stands where the line is"
                                + " indented; use spaces");
    }

    @Test
    void brokenYamlIsToldWhereItBreaks() {
        assertThat(reading.faults("processes:\n  web: {command: run\n"))
                .startsWith("foster.yaml:3:1: cannot read this as YAML: ");
        assertThat(reading.faults("processes:\n  web: a: b\n"))
                .startsWith(
                        "foster.yaml:2:9: cannot read this as YAML: a colon stands where no key"
                                + " can be; put the text in quotes");
        assertThat(reading.faults("processes:\n  web\n  api: x\n"))
                .startsWith("foster.yaml:3:")
                .contains("cannot read this as YAML: ");
        assertThat(reading.faults("processes:\n  web:\n    command: x\n   api:\n    command: y\n"))
                .startsWith("foster.yaml:4:4: cannot read this as YAML: the line is not indented");
        assertThat(reading.faults("processes: {web: {command: @run}}"))
                .startsWith(
                        "foster.yaml:1:28: cannot read this as YAML: no value begins with this"
                                + " character; put the text in quotes");
        assertThat(reading.faults("processes: \"abc\n")).contains("cannot read this as YAML: ");
        assertThat(reading.faults("a: \u0007\n"))
                .startsWith("foster.yaml:1:4: cannot read ")
                .contains("a character that YAML does not allow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# nothing\n", "---\n", "---\n...\n", "~"})
    void anEmptyFileIsSaidToBeEmpty(String text) {
        assertThat(reading.faults(text)).contains("foster.yaml: it is empty; name a process in it");
    }

    @Test
    void whatIsNoMappingIsNoProject() {
        assertThat(reading.faults("- a\n- b\n"))
                .startsWith(
                        "foster.yaml:1:1: cannot read this as a project: expected a mapping,"
                                + " found a list");
        assertThat(reading.faults("hello\n")).contains("found the text \"hello\"");
        assertThat(reading.faults("name: x\n")).contains("it names no process; add one");
        assertThat(reading.faults("processes: [a]\n")).contains("expected a mapping, found a list");
        assertThat(reading.faults("processes:\n")).contains("expected a mapping, found nothing");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThat(reading.faults("processes: {w: {command: run}}\n---\na: b\n"))
                .startsWith("foster.yaml:2:1: cannot read a second document");
    }

    @Test
    void aMissingFileADirectoryAndAnUnreadableOneAreToldApart() throws IOException {
        assertThat(named("none.yaml"))
                .isEqualTo(
                        "cannot read "
                                + folder.resolve("none.yaml")
                                + ": there is no such file; create it or name another");
        Files.createDirectory(folder.resolve("foster.yaml"));
        assertThat(reading.faults()).endsWith("it is a directory; name the file in it");
        assertThat(named("foster.yaml/below")).contains("cannot read ");
        Files.writeString(folder.resolve("plain"), "x");
        assertThat(named("plain/below")).endsWith("; check that it is a file you may read");
    }

    @Test
    void aDirectoryWithoutAProjectSaysWhatWasLookedFor() {
        assertThat(reading.faults())
                .isEqualTo(
                        "cannot find a project in "
                                + folder
                                + ": there is no foster.yaml, foster.yml, foster.json,"
                                + " process-compose.yaml, process-compose.yml or Procfile; create"
                                + " one with foster init, or name a file with -f");
        DocumentProblem problem =
                catchThrowableOfType(
                        DocumentProblem.class, () -> ProjectFiles.discover(folder.resolve("none")));
        assertThat(problem.getMessage()).contains("it is no directory");
    }

    @Test
    void whatIsNotUtf8IsToldWhereItBegins() throws IOException {
        Files.write(folder.resolve("foster.yaml"), "a: b\nb: \u00e4h\n".getBytes(ISO_8859_1));

        assertThat(reading.faults())
                .startsWith("foster.yaml:2:4: cannot read ")
                .contains("this is not text in UTF-8; save the file as UTF-8");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFile() {
        assertThat(reading.process("\uFEFFprocesses: {w: {command: run}}").name()).isEqualTo("w");
    }

    @Test
    void anEndlessFileIsRefused() {
        DocumentProblem problem =
                catchThrowableOfType(
                        DocumentProblem.class,
                        () ->
                                ProjectReader.read(
                                        ProjectFiles.of(folder, List.of(Path.of("/dev/zero"))),
                                        Map.of()));
        assertThat(problem.getMessage()).contains("it is larger than 16 MiB");
    }

    private String named(String name) {
        DocumentProblem problem =
                catchThrowableOfType(
                        DocumentProblem.class,
                        () ->
                                ProjectReader.read(
                                        ProjectFiles.of(folder, List.of(folder.resolve(name))),
                                        Map.of()));
        problem.faults().forEach(fault -> Grammar.assertFollowedBy(fault.message()));
        return String.valueOf(problem.getMessage());
    }
}
