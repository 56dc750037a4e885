package dev.foster.stdio.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.json.JsonProblem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Random;

final class RawJsonTest {

    @Test
    void whatIsNotTouchedKeepsEveryByte() {
        RawJson json =
                RawJson.parse(
                        "{\"a\": 1.0e5, \"big\":123456789012345678901234567890,"
                                + " \"n\":null, \"u\":\"\\u0041\",\"list\":[1, null,{}]}");

        RawJson edited = json.with("b", RawJson.string("x\"y"));

        assertThat(edited.json())
                .isEqualTo(
                        "{\"a\":1.0e5,\"big\":123456789012345678901234567890,\"n\":null,"
                                + "\"u\":\"\\u0041\",\"list\":[1, null,{}],\"b\":\"x\\\"y\"}");
        assertThat(edited.without("b").member("list").orElseThrow().json())
                .isEqualTo("[1, null,{}]");
    }

    @Test
    void spaceAroundAValueIsNotPartOfIt() {
        RawJson json = RawJson.parse("\n { \"a\" : \"x\" ,\r\n \"b\" : 12 , \"c\" : true }\n ");

        assertThat(json.member("a").orElseThrow().json()).isEqualTo("\"x\"");
        assertThat(json.member("b").orElseThrow().json()).isEqualTo("12");
        assertThat(json.member("b").orElseThrow().whole()).hasValue(12);
        assertThat(json.member("c").orElseThrow().isTrue()).isTrue();
        assertThat(new String(json.line(), StandardCharsets.UTF_8)).doesNotContain("\n", "\r");
    }

    @Test
    void elementsAreSlicesToo() {
        RawJson json = RawJson.parse("[ 1 , \"ü\" , [ ] , {\"x\":0} ]");

        assertThat(json.elements())
                .extracting(RawJson::json)
                .containsExactly("1", "\"ü\"", "[ ]", "{\"x\":0}");
        assertThat(json.elements().get(1).text()).contains("ü");
        assertThat(json.elements().get(3).at("x").orElseThrow().whole()).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "{\"a\"}",
                "{\"a\":}",
                "[1,]",
                "nul",
                "\"",
                "1 2",
                "{} x",
                "\"a\nb\"",
                "+1",
                "'a'",
                "\u0000"
            })
    void aTextThatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> RawJson.parse(text)).isInstanceOf(JsonProblem.class);
    }

    @Test
    void aTextThatNestsTooDeepIsRefusedWithoutBeingFollowed() {
        assertThatThrownBy(() -> RawJson.parse("[".repeat(100_000)))
                .isInstanceOf(JsonProblem.class);
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] bytes = {'"', (byte) 0xff, '"'};

        assertThatThrownBy(() -> RawJson.parse(bytes)).isInstanceOf(JsonProblem.class);
    }

    @Test
    void randomBytesAreJsonOrAProblemAndNothingElse() {
        var random = new Random(7);
        String alphabet = "{}[]\",:0 1e-.tfnull\\u\n";
        for (int round = 0; round < 50_000; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(20); i >= 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                RawJson json = RawJson.parse(text.toString());
                assertThat(RawJson.parse(json.line()).json().replace(' ', '\n'))
                        .isEqualTo(json.json().replace(' ', '\n'));
                json.members().values().forEach(value -> RawJson.parse(value.json()));
                json.elements().forEach(value -> RawJson.parse(value.json()));
            } catch (JsonProblem expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }
}
