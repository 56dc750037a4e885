package dev.foster.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

/** The line that a fault is about. */
class ExcerptTest {
    private static final Path FILE = Path.of("foster.yaml");

    @Test
    void aFaultIsShownInItsLine() {
        var faults = new Faults();
        faults.text(FILE, "processes:\n  web:\n    comand: run\n");
        faults.add(new Place(FILE, 3, 5), "cannot use the key \"comand\": it is not known here");

        assertThatThrownBy(faults::raise)
                .isInstanceOf(DocumentProblem.class)
                .hasMessage(
                        """
                        foster.yaml:3:5: cannot use the key "comand": it is not known here
                                comand: run
                                ^\
                        """);
    }

    @Test
    void theCaretStandsBelowTheCharacterThatIsMeant() {
        assertThat(Excerpt.of("ä: 𝒳, b: c", 1, 7)).contains("    ä: 𝒳, b: c\n          ^");
        assertThat(Excerpt.of("\tb", 1, 2)).contains("     b\n     ^");
        assertThat(Excerpt.of("a: b", 1, 99)).contains("    a: b\n        ^");
    }

    @Test
    void ofALongLineThePartAroundItIsShown() {
        String line = "a".repeat(500) + "X" + "b".repeat(500);

        String excerpt = Excerpt.of(line, 1, 501).orElseThrow();

        assertThat(excerpt).contains("…").hasSizeLessThan(220);
        String[] lines = excerpt.split("\n", -1);
        assertThat(lines[0].charAt(lines[1].indexOf('^'))).isEqualTo('X');
    }

    @Test
    void whereThereIsNoLineNothingIsShown() {
        assertThat(Excerpt.of("a: b", 2, 1)).isEmpty();
        assertThat(Excerpt.of("a: b\n\n", 2, 1)).isEmpty();
        assertThat(Excerpt.of("a: b", 0, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password: hunter2",
                "environment: {DB_PASSWD: x, 5: }",
                "- API_KEY=abc",
                "token: [abc]",
                "url: [nats://me:hunter2@host]",
                "headers: {Authorization: [Bearer abc]}"
            })
    void aLineThatMayHoldASecretIsNotShown(String line) {
        assertThat(Excerpt.of(line, 1, 1)).isEmpty();
    }

    @Test
    void ofTwentyFaultsTheLinesAreShownAndOfTheRestTheNumber() {
        var faults = new Faults();
        faults.text(FILE, "a: b\n".repeat(50));
        for (int i = 1; i <= 50; i++) {
            faults.add(new Place(FILE, i, 1), "cannot read line " + i + ": it is odd; mend it");
        }

        assertThatThrownBy(faults::raise)
                .hasMessageContaining("\n    a: b\n    ^\n")
                .hasMessageEndingWith("\nand 30 more");
    }
}
