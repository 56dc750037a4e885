package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the documents quote is what the program says. With {@code -Dfoster.write=true} the reference
 * is written anew instead.
 */
class DocumentationTest {
    private static final Path REFERENCE = Path.of("..", "docs", "reference", "command-line.md");
    private static final Pattern VERBS =
            Pattern.compile("(?s)(?<=\\n)## foster \\S+\\n\\n```\\nusage: .*```\\n(?=\\n## More)");

    @Test
    void theReferenceQuotesTheHelpOfEveryVerbInTheOrderOfTheHelp() throws IOException {
        String reference = Files.readString(REFERENCE);
        Matcher quoted = VERBS.matcher(reference);
        assertThat(quoted.find()).as("the verbs stand together, in front of more").isTrue();
        String wanted =
                Verbs.all(Invocation.ofTheProgram()).stream()
                        .map(
                                verb ->
                                        "## foster "
                                                + verb.name()
                                                + "\n\n```\n"
                                                + verb.help()
                                                + "```\n")
                        .collect(Collectors.joining("\n"));
        if (Boolean.getBoolean("foster.write")) {
            Files.writeString(REFERENCE, quoted.replaceFirst(Matcher.quoteReplacement(wanted)));
        } else {
            assertThat(quoted.group())
                    .as("mvn test -Dtest=DocumentationTest -Dfoster.write=true writes it anew")
                    .isEqualTo(wanted);
        }
    }
}
