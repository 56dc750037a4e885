package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The document about the keys says what the screen does. With {@code -Dfoster.write=true} it is
 * written anew instead.
 */
class KeyDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "reference", "keys.md");

    @Test
    void theDocumentHasEveryKeyOfTheScreen() throws IOException {
        String wanted = KeyReference.markdown();
        if (Boolean.getBoolean("foster.write")) {
            Files.writeString(DOCUMENT, wanted);
        } else {
            assertThat(Files.readString(DOCUMENT))
                    .as("mvn test -Dtest=KeyDocumentTest -Dfoster.write=true writes it anew")
                    .isEqualTo(wanted);
        }
    }
}
