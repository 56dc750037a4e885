package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

class OutlineTest {

    /** {@code …} stands for what is too long to be looked at. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":\"…\"} | 5",
                "{\"result\":{\"a\":[…]},\"jsonrpc\":\"2.0\",\"id\":5} | 5",
                "{\"result\":\"…\",\"id\":\"a\\\"b\",\"jsonrpc\":\"2.0\"} | \"a\\\"b\"",
                "{ \"error\" : {\"id\":7,…} , \"id\" : -1.5e3 , \"jsonrpc\" : \"2.0\" } | -1.5e3",
                "{\"id\":\"x\",\"error\":{\"data\":\"…\"}} | \"x\"",
                "{\"a\":{\"id\":1,\"b\":[{\"id\":2}]},\"id\":3,\"result\":[…]} | 3",
                "{\"result\":\"…\\\",\\\"id\\\":9}\",\"id\":4} | 4"
            })
    void theIdOfAnAnswerIsFoundAtEitherEnd(String line, String id) {
        Outline outline = outline(line);
        assertThat(outline.answer()).isTrue();
        assertThat(outline.question()).isFalse();
        assertThat(outline.id().map(RawJson::json)).isEqualTo(Optional.of(id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":{\"id\":1,\"a\":\"…\",\"id\":2}}",
                "{\"result\":\"…\",\"id\":5,\"meta\":{}}",
                "{\"result\":\"…\\\"id\\\":5}\"}",
                "{\"result\":\"… \\\\\\\",\\\"id\\\":\\\"5\"}",
                "{\"id\":null,\"result\":[…]}",
                "{\"id\":[5],\"result\":[…]}",
                "{\"result\":…",
                "… \"id\":5",
                "{",
                "}",
                "",
                "\"",
                "{\"id\":5"
            })
    void anIdThatIsNotTheMessagesOwnIsNotTaken(String line) {
        assertThat(outline(line).id()).isEmpty();
    }

    @Test
    void aQuestionIsToldFromAnAnswer() {
        Outline outline = outline("{\"method\":\"a\",\"params\":{\"result\":\"…\"},\"id\":5}");
        assertThat(outline.answer()).isFalse();
        assertThat(outline.question()).isTrue();
        assertThat(outline.id()).isPresent();
        assertThat(
                        outline("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\",\"params\":[…]}")
                                .question())
                .isTrue();
        assertThat(outline("{\"params\":[…],\"method\":\"a\",\"id\":5}").answer()).isFalse();
    }

    private static Outline outline(String line) {
        int cut = line.indexOf('…');
        String head = cut < 0 ? line : line.substring(0, cut);
        String tail = cut < 0 ? line : line.substring(cut + 1);
        return Outline.of(
                head.getBytes(StandardCharsets.UTF_8), tail.getBytes(StandardCharsets.UTF_8));
    }
}
