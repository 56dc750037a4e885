package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** More processes than there are descriptors for: some are refused, and everybody is answered. */
@EnabledOnOs(OS.LINUX)
class FewDescriptorsTest {
    private static final int COUNT = 80;

    private static String file() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < COUNT; i++) {
            text.append("  p")
                    .append(i)
                    .append(": {command: [sleep, '1000'], restart: {backoff: [100ms]}}\n");
        }
        return text.toString();
    }

    private static Program up(TestProject project) {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n 256; exec \"$@\"", "sh"));
        command.addAll(CommandLine.of("up", "--lines"));
        return project.setup().startAs(command);
    }

    private static List<String> in(TestProject project, ProcessState state) {
        return project.client().processes().stream()
                .filter(view -> view.state() == state)
                .map(ProcessView::name)
                .toList();
    }

    @Test
    void startsAreRefusedInTimeAndMadeUpForWhenOthersStop() {
        try (var project = TestProject.of(file());
                Program up = up(project)) {
            Eventually.until(TestProject.LIMIT, "it answers", project::running);
            Eventually.until(
                    TestProject.LIMIT,
                    "the limit is reached",
                    () ->
                            in(project, ProcessState.RESTARTING).size() > COUNT / 2
                                    && !in(project, ProcessState.RUNNING).isEmpty());
            List<String> running = in(project, ProcessState.RUNNING);
            List<String> refused = in(project, ProcessState.RESTARTING);

            Program.Result ps = project.run("ps");
            assertThat(ps.code()).as(ps.errors()).isZero();
            assertThat(ps.output()).containsPattern("p\\d+ +running").contains("restarting");
            assertThat(project.run("doctor").output()).contains("daemon       well");
            project.awaitPrinted(
                    List.of("why", refused.getLast()),
                    "cannot start sleep: of the 256 files this process may have open only",
                    "raise the limit (ulimit -n) or run fewer children");

            Program.Result stop =
                    project.run(
                            Stream.concat(Stream.of("stop"), running.stream())
                                    .toArray(String[]::new));
            assertThat(stop.code()).as(stop.errors()).isZero();
            // Not as many: what foster itself has open has grown with what it was asked.
            Eventually.until(
                    TestProject.LIMIT,
                    "others run in their place",
                    () -> in(project, ProcessState.RUNNING).stream().anyMatch(refused::contains));

            Program.Result down = project.run("down");
            assertThat(down.code()).as(down.errors()).isZero();
            assertThat(up.finish().code()).isZero();
        }
    }
}
