package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** {@code foster up --lines} on a real terminal. */
class UpTerminalTest {
    private static final String COLOURED =
            "\u001b\\[\\d\\dm\\d\\d:\\d\\d:\\d\\d web \\| \u001b\\[0mREADY";

    @TempDir Path folder;

    @BeforeEach
    void writeProcfile() throws IOException {
        Files.writeString(folder.resolve("Procfile"), "web: echo READY; exec sleep 1000\n");
    }

    @Test
    void namesAreColouredAndInterruptStopsAll() {
        try (Window window = Window.open(folder, Map.of("NO_COLOR", ""))) {
            window.enter("foster up --lines");
            window.awaitMatch(COLOURED);
            window.press("C-c");
            window.await("killed by SIGTERM");
            window.awaitCode(0);
        }
    }

    @Test
    void nothingIsColouredForThoseWhoDoNotWantItOrInAPipe() {
        try (Window window = Window.open(folder, Map.of("NO_COLOR", "1"))) {
            window.enter("foster up --lines");
            window.awaitMatch("\\d\\d web \\| READY");
            assertThat(window.news()).doesNotContain("\u001b[3", "\u001b[9", "\u001b[0m");
            window.press("C-c");
            window.awaitCode(0);

            window.enter("unset NO_COLOR; foster up | cat");
            window.awaitMatch("\\d\\d web \\| READY");
            assertThat(window.news()).doesNotContain("\u001b[3", "\u001b[9", "\u001b[0m");
            window.press("C-c");
            window.awaitPrompt();
        }
    }
}
