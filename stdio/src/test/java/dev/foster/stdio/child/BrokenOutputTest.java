package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

class BrokenOutputTest extends RpcChildContract {
    private static final RpcLimits SMALL = RpcLimits.defaults().messageBytes(64 * 1024);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Server listening on stdio",
                "{\"jsonrpc\":\"2.0\",",
                "[{\"jsonrpc\":\"2.0\",\"method\":\"a\"}]",
                "{\"jsonrpc\":\"1.0\",\"method\":\"a\"}",
                "{\"method\":\"a\"}",
                "\0\0\0\0",
                "{\0\"\0a\0",
                "\0{\0\"",
                "{\"jsonrpc\":\"2.0\",\"method\":\"a\0b\"}",
                "12",
                "null",
                "\u001b[32mok\u001b[0m"
            })
    void aLineThatIsNoMessageIsReportedAndNothingElse(String line) {
        try (RpcChild child = talking()) {
            writeRaw(child, line.getBytes(StandardCharsets.UTF_8));
            assertThat(heard.strays)
                    .singleElement()
                    .satisfies(
                            stray -> {
                                assertThat(stray.kind()).isEqualTo(Stray.Kind.NO_MESSAGE);
                                assertThat(stray.start()).isEqualTo(line);
                                assertThat(stray.length()).isEqualTo(line.length());
                            });
            assertThat(child.counts().strays()).isEqualTo(1);
        }
    }

    @Test
    void bytesThatAreNoTextAreAStray() {
        try (RpcChild child = talking()) {
            writeRaw(child, new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0x80, '{', '}'});
            assertThat(heard.strays).extracting(Stray::kind).containsExactly(Stray.Kind.NO_MESSAGE);
        }
    }

    @Test
    void emptyLinesAndCarriageReturnsAreNothing() {
        try (RpcChild child = talking()) {
            writeRaw(
                    child,
                    "\n\r\n  \n{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\r\n\n"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(heard.strays).isEmpty();
            assertThat(heard.notifications).extracting(RpcMessage::method).containsExactly("a");
        }
    }

    @Test
    void anAnswerToNothingIsAStray() {
        try (RpcChild child = talking()) {
            writeRaw(
                    child,
                    "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":1}"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(heard.strays).extracting(Stray::kind).containsExactly(Stray.Kind.UNASKED);
        }
    }

    @Test
    void anAnswerThatCannotBeReadFailsItsRequestAtOnce() {
        try (RpcChild child = talking()) {
            CompletableFuture<RpcMessage> asked = child.request(request("7", "hold", "{}"), SOON);
            byte[] answer =
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"#\"}"
                            .getBytes(StandardCharsets.UTF_8);
            answer[answer.length - 3] = (byte) 0xff;
            writeRaw(child, answer);
            assertThat(asked).isCompletedExceptionally();
            assertThat(failureOf(asked))
                    .isInstanceOf(RpcProblem.class)
                    .hasMessageContaining("cannot be read");
        }
    }

    private static void writeRaw(RpcChild child, byte[] bytes) {
        String hex = HexFormat.of().formatHex(bytes) + "0a";
        assertThat(resultOf(child.call("raw", RawJson.parse("{\"hex\":\"" + hex + "\"}"), SOON)))
                .isEqualTo("\"done\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"big", "bigfirst"})
    void anAnswerThatIsTooLongFailsJustItsRequest(String method) {
        try (RpcChild child = start(TalkingChild.spec(), SMALL)) {
            CompletableFuture<RpcMessage> other = child.request(request("5", "hold", "{}"), SOON);
            Throwable failure =
                    failureOf(child.request(request("\"5\"", method, "{\"size\":1000000}"), SOON));
            assertThat(failure)
                    .isInstanceOf(RpcProblem.class)
                    .hasMessageContaining("too long")
                    .hasMessageContaining("the limit is 65536");
            child.send(notification("release", "{}"));
            assertThat(resultOf(other)).isEqualTo("\"released\"");
            assertThat(heard.strays).extracting(Stray::kind).containsExactly(Stray.Kind.TOO_LONG);
            assertThat(heard.strays.getFirst().length()).isGreaterThan(1_000_000);
            assertThat(child.counts().oversized()).isEqualTo(1);
        }
    }

    @Test
    void aQuestionOfTheChildThatIsTooLongIsRefusedAndFailsNoRequestOfOurs() {
        try (RpcChild child = start(TalkingChild.spec(), SMALL)) {
            CompletableFuture<RpcMessage> asked =
                    child.request(request("5", "bigquestion", "{\"size\":1000000}"), SOON);
            Overheard.await("the refusal", () -> !heard.notifications.isEmpty());
            assertThat(heard.notifications.getFirst().params().at("error", "message"))
                    .hasValueSatisfying(message -> assertThat(message.json()).contains("too long"));
            child.send(notification("release", "{}"));
            assertThat(resultOf(asked)).isEqualTo("\"released\"");
        }
    }

    @Test
    void aRequestThatIsTooLongIsNotSent() {
        try (RpcChild child = start(TalkingChild.spec(), SMALL)) {
            RawJson params = RawJson.parse("[\"" + "x".repeat(70_000) + "\"]");
            assertThat(failureOf(child.call("echo", params, SOON)))
                    .isInstanceOf(RpcProblem.class)
                    .hasMessageContaining("the limit is 65536");
            assertThat(child.counts().messagesOut()).isZero();
        }
    }

    @Test
    void theLastLineNeedsNoEnd() {
        try (RpcChild child =
                start(
                        shell(
                                "read line; printf '%s'"
                                        + " '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":2}'"))) {
            assertThat(resultOf(child.request(request("1", "a", "{}"), SOON))).isEqualTo("2");
        }
    }

    @Test
    void halfAMessageAtTheEndIsAStray() {
        try (RpcChild child = start(shell("read line; printf '%s' '{\"jsonrpc\":\"2.0\",\"id'"))) {
            assertThat(failureOf(child.request(request("1", "a", "{}"), SOON)))
                    .isInstanceOf(ChildGone.class);
            assertThat(heard.strays).extracting(Stray::kind).containsExactly(Stray.Kind.NO_MESSAGE);
        }
    }
}
