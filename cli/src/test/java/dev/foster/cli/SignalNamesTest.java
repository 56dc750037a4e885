package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.foster.process.Signal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words for signals that users type and read. */
class SignalNamesTest {

    @ParameterizedTest
    @CsvSource({
        "TERM, 15",
        "SIGTERM, 15",
        "sigterm, 15",
        "Hup, 1",
        "int, 2",
        "KILL, 9",
        "9, 9",
        "1, 1",
        "64, 64",
        "' USR1 ', 10",
        "SYS, 31",
        "WINCH, 28"
    })
    void aSignalHasManySpellings(String text, int number) {
        assertThat(Signal.parse(text)).contains(new Signal(number));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "SIG",
                "SIG9",
                "TERMINATE",
                "0",
                "65",
                "-9",
                "99",
                "100",
                "1.5",
                "SIGSIGTERM"
            })
    void whatIsNoSignalIsNone(String text) {
        assertThat(Signal.parse(text)).isEmpty();
    }

    @Test
    void theyAreShownByName() {
        assertThat(Signal.TERM).hasToString("SIGTERM");
        assertThat(Signal.TERM.name()).isEqualTo("TERM");
        assertThat(new Signal(40)).hasToString("signal 40");
    }

    @Test
    void everyNameIsReadAgain() {
        for (int number = 1; number <= 64; number++) {
            Signal signal = new Signal(number);
            assertThat(Signal.parse(signal.name())).contains(signal);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65, -1})
    void aNumberThatIsNoSignalIsExplained(int number) {
        ErrorGrammar.assertFollowedBy(
                String.valueOf(catchThrowable(() -> new Signal(number)).getMessage()));
    }
}
