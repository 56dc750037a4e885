package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The manifests that the documents show can be used as they stand there. */
class DocumentedManifestsTest {
    private static final Path DOCUMENTS = Path.of("..", "docs");
    private static final Pattern BLOCK =
            Pattern.compile("^```yaml\n(id: .*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir Path folder;

    /** A manifest and the document it stands in. */
    record Shown(String document, String manifest) {}

    @ParameterizedTest
    @MethodSource("shown")
    void eachOfThemIsRead(Shown shown) {
        assertThat(Manifests.yaml(folder, shown.manifest()).id()).isNotEmpty();
    }

    private static List<Shown> shown() throws IOException {
        try (Stream<Path> files = Files.walk(DOCUMENTS)) {
            List<Shown> all =
                    files.filter(file -> file.toString().endsWith(".md"))
                            .sorted()
                            .flatMap(DocumentedManifestsTest::in)
                            .toList();
            assertThat(all.stream().map(Shown::document))
                    .contains("tutorial-python-plugin.md", "plugin-manifest.md");
            return all;
        }
    }

    private static Stream<Shown> in(Path file) {
        try {
            Matcher blocks = BLOCK.matcher(Files.readString(file));
            return blocks
                    .results()
                    .map(block -> new Shown(file.getFileName().toString(), block.group(1)))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
