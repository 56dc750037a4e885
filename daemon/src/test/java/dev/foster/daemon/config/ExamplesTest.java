package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The examples of the documents are read, and those that are said to be the same are. */
class ExamplesTest {
    private static final Path MIGRATE = Path.of("..", "examples", "migrate");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");

    @TempDir Path folder;

    @Test
    void theProcfileAndItsTranslationAreTheSame() {
        assertThat(read("procfile", "foster.yaml").stack())
                .isEqualTo(read("procfile", "Procfile").stack());
    }

    @Test
    void theProcessComposeFileAndItsTranslationDifferOnlyInTheShellAndItsVariable() {
        Project theirs = read("process-compose", "process-compose.yaml");
        Project ours = read("process-compose", "foster.yaml");

        assertThat(theirs.notices()).isEmpty();
        assertThat(theirs.stack().processes()).hasSize(3);
        for (ProcessSpec process : theirs.stack().processes()) {
            ProcessSpec other = Reading.process(ours, process.name());
            assertThat(other.child().command().getLast())
                    .isEqualTo(process.child().command().getLast());
            assertThat(other.child().stopPlan()).isEqualTo(process.child().stopPlan());
            assertThat(other.dependsOn()).isEqualTo(process.dependsOn());
            assertThat(other.readiness()).isEqualTo(process.readiness());
            // What is never restarted has no use for the rest of its policy.
            assertThat(other.restart().when()).isEqualTo(process.restart().when());
        }
        assertThat(Reading.process(ours, "api").restart())
                .isEqualTo(Reading.process(theirs, "api").restart());
    }

    @Test
    void theTranslationFromSupervisordIsRead() {
        Project project = read("supervisord", "foster.yaml");

        assertThat(project.notices()).isEmpty();
        assertThat(project.stack().processes()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "migrate-from-a-procfile.md",
                "migrate-from-process-compose.md",
                "migrate-from-supervisord.md"
            })
    void everyYamlOfAGuideIsRead(String guide) throws IOException {
        String text = Files.readString(Path.of("..", "docs", "how-to", guide));
        List<String> blocks =
                YAML.matcher(text).results().map((MatchResult found) -> found.group(1)).toList();

        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            assertThat(new Reading(folder).project(block).stack().processes()).isNotEmpty();
        }
    }

    private static Project read(String example, String file) {
        Path directory = MIGRATE.resolve(example);
        return ProjectReader.read(
                ProjectFiles.of(directory, List.of(directory.resolve(file))),
                Map.of("PATH", "/usr/bin:/bin"));
    }
}
