package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** What {@code foster run --json} tells on standard error. */
class RunJsonTest {

    @Test
    void startAndExitAreTold() {
        Program.Result result =
                Program.run(
                        "run",
                        "--json",
                        "--",
                        "sh",
                        "-c",
                        "echo $$; echo \"its own\" >&2; sleep 1000 & exit 3");

        assertThat(result.errors()).as("what the command says there stays").contains("its own\n");
        List<Map<String, String>> lines = lines(result);
        String pid = result.output().strip();
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .containsExactly(
                        entry("foster", "started"),
                        entry("pid", pid),
                        entry(
                                "command",
                                "sh -c echo $$; echo \"its own\" >&2; sleep 1000 & exit 3"));
        assertThat(lines.getLast())
                .containsEntry("foster", "exited")
                .containsEntry("pid", pid)
                .containsEntry("code", "3")
                .containsEntry("took", "already_gone")
                .containsEntry("leftovers", "1")
                .doesNotContainKey("signal");
        assertThat(number(lines.getLast(), "ran_ms")).isNotNegative();
        assertThat(number(lines.getLast(), "cpu_ms")).isNotNegative();
    }

    @Test
    void aSignalAndARestartAreTold() {
        Program.Result result =
                Program.run(
                        "run",
                        "--json",
                        "--restart=always:1",
                        "--",
                        "sh",
                        "-c",
                        "ulimit -c 0; kill -s SEGV $$");

        List<Map<String, String>> lines = lines(result);
        assertThat(lines)
                .extracting(line -> line.get("foster"))
                .containsExactly("started", "exited", "restarting", "started", "exited");
        assertThat(lines.get(1))
                .containsEntry("signal", "SIGSEGV")
                .containsEntry("core", "false")
                .containsEntry("leftovers", "0")
                .doesNotContainKey("code");
        assertThat(lines.get(2))
                .containsExactly(
                        entry("foster", "restarting"),
                        entry("restart", "1"),
                        entry("delay_ms", "1000"));
        assertThat(lines.get(3).get("pid")).isNotEqualTo(lines.get(0).get("pid"));
        assertThat(result.code()).isEqualTo(139);
    }

    @Test
    void aTimeLimitIsTold() {
        Program.Result result = Program.run("run", "--json", "--timeout=6s", "--", "sleep", "1000");

        List<Map<String, String>> lines = lines(result);
        assertThat(lines)
                .extracting(line -> line.get("foster"))
                .containsExactly("started", "timed-out", "exited");
        assertThat(lines.get(1))
                .containsExactly(entry("foster", "timed-out"), entry("limit_ms", "6000"));
        assertThat(lines.get(2))
                .containsEntry("signal", "SIGTERM")
                .containsEntry("took", "terminate");
        // The limit counts from the call, the run from the start a moment later.
        assertThat(number(lines.get(2), "ran_ms")).isGreaterThan(100);
        assertThat(result.code()).isEqualTo(124);
    }

    /** Every line that is Foster's: all of them begin alike, so that they can be told apart. */
    private static List<Map<String, String>> lines(Program.Result result) {
        return result.errors()
                .lines()
                .filter(line -> line.startsWith("{\"foster\":"))
                .map(JsonLine::parse)
                .toList();
    }

    private static long number(Map<String, String> line, String name) {
        return Long.parseLong(line.getOrDefault(name, "missing"));
    }
}
