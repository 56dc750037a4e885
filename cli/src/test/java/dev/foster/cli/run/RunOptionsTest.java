package dev.foster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.UsageProblem;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

class RunOptionsTest {

    @Test
    void withoutOptionsThereAreDefaults() {
        RunOptions options = parse("ls");

        assertThat(options.restart().when()).isEqualTo(RestartPolicy.When.NO);
        assertThat(options.grace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.timeout()).isEmpty();
        assertThat(options.json()).isFalse();
        assertThat(options.command()).containsExactly("ls");
    }

    @Test
    void optionsTakeTheirValueFromTheNextWordOrAfterAnEqualsSign() {
        RunOptions apart =
                parse(
                        "--restart",
                        "always:2",
                        "--grace",
                        "1s",
                        "--timeout",
                        "2m",
                        "--json",
                        "--",
                        "ls");
        RunOptions joined =
                parse("--restart=always:2", "--grace=1s", "--timeout=2m", "--json", "--", "ls");

        assertThat(apart).isEqualTo(joined);
        assertThat(apart)
                .isEqualTo(
                        new RunOptions(
                                RestartOption.parse("always:2"),
                                Duration.ofSeconds(1),
                                Optional.of(Duration.ofMinutes(2)),
                                true,
                                List.of("ls")));
    }

    @Test
    void theLastOfTwoValuesCounts() {
        assertThat(parse("--grace", "1s", "--grace=2s", "ls").grace())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void afterTwoDashesEverythingIsTheCommands() {
        assertThat(parse("--", "--json", "--", "-x", "").command())
                .containsExactly("--json", "--", "-x", "");
    }

    @Test
    void afterTheFirstWordEverythingIsTheCommands() {
        RunOptions options = parse("ls", "--json", "--timeout", "--", "-l");

        assertThat(options.command()).containsExactly("ls", "--json", "--timeout", "--", "-l");
        assertThat(options.json()).isFalse();
        assertThat(options.timeout()).isEmpty();
    }

    @Test
    void anEmptyWordIsACommandThatTheEngineWillRefuse() {
        assertThat(parse("--", "").command()).containsExactly("");
    }

    @Test
    void withoutACommandItSaysWhereToWriteOne() {
        for (String[] words : new String[][] {{}, {"--"}, {"--json"}, {"--grace", "5s", "--"}}) {
            assertThat(problem(words))
                    .isEqualTo(
                            "cannot run: no command was given; write it after --, as in foster run"
                                    + " -- ls -l");
        }
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThat(problem("--jsn", "--", "ls"))
                .isEqualTo("cannot run: there is no option --jsn; see foster run --help");
        assertThat(problem("--jsn=1", "ls")).contains("no option --jsn;");
        assertThat(problem("-x", "ls")).contains("no option -x;");
        assertThat(problem("-", "ls")).contains("no option -;");
    }

    @Test
    void anOptionWithoutItsValueIsNamed() {
        for (String option : List.of("--restart", "--grace", "--timeout")) {
            assertThat(problem(option))
                    .isEqualTo("cannot run: " + option + " needs a value; see foster run --help");
        }
    }

    @Test
    void aFlagTakesNoValue() {
        assertThat(problem("--json=yes", "--", "ls")).contains("--json");
        assertThat(problem("--=x", "ls")).contains("--");
    }

    @Test
    void aValueThatCannotBeReadIsShown() {
        assertThat(problem("--grace", "soon", "ls")).contains("--grace", "\"soon\"");
        assertThat(problem("--timeout=", "ls")).contains("--timeout", "\"\"");
        assertThat(problem("--timeout", "--", "ls")).contains("--timeout", "\"--\"");
        assertThat(problem("--restart=sometimes", "ls")).contains("--restart", "\"sometimes\"");
    }

    private static RunOptions parse(String... words) {
        return RunOptions.parse(List.of(words));
    }

    private static String problem(String... words) {
        UsageProblem problem = catchThrowableOfType(UsageProblem.class, () -> parse(words));
        assertThat(problem).as(String.join(" ", words)).isNotNull();
        String message = String.valueOf(problem.getMessage());
        ErrorGrammar.assertFollowedBy(message);
        return message;
    }
}
