package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program says about itself. */
class HelpTest {
    private static final int COLUMNS = 120;

    @Test
    void helpListsTheVerbs() {
        String help = helped("help");

        assertThat(help).contains("usage: foster VERB", "  help ");
        assertThat(Verbs.NAMES).allMatch(name -> help.contains("\n  " + name + " "));
        assertThat(helped("--help")).isEqualTo(help);
        assertThat(helped("-h")).isEqualTo(help);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "up", "version", "ps"})
    void everyVerbExplainsItself(String verb) {
        String help = helped("help", verb);

        assertThat(help).startsWith("usage: foster " + verb);
        assertThat(helped(verb, "--help")).isEqualTo(help);
    }

    @Test
    void everyHelpFitsTheScreenAndShowsHowItIsUsed() {
        for (Verb verb : Verbs.all(Invocation.ofTheProgram())) {
            assertThat(verb.help()).startsWith("usage: foster " + verb.name()).endsWith("\n");
            assertThat(verb.help().lines())
                    .as(verb.name())
                    .allMatch(line -> line.length() <= COLUMNS)
                    .noneMatch(line -> line.endsWith(" "));
            if (!verb.name().equals("version")) {
                assertThat(verb.help()).contains("example");
            }
        }
    }

    @Test
    void theTableOfVerbsAndTheirNamesAgree() {
        assertThat(Verbs.all(Invocation.ofTheProgram()))
                .extracting(Verb::name)
                .containsExactlyElementsOf(Verbs.NAMES);
        assertThat(Verbs.named("walk", Invocation.ofTheProgram())).isEmpty();
    }

    @Test
    void helpBehindWordsAndValuesIsHelpToo() {
        assertThat(helped("logs", "-n", "5", "web", "--help")).startsWith("usage: foster logs");
    }

    @Test
    void theHelpOfRunNamesEveryOptionAndCode() {
        assertThat(helped("run", "-h"))
                .contains(
                        "--restart", "--grace", "--timeout", "--json", "124", "126", "127", "128");
    }

    @Test
    void helpBehindOtherOptionsIsHelpToo() {
        assertThat(helped("run", "--json", "--help")).startsWith("usage: foster run");
    }

    @Test
    void helpForTheCommandIsTheCommands() {
        Program.Result result = Program.run("run", "sh", "-c", "echo \"$1\"", "sh", "--help");

        assertThat(result.output()).isEqualTo("--help\n");
    }

    @Test
    void theVersionIsOneLine() {
        String version = helped("version");

        assertThat(version).matches("foster \\S+ \\(Java \\d+\\S*\\)\n");
        assertThat(helped("--version")).isEqualTo(version);
    }

    @Test
    void theVersionIsThereForProgramsToo() {
        assertThat(JsonLine.parse(helped("version", "--json").stripTrailing()))
                .containsOnlyKeys("version", "java")
                .hasEntrySatisfying(
                        "java", java -> assertThat(java).isEqualTo(Runtime.version().toString()));
    }

    @Test
    void aWordThatMeansNothingIsExplained() {
        for (String[] words :
                new String[][] {
                    {"walk"}, {"help", "walk"}, {"version", "walk"}, {"plan", "walk"}
                }) {
            Program.Result result = Program.run(words);

            assertThat(result.errors()).contains("\"walk\"");
            ErrorGrammar.assertFollowedBy(result.errors());
            assertThat(result.output()).isEmpty();
            assertThat(result.code()).isEqualTo(2);
        }
    }

    @Test
    void withoutAWordTheHelpIsAnError() {
        Program.Result result = Program.run();

        assertThat(result.errors()).contains("usage: foster VERB");
        assertThat(result.output()).isEmpty();
        assertThat(result.code()).isEqualTo(2);
    }

    private static String helped(String... words) {
        Program.Result result = Program.run(words);
        assertThat(result.errors()).isEmpty();
        assertThat(result.code()).isZero();
        return result.output();
    }
}
