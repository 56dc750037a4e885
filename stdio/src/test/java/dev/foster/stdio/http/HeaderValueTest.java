package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.http.Headers;
import dev.foster.stdio.rpc.RawJson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

class HeaderValueTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?base64?SGVsbG8?=", // no padding
                "=?base64?SGVsbG9=?=", // stray bits
                "=?base64?SGVs bG8=?=",
                "=?base64?SGVsbG8=\n?=",
                "=?base64?SGVs-_8=?=", // another alphabet
                "=?base64?/w==?=", // not UTF-8
                "=?base64?====?=",
                "caf\u00e9",
                "\u0001"
            })
    void whatCannotBeReadIsNothing(String value) {
        assertThat(HeaderValue.decode(value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "=?base64??=,''",
        "=?base64?SGVsbG8=?=,Hello",
        "=?BASE64?SGVsbG8=?=,=?BASE64?SGVsbG8=?=",
        "=?base64?SGVsbG8=,=?base64?SGVsbG8=",
        "=?base64?=,=?base64?=",
        "a b,a b"
    })
    void onlyTheExactWrapperIsTakenOff(String value, String said) {
        assertThat(HeaderValue.decode(value)).contains(said);
    }

    @Test
    void everyTextSurvivesItsWrapper() {
        var random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            String text =
                    random.ints(random.nextInt(20), 0, 0x11000)
                            .filter(c -> c < 0xd800 || c > 0xdfff)
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    StringBuilder::append)
                            .toString();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            String wrapped = "=?base64?" + Base64.getEncoder().encodeToString(bytes) + "?=";
            assertThat(HeaderValue.decode(wrapped)).contains(text);
            assertThat(HeaderValue.says(wrapped, RawJson.string(text))).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "42,42,true",
        "42,42.0,true",
        "42,4.2e1,true",
        "42.0,42,true",
        "-7,-7,true",
        "4.2e1,42,false",
        "+42,42,false",
        "0x2a,42,false",
        "'',42,false",
        "1,1e999999999999,false",
        "1,1e-999999999,false",
        "9007199254740993,9007199254740993,true",
        "9007199254740992,9007199254740993,false"
    })
    void numbersCompareByValue(String header, String body, boolean same) {
        assertThat(HeaderValue.says(header, RawJson.parse(body))).isEqualTo(same);
    }

    @Test
    void ofTwoLinesThatDifferNeitherCounts() {
        Headers one = Headers.of("mcp-name", " a ");
        assertThat(HeaderValue.only(one, "Mcp-Name")).contains("a");
        assertThat(HeaderValue.only(one.with("Mcp-Name", "a"), "mcp-name")).contains("a");
        assertThat(HeaderValue.only(one.with("Mcp-Name", "b"), "mcp-name")).isEmpty();
        assertThat(HeaderValue.only(Headers.none(), "mcp-name")).isEmpty();
    }
}
