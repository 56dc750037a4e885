package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.run.RunVerb;
import dev.foster.cli.up.UpVerb;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the documents quote is what the program says. */
class DocumentationTest {

    @Test
    void theReferenceQuotesTheHelpOfEveryVerb() throws IOException {
        String reference = Files.readString(Path.of("..", "docs", "reference", "command-line.md"));

        for (Verb verb : List.of(new UpVerb(), new RunVerb(), new VersionVerb())) {
            assertThat(reference)
                    .contains("## foster " + verb.name() + "\n\n```\n" + verb.help() + "```\n");
        }
    }
}
