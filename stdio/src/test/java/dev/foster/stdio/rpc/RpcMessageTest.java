package dev.foster.stdio.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

final class RpcMessageTest {

    private static RpcMessage message(String json) {
        return RpcMessage.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTextAndANumberAreDifferentIds() {
        RawJson number = message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}").id();
        RawJson text = message("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"ping\"}").id();

        assertThat(number).isNotEqualTo(text);
        assertThat(number).isEqualTo(RawJson.number(1)).hasSameHashCodeAs(RawJson.number(1));
    }

    @Test
    void kindsAreToldApart() {
        assertThat(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}").isRequest()).isTrue();
        assertThat(message("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}").isNotification()).isTrue();
        assertThat(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").isResponse()).isTrue();
        assertThat(message("{\"error\":{},\"id\":null,\"jsonrpc\":\"2.0\"}").isResponse()).isTrue();
    }

    @Test
    void aMessageUnderAnotherIdIsOtherwiseTheSame() {
        RpcMessage message =
                message("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"a\":1.50}}");

        assertThat(new String(message.withId(RawJson.string("b-1")).line(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"b-1\",\"method\":\"x\","
                                + "\"params\":{\"a\":1.50}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "not json                                            | -32700",
                "[]                                                  | -32600",
                "1                                                   | -32600",
                "{\"id\":1,\"method\":\"a\"}                         | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"a\"}     | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"a\"}  | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"a\"}    | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}         | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"params\":3} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1}                      | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":{}} | -32600",
                "{\"jsonrpc\":\"2.0\",\"result\":1}                  | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"result\":1} | -32600",
            })
    void whatIsNoMessageHasItsCode(String text, int code) {
        assertThatThrownBy(() -> message(text))
                .isInstanceOfSatisfying(
                        RpcProblem.class, problem -> assertThat(problem.code()).isEqualTo(code));
    }
}
