package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table of what is compatible with go-plugin: complete, and no test in it is made up. */
class CompatibilityTableTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TABLE = ROOT.resolve("docs/reference/go-plugin-compatibility.md");
    private static final Pattern ROW = Pattern.compile("^\\| (S?\\d+) \\|.*$", Pattern.MULTILINE);
    private static final Pattern JAVA = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern PYTHON = Pattern.compile("`(test_\\w+\\.py)::(test_\\w+)`");

    @Test
    void everyFeatureHasItsRowAndEveryRowThatIsDoneItsTest() throws IOException {
        String table = Files.readString(TABLE);
        List<String> numbers = ROW.matcher(table).results().map(row -> row.group(1)).toList();
        assertThat(numbers)
                .containsExactlyElementsOf(
                        Stream.concat(
                                        IntStream.rangeClosed(1, 71).mapToObj(Integer::toString),
                                        IntStream.rangeClosed(1, 17).mapToObj(it -> "S" + it))
                                .toList());
        ROW.matcher(table)
                .results()
                .map(row -> row.group())
                .filter(row -> !row.contains("| not done |"))
                .forEach(row -> assertThat(row).contains("`"));
    }

    @Test
    void everyTestItNamesIsThere() throws IOException {
        String table = Files.readString(TABLE);
        var lost = new ArrayList<String>();
        Matcher java = JAVA.matcher(table);
        while (java.find()) {
            if (!said(java.group(1) + ".java", "void " + java.group(2) + "(")) {
                lost.add(java.group());
            }
        }
        Matcher python = PYTHON.matcher(table);
        while (python.find()) {
            if (!said(python.group(1), "def " + python.group(2) + "(")) {
                lost.add(python.group());
            }
        }
        assertThat(lost).isEmpty();
    }

    /** Whether a test file of this name, in whatever module, has these words. */
    private static boolean said(String file, String words) {
        List<Path> folders =
                List.of(
                        ROOT.resolve("plugin/src/test"),
                        ROOT.resolve("plugin-protocol/src/test"),
                        ROOT.resolve("sdk/java/src/test"),
                        ROOT.resolve("sdk/python/tests"));
        return folders.stream().anyMatch(folder -> said(folder, file, words));
    }

    private static boolean said(Path folder, String file, String words) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path path : files.filter(it -> it.endsWith(file)).toList()) {
                if (Files.readString(path).contains(words)) {
                    return true;
                }
            }
            return false;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
