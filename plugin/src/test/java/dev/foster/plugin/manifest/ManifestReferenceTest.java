package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ManifestReferenceTest {
    private static final Path FILE = Path.of("..", "docs", "reference", "plugin-manifest.md");

    @Test
    void theReferenceOfTheManifestSaysWhatTheSchemaSays() throws IOException {
        String written = ManifestReference.markdown();
        if (Boolean.getBoolean("foster.write")) {
            Files.writeString(FILE, written);
        }

        assertThat(Files.exists(FILE) ? Files.readString(FILE) : "")
                .as(
                        "docs/reference/plugin-manifest.md is written from the tables of fields;"
                                + " write it again with ./test -pl plugin -am"
                                + " -Dtest=ManifestReferenceTest -Dfoster.write=true")
                .isEqualTo(written);
    }
}
