package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void anEmptyObjectIsOne() {
        assertThat(new Json()).hasToString("{}");
    }

    @Test
    void membersStandInTheOrderTheyWerePut() {
        Json json =
                new Json().put("b", "text").put("a", -7).put("c", true).put("d", Long.MAX_VALUE);

        assertThat(json)
                .hasToString("{\"b\":\"text\",\"a\":-7,\"c\":true,\"d\":9223372036854775807}");
    }

    @Test
    void everyCharacterComesBackAsItWasAndOnOneLine() {
        var every = new StringBuilder("\"\\/ü€😀");
        for (char c = 0; c < 0x100; c++) {
            every.append(c);
        }
        every.append("\u2028\u2029\ufeff\uffff\ud800 lone");

        String line = new Json().put("every", every.toString()).toString();

        assertThat(JsonLine.parse(line)).containsExactly(entry("every", every.toString()));
        assertThat(line.lines()).as("also for readers that cut at exotic separators").hasSize(1);
        assertThat(line).doesNotContain("\u2028", "\u2029", "\ud800");
    }

    @Test
    void namesAreQuotedToo() {
        assertThat(JsonLine.parse(new Json().put("a\"b\n", 1).toString()))
                .containsExactly(entry("a\"b\n", "1"));
    }

    /** The tests of the program lean on this reader: it must not let anything through. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}}",
                "{} ",
                "{\"a\":1,}",
                "{\"a\":1 }",
                "{\"a\":01}",
                "{\"a\":yes}",
                "{\"a\":'x'}",
                "{\"a\":\"x}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\t\"}",
                "{a:1}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1}{\"b\":2}"
            })
    void theReaderOfTheseTestsIsStrict(String broken) {
        assertThatThrownBy(() -> JsonLine.parse(broken)).isInstanceOf(AssertionError.class);
    }
}
