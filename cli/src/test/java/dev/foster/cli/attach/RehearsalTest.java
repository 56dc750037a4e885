package dev.foster.cli.attach;

import dev.foster.cli.FakeDaemon;
import dev.foster.control.ControlClient;
import dev.foster.control.ProjectPaths;
import dev.foster.testkit.Leaks;
import dev.foster.tui.ScreenTraining;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;

class RehearsalTest {
    @TempDir Path folder;

    /** The streams of a screen that is left end, and with them their threads and descriptors. */
    @Test
    @Timeout(60)
    void goingThroughThePagesLeavesNothingBehind() {
        Map<String, String> places =
                Map.of(
                        "FOSTER_STATE_DIR",
                        folder.resolve("s").toString(),
                        "FOSTER_RUNTIME_DIR",
                        folder.resolve("r").toString());
        try (var _ =
                new FakeDaemon(
                        folder,
                        places,
                        it -> {
                            it.ready("web", 17);
                            it.ready("worker", 18);
                        })) {
            var client = new ControlClient(ProjectPaths.of(folder, places), "test");
            ScreenTraining.of(client);
            Leaks before = Leaks.snapshot();
            for (int i = 0; i < 3; i++) {
                ScreenTraining.of(client);
            }
            before.assertNothingLeft();
        }
    }
}
