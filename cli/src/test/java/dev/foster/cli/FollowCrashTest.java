package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventView;
import dev.foster.control.LogLineView;
import dev.foster.json.JsonText;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Function;

/** Those who follow a daemon that is killed go on with the next one. */
class FollowCrashTest {
    private static final String TALKER =
            """
            processes:
              talker: {command: "while :; do echo a line; sleep 0.05; done"}
            """;

    @Test
    void logsAndEventsGoOnWithoutAGapOrARepetition() {
        try (var project = TestProject.of(TALKER).up();
                Program logs = project.start("logs", "-f", "--json");
                Program events = project.start("events", "-f", "--json")) {
            logs.awaitOutput("a line");
            events.awaitOutput("started as process");
            // What happens after the past was printed shows that it follows.
            project.client().signal("talker", "CONT");
            events.awaitOutput("SIGCONT");
            long first = project.client().project().pid();
            ProcessHandle.of(first).orElseThrow().destroyForcibly();
            Eventually.until(
                    TestProject.LIMIT, "the daemon is gone", () -> project.family().size() <= 2);

            project.up();
            logs.awaitErrors("it is back");
            events.awaitErrors("it is back");
            int before = logs.output().length();
            Eventually.until(
                    TestProject.LIMIT, "more lines", () -> logs.output().length() > before);
            assertThat(project.run("down").code()).isZero();
            assertThat(logs.awaitEnd().code()).isZero();
            assertThat(events.awaitEnd().code()).isZero();

            List<Long> ids = parsed(events, json -> EventView.fromJson(json).id());
            for (int i = 1; i < ids.size(); i++) {
                assertThat(ids.get(i)).isEqualTo(ids.get(i - 1) + 1);
            }
            assertThat(events.output().split("daemon-started", -1)).hasSizeGreaterThan(2);
            List<String> places = parsed(logs, json -> LogLineView.fromJson(json).cursor());
            assertThat(places).doesNotHaveDuplicates();
        }
    }

    private static <T> List<T> parsed(Program program, Function<Object, T> reading) {
        return program.output().lines().map(line -> reading.apply(JsonText.parse(line))).toList();
    }
}
