package dev.foster.tui.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.json.JsonText;
import dev.foster.tui.world.World;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is made of the news about processes. */
class KnownTest {
    private final Known known = new Known(() -> {});

    private static ProcessView view(String name, double cpu) {
        return ProcessView.fromJson(
                JsonText.parse(
                        """
                        {"name": "%s", "state": "running", "ready": true, "run": 1, "pid": 7, "restarts": 0,
                         "cpu_percent": %s, "memory_bytes": 1000, "command": ["x"], "log_lost_bytes": 0}
                        """
                                .formatted(name, cpu)));
    }

    private double[] curve(String name) {
        World world = known.snapshot();
        return world.processor(name).values();
    }

    @Test
    void eachBeatIsAPointOfEveryCurveAlsoOfWhoIsAsBefore() {
        known.processes(new ProcessUpdate.Snapshot(List.of(view("web", 1), view("db", 2))));
        known.processes(new ProcessUpdate.Beat(List.of(view("web", 5))));
        known.processes(new ProcessUpdate.Beat(List.of()));

        assertThat(curve("web")).containsExactly(1, 5, 5);
        assertThat(curve("db")).containsExactly(2, 2, 2);
        assertThat(known.snapshot().processes()).containsExactly(view("web", 5), view("db", 2));
    }

    @Test
    void aChangeIsNoPointOfACurve() {
        known.processes(new ProcessUpdate.Snapshot(List.of(view("web", 1))));
        known.processes(new ProcessUpdate.Changed(view("web", 9)));

        assertThat(curve("web")).containsExactly(1);
        assertThat(known.snapshot().processes()).containsExactly(view("web", 9));
    }
}
