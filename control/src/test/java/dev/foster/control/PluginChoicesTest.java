package dev.foster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class PluginChoicesTest {
    @TempDir Path folder;

    private ProjectPaths paths() {
        return ProjectPaths.of(
                folder,
                Map.of(
                        "FOSTER_STATE_DIR",
                        folder.resolve("s").toString(),
                        "FOSTER_RUNTIME_DIR",
                        folder.resolve("r").toString()));
    }

    @Test
    void aChoiceIsKeptUntilItIsForgotten() {
        var choices = new PluginChoices(paths());
        assertThat(choices.read()).isEmpty();

        choices.choose("kv", false);
        choices.choose("dice", true);
        choices.choose("kv", true);
        choices.choose("old", false);

        var others = new PluginChoices(paths());
        assertThat(others.read()).isEqualTo(Map.of("kv", true, "dice", true, "old", false));
        others.forget("kv");
        others.forget("nobody");
        assertThat(choices.read()).isEqualTo(Map.of("dice", true, "old", false));
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        paths().create();
        Files.writeString(paths().state().resolve("plugins.json"), "{\"kv\": ");

        assertThatThrownBy(() -> new PluginChoices(paths()).read())
                .isInstanceOf(ControlProblem.class)
                .hasMessageContaining("plugins.json is damaged")
                .hasMessageEndingWith("; remove it");
    }
}
