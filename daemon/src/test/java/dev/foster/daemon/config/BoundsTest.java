package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Files made to break a reader, and files that are merely large. */
@Timeout(60)
class BoundsTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    @Test
    void aBillionLaughsAreRefused() {
        var text = new StringBuilder("x-a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]\n");
        for (int i = 1; i < 30; i++) {
            text.append("x-a").append(i).append(": &a").append(i).append(" [");
            text.append(("*a" + (i - 1) + ", ").repeat(9)).append("*a").append(i - 1).append("]\n");
        }

        assertThat(reading.faults(text.toString()))
                .contains(
                        "cannot follow all aliases: they make more than 4000000 values of this"
                                + " document; remove some");
    }

    @Test
    void mergeKeysAreBoundedAsWell() {
        var text = new StringBuilder("x-0: &m0 {a: 1, b: 2}\n");
        for (int i = 1; i < 40; i++) {
            text.append("x-").append(i).append(": &m").append(i).append(" {<<: *m").append(i - 1);
            text.append(", c").append(i).append(": *m").append(i - 1).append("}\n");
        }

        assertThat(reading.faults(text.toString())).contains("cannot follow all aliases");
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(reading.faults("x-a: " + "[".repeat(100_000)))
                .contains("it is nested more than 50 deep; make it flatter");
        assertThat(reading.faults("x-a: " + "{a: ".repeat(100_000)))
                .contains("it is nested more than 50 deep");
    }

    @Test
    void fiveMegabytesAreRead() {
        var text = new StringBuilder("processes:\n");
        String padding = "x".repeat(900);
        int count = 0;
        while (text.length() < 5_000_000) {
            count++;
            text.append("  p").append(count).append(":\n    command: [run, \"");
            text.append(padding).append("\"]\n    environment: {A: 1, B: 2}\n");
            if (count > 1) {
                text.append("    depends_on: {p").append(count - 1).append(": ready}\n");
            }
        }

        assertThat(reading.project(text.toString()).stack().processes()).hasSize(count);
        assertThat(count).isGreaterThan(4000);
    }

    @Test
    void fiveMegabytesOfMistakesAreCounted() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < 9_999; i++) {
            text.append("  p").append(i).append(":\n    command: run\n    environment:\n");
            text.append("    - nonsense\n".repeat(30));
        }

        assertThat(text.length()).isGreaterThan(4_500_000);
        assertThat(reading.faults(text.toString())).matches("(?s).*\nand \\d{6} more");
    }

    @Test
    void aHundredThousandProcessesAreRefused() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < 100_000; i++) {
            text.append("  p").append(i).append(": {command: x}\n");
        }

        assertThat(reading.faults(text.toString()))
                .isEqualTo(
                        "foster.yaml:2:3: cannot read processes: it has more than 10000; split it");
    }

    @Test
    void thousandsOfUnknownNamesAreToldInTime() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < 9_999; i++) {
            text.append("  process-number-")
                    .append(i)
                    .append(": {command: x, depends_on: [proces-");
            text.append(i).append("]}\n");
        }

        assertThat(reading.faults(text.toString())).endsWith("\nand 9979 more");
    }

    @Test
    void aLongLineIsNoTrouble() {
        assertThat(
                        reading.faults(
                                "processes: {w: {command: run, replicas: "
                                        + "k".repeat(1_000_000)
                                        + "}}"))
                .contains("expected a whole number, found the text \"kkkk")
                .hasSizeLessThan(2000);
    }
}
