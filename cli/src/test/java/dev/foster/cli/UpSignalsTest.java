package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How {@code foster up} ends. */
class UpSignalsTest {
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final String POLITE =
            "polite: trap 'echo bye; exit 3' TERM; echo READY; while :; do sleep 1000 & wait $!;"
                    + " done\n";
    private static final String DEAF =
            "deaf: trap 'echo no' TERM; trap '' INT; echo READY; while :; do sleep 1000 & wait $!;"
                    + " done\n";

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void aSignalStopsAllAndIsNoFailure(String signal) throws IOException {
        try (Program program = up(POLITE + "other: echo READY; exec sleep 1000\n")) {
            program.awaitOutput("polite | READY");
            program.awaitOutput("other  | READY");
            program.signal(signal);

            Program.Result result = program.awaitEnd();

            assertThat(result.output())
                    .contains(
                            "polite | bye",
                            "polite | ended: exit 3",
                            "other  | ended: killed by SIGTERM");
            assertThat(result.code()).isZero();
        }
    }

    @Test
    void aSecondSignalKillsWhatDoesNotEnd() throws IOException {
        try (Program program = up(DEAF)) {
            program.awaitOutput("deaf | READY");
            long begin = System.nanoTime();
            program.signal("INT");
            program.awaitOutput("deaf | no");
            program.signal("INT");

            Program.Result result = program.awaitEnd();

            assertThat(result.output()).contains("deaf | ended: killed by SIGKILL");
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("not after the grace of 5 s")
                    .isLessThan(Duration.ofMillis(4500));
            assertThat(result.code()).isZero();
        }
    }

    @Test
    void nothingIsLeftOfAKilledFoster() throws IOException {
        String escaped = "escaped: setsid sh -c 'echo READY; exec sleep 1000' & wait\n";
        try (Program program = up(DEAF + escaped)) {
            program.awaitOutput("deaf    | READY");
            program.awaitOutput("escaped | READY");
            List<ProcTable.Entry> all = ProcTable.descendants(program.pid());
            assertThat(all)
                    .as("two shells, two sleeps, the guardian")
                    .hasSizeGreaterThanOrEqualTo(5);

            Duration took = program.killAndAwaitTheDeathOf(all);

            System.out.printf("foster up, killed: nothing left after %d ms%n", took.toMillis());
            assertThat(took).isLessThan(SOON);
            assertThat(program.awaitEnd().code()).isEqualTo(137);
        }
    }

    private Program up(String procfile) throws IOException {
        Files.writeString(folder.resolve("Procfile"), procfile);
        return Program.in(folder).start("up");
    }
}
