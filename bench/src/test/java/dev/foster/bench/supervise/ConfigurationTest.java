package dev.foster.bench.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a trial adds to the configuration of a supervisor. */
class ConfigurationTest {
    @TempDir private Path folder;

    @Test
    void fosterHasTheKeysOfATrialInEveryProcess() throws IOException {
        new Foster(folder, List.of("limits: {memory: 64MiB}")).configure(stack());

        assertThat(Files.readAllLines(folder.resolve("foster.yaml")))
                .contains(
                        "  child-001: {command: [\"/bin/child\"], output: {file: "
                                + folder
                                + "/log/child-001.log}, limits: {memory: 64MiB}}")
                .filteredOn(line -> line.contains("limits:"))
                .hasSize(2);
    }

    @Test
    void pm2HasTheMembersOfATrialInEveryApp() throws IOException {
        new Pm2(folder, List.of("\"max_memory_restart\": \"64M\"")).configure(stack());

        assertThat(Files.readAllLines(folder.resolve("ecosystem.json")))
                .filteredOn(line -> line.contains(".log\", \"max_memory_restart\": \"64M\"}"))
                .hasSize(2);
    }

    private Stack stack() {
        return new Stack(folder, Path.of("/bin/child"), 2, Map.of());
    }
}
