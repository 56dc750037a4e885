package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.foster.json.JsonText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

class JsonLineTest {

    @Test
    void whatTheProgramWritesIsReadByTheLetter() {
        String every = "\"\\/ü€😀\b\f\n\r\t\u0000\u007f\u2028\ud800 lone";

        assertThat(JsonLine.parse(JsonText.write(Map.of("every\n", every))))
                .containsExactly(entry("every\n", every));
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
