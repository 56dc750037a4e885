package dev.foster.bench.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What counts as a line that arrived. */
class LogContentTest {
    @TempDir private Path folder;

    @Test
    void linesOfAllFilesCountOnce() throws IOException {
        log("old", line(0) + line(1));
        log("sub/current", line(1) + line(2));

        assertThat(content().arrived()).isEqualTo(3);
    }

    @Test
    void aLineWithoutAnythingBeforeItHasNoTime() throws IOException {
        log("current", line(0) + "2026-01-31T12:00:00Z " + line(1));

        assertThat(content().arrived()).isEqualTo(2);
        assertThat(content().stamped()).isEqualTo(1);
    }

    @Test
    void aLineInsideJsonIsFound() throws IOException {
        log("current", "{\"message\":\"" + line(7).strip() + "\"}\n");

        assertThat(content().arrived()).isEqualTo(1);
    }

    @Test
    void aTornLineDidNotArrive() throws IOException {
        log("current", line(0).substring(0, 50) + "\n" + line(0).substring(50));

        assertThat(content().arrived()).isZero();
    }

    @Test
    void aLineWithSomethingInTheMiddleDidNotArrive() throws IOException {
        log("current", line(0).substring(0, 50) + " 12:00 " + line(0).substring(50));

        assertThat(content().arrived()).isZero();
    }

    @Test
    void aLineThatHasNotEndedDidNotArrive() throws IOException {
        log("current", line(0) + line(1).strip());

        assertThat(content().arrived()).isEqualTo(1);
    }

    private LogContent content() throws IOException {
        return LogContent.of(folder, 10);
    }

    private void log(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), text);
    }

    /** As the ticker writes them. */
    private static String line(int number) {
        var text = new StringBuilder(String.format(Locale.ROOT, "L%010d_", number));
        for (int i = text.length(); i < 99; i++) {
            text.append((char) ('a' + i % 26));
        }
        return text.append('\n').toString();
    }
}
