package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SchemaReferenceTest {
    private static final Path FILE = Path.of("..", "docs", "reference", "file.md");

    @Test
    void theReferenceOfTheFileSaysWhatTheSchemaSays() throws IOException {
        String written = SchemaReference.markdown();
        if (Boolean.getBoolean("foster.write")) {
            Files.writeString(FILE, written);
        }

        assertThat(Files.exists(FILE) ? Files.readString(FILE) : "")
                .as(
                        "docs/reference/file.md is written from the tables of fields; write it"
                                + " again with ./test -pl daemon -am -Dtest=SchemaReferenceTest"
                                + " -Dfoster.write=true")
                .isEqualTo(written);
    }
}
