package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the how-to says is what a reader can run. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HowToTest {
    private static final Path HOW_TO = Path.of("..", "docs", "how-to", "embed-a-json-rpc-child.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    @TempDir Path folder;

    @Test
    void theExampleRunsAsItIsPrinted() throws Exception {
        Files.writeString(folder.resolve("calculator.py"), blocks("python").getFirst());
        Path program = folder.resolve("Ask.java");
        Files.writeString(program, blocks("java").getFirst());
        Process run =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                program.toString())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("42").contains("it logs: adding").contains("EOF");
        assertThat(run.exitValue()).isZero();
    }

    private static List<String> blocks(String language) throws IOException {
        var found = new ArrayList<String>();
        Matcher block = BLOCK.matcher(Files.readString(HOW_TO));
        while (block.find()) {
            if (block.group(1).equals(language)) {
                found.add(block.group(2));
            }
        }
        return found;
    }
}
