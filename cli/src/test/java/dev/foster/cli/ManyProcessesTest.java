package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.json.JsonText;
import dev.foster.testkit.Eventually;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Five hundred processes in one file. */
class ManyProcessesTest {
    private static final int COUNT = 500;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static String file() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < COUNT; i++) {
            text.append("  p").append(i).append(": {command: exec sleep 1000}\n");
        }
        return text.toString();
    }

    private static Set<Long> awaitAllRunning(TestProject project) {
        Eventually.until(
                LIMIT,
                "all are running",
                () ->
                        project.client().processes().stream()
                                .allMatch(view -> view.state() == ProcessState.RUNNING));
        List<ProcessView> all = project.client().processes();
        assertThat(all).hasSize(COUNT);
        var pids = new HashSet<Long>();
        all.forEach(view -> pids.add(view.pid().orElseThrow()));
        assertThat(pids).as("one process each").hasSize(COUNT);
        return pids;
    }

    @Test
    void theyGoUpAreListedRestartedAndGoDown() {
        try (var project = TestProject.of(file()).up()) {
            Set<Long> first = awaitAllRunning(project);

            Program.Result listing = project.run("ps", "--json");
            assertThat(listing.code()).as(listing.errors()).isZero();
            assertThat(JsonText.parse(listing.output()))
                    .asInstanceOf(InstanceOfAssertFactories.list(Object.class))
                    .hasSize(COUNT)
                    .allMatch(json -> ProcessView.fromJson(json).ready());

            project.client().restart(List.of("all"));
            Eventually.until(
                    LIMIT,
                    "each has a new process",
                    () ->
                            project.client().processes().stream()
                                    .noneMatch(
                                            view ->
                                                    view.pid()
                                                            .filter(first::contains)
                                                            .isPresent()));
            assertThat(awaitAllRunning(project)).doesNotContainAnyElementsOf(first);

            Program.Result down = project.run("down");
            assertThat(down.code()).as(down.errors()).isZero();
            assertThat(project.family()).isEmpty();
        }
    }
}
