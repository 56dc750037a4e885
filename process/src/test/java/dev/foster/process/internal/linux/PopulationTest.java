package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

@EnabledOnOs(OS.LINUX)
class PopulationTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Arena arena = Arena.ofShared();
    private final MeterFiles files = new MeterFiles(arena);

    @TempDir private Path directory;

    @AfterEach
    void close() {
        files.close();
        arena.close();
    }

    private void say(String line) throws IOException {
        Files.writeString(directory.resolve("loadavg"), line + "\n");
    }

    /** One that has seen the file move, and says so for the last time. */
    private Population told() throws IOException {
        say("0.10 0.20 0.30 1/75 499");
        var population = new Population(files, files.open(directory.resolve("loadavg")));
        assertThat(population.changed()).as("nothing is known before").isTrue();
        say("0.10 0.20 0.30 1/76 500");
        assertThat(population.changed()).isTrue();
        return population;
    }

    @Test
    void whoComesOrGoesIsAChangeAndHowMuchTheyDoIsNone() throws Exception {
        Population population = told();
        assertThat(population.changed()).isFalse();

        say("9.99 0.21 0.30 5/76 500");
        assertThat(population.changed()).as("they run more").isFalse();
        say("9.99 0.21 0.30 5/77 501");
        assertThat(population.changed()).as("one came").isTrue();
        assertThat(population.changed()).isFalse();
        say("9.99 0.21 0.30 5/76 501");
        assertThat(population.changed()).as("one went").isTrue();
        say("9.99 0.21 0.30 5/76 502");
        assertThat(population.changed()).as("one came and another went").isTrue();
        population.close();
    }

    @Test
    void itIsNotBelievedForEver() throws Exception {
        Population population = told();
        int changes = 0;
        for (int i = 0; i < 27; i++) {
            changes += population.changed() ? 1 : 0;
        }
        assertThat(changes).isEqualTo(3);
        population.close();
    }

    @Test
    void whereItCannotBeKnownThereIsAlwaysAChange() throws Exception {
        Population strange = told();
        say("nothing that anybody knows");
        Population none = new Population(files, MeterFiles.NONE);
        for (int i = 0; i < 3; i++) {
            assertThat(strange.changed()).isTrue();
            assertThat(none.changed()).isTrue();
        }
        strange.close();
        none.close();
    }

    @Test
    void aFileThatNeverMovesIsNotBelieved() throws Exception {
        say("0.00 0.00 0.00 0/0 0");
        var population = new Population(files, files.open(directory.resolve("loadavg")));
        for (int i = 0; i < 3; i++) {
            assertThat(population.changed()).isTrue();
        }
        population.close();
    }

    @Test
    void aProcessOfThisMachineIsNoticed() throws Exception {
        Population population = Population.ofThisMachine(files);
        // Others of this machine come and go as well, and one whose file is made up never rests.
        if (Population.isTheKernels()) {
            Eventually.until(SOON, "nobody comes for a moment", () -> !population.changed());
        }

        Process process = new ProcessBuilder("true").start();
        assertThat(population.changed()).isTrue();

        process.waitFor();
        population.close();
    }
}
