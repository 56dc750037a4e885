package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What {@code ./test} gives to the tests. */
class TestCommandTest {
    private static final String SHOW_IGNORED = "#!/bin/sh\ngrep SigIgn /proc/self/status\n";

    @TempDir Path tree;

    /** As with nohup, on many build servers, and behind the & of a script. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void testsMayBeStartedWithSignalsIgnored() throws Exception {
        copy("test");
        copy(".mvn/find-jdk.sh");
        copy(".mvn/with-default-signals");
        script(".ci/setup", "#!/bin/sh\n");
        script("mvnw", SHOW_IGNORED);

        Process test =
                new ProcessBuilder(
                                "sh", "-c", "trap '' HUP INT QUIT; exec ./test -Dtest=LauncherTest")
                        .directory(tree.toFile())
                        .redirectErrorStream(true)
                        .start();
        test.outputWriter().close();
        String said = new String(test.getInputStream().readAllBytes(), UTF_8);

        // The lowest bits are those of HUP, INT, QUIT, PIPE and TERM.
        assertThat(said).containsPattern("SigIgn:\t\\p{XDigit}{12}0000");
        assertThat(test.waitFor()).as("no test ran").isEqualTo(1);
    }

    private void copy(String file) throws IOException {
        Path copy = tree.resolve(file);
        Files.createDirectories(copy.getParent());
        Files.copy(
                LauncherTree.repository().resolve(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void script(String file, String text) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }
}
