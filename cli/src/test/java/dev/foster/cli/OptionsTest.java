package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class OptionsTest {
    private static final Options OPTIONS =
            Options.of("walk", "walk far")
                    .words("PLACE...")
                    .about("Walks there.\n")
                    .flag("-f, --follow", "go on")
                    .flag("--json", "for programs")
                    .value("-n, --tail", "N", "only N,\nor all")
                    .value("--for", "joy|money", "why")
                    .example("foster walk home")
                    .example("foster walk -f away");

    @Test
    void optionsAreWrittenInEveryUsualWay() {
        for (String[] words :
                new String[][] {
                    {"-f", "-n", "5", "a", "b"},
                    {"a", "--follow", "b", "--tail=5"},
                    {"--tail", "5", "a", "-f", "b"},
                    {"-fn5", "a", "b"},
                    {"-n5", "-f", "--", "a", "b"},
                    {"-n", "1", "-f", "-n", "5", "a", "b"}
                }) {
            Arguments arguments = OPTIONS.parse(List.of(words));

            assertThat(arguments.has("--follow")).isTrue();
            assertThat(arguments.has("--json")).isFalse();
            assertThat(arguments.count("--tail")).hasValue(5);
            assertThat(arguments.words()).containsExactly("a", "b");
        }
    }

    @Test
    void behindTwoDashesEverythingIsAWord() {
        assertThat(OPTIONS.parse(List.of("--", "-f", "--", "--json")).words())
                .containsExactly("-f", "--", "--json");
        assertThat(OPTIONS.parse(List.of("-", "")).words()).containsExactly("-", "");
    }

    @Test
    void anUnknownOptionIsNamedAndOneThatIsMeantSuggested() {
        assertThat(problem("--folow", "a"))
                .isEqualTo(
                        "cannot walk far: there is no option --folow; did you mean --follow? Else"
                                + " see foster walk --help");
        assertThat(problem("--jsn=1", "a")).contains("--jsn;", "--json?");
        assertThat(problem("-x", "a"))
                .isEqualTo("cannot walk far: there is no option -x; see foster walk --help");
        assertThat(problem("--entirely-different", "a")).doesNotContain("mean");
    }

    @Test
    void whatIsMissingOrTooMuchIsSaid() {
        assertThat(problem()).contains("PLACE is missing");
        assertThat(problem("a", "-n")).contains("--tail needs a value");
        assertThat(problem("a", "--tail")).contains("--tail needs a value");
        assertThat(problem("a", "--json=yes")).contains("--json takes no value");
        assertThat(problem("a", "--for=fun")).contains("--for cannot be \"fun\", only joy, money");
        UsageProblem much =
                catchThrowableOfType(
                        UsageProblem.class, () -> Options.of("x", "y").parse(List.of("a")));
        assertThat(much).hasMessage("cannot y: \"a\" is one word too many; see foster x --help");
    }

    @Test
    void aValueOfTheWrongKindIsShown() {
        for (String number : List.of("x", "-1", "1.5", "", "9999999999")) {
            Arguments arguments = OPTIONS.parse(List.of("a", "--tail=" + number));
            UsageProblem problem =
                    catchThrowableOfType(UsageProblem.class, () -> arguments.count("--tail"));

            assertThat(problem).hasMessageContaining("--tail \"" + number + "\" is not a number");
        }
        Arguments arguments = OPTIONS.parse(List.of("a", "--tail=2m"));
        assertThat(arguments.duration("--tail")).contains(Duration.ofMinutes(2));
    }

    @Test
    void theHelpIsMadeOfTheDeclaration() {
        assertThat(OPTIONS.help())
                .isEqualTo(
                        """
                        usage: foster walk [OPTION...] PLACE...

                        Walks there.

                          -f, --follow          go on
                          --json                for programs
                          -n, --tail N          only N,
                                                or all
                          --for joy|money       why

                        examples:
                          foster walk home
                          foster walk -f away
                        """);
    }

    private static String problem(String... words) {
        UsageProblem problem =
                catchThrowableOfType(UsageProblem.class, () -> OPTIONS.parse(List.of(words)));
        assertThat(problem).as(String.join(" ", words)).isNotNull();
        String message = String.valueOf(problem.getMessage());
        ErrorGrammar.assertFollowedBy(message);
        return message;
    }
}
