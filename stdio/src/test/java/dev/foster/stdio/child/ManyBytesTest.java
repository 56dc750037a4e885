package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;

class ManyBytesTest extends RpcChildContract {
    private static final int HUNDRED_MEGABYTES = 100_000_000;
    private static final RpcLimits LARGE = RpcLimits.defaults().messageBytes(128 << 20);

    @Test
    void aMessageOfAHundredMegabytesGoesThroughToTheChild() {
        try (RpcChild child = start(TalkingChild.spec(), LARGE)) {
            byte[] text = new byte[HUNDRED_MEGABYTES];
            Arrays.fill(text, (byte) 'x');
            text[0] = '[';
            text[1] = '"';
            text[text.length - 2] = '"';
            text[text.length - 1] = ']';
            RpcMessage asked = RpcMessage.request(RawJson.parse("1"), "size", RawJson.parse(text));
            long size = Long.parseLong(resultOf(child.request(asked, SOON)));
            assertThat(size).isEqualTo(asked.length() + 1);
            assertThat(child.counts().bytesOut()).isEqualTo(size);
        }
    }

    @Test
    void aMessageOfAHundredMegabytesGoesThroughFromTheChild() {
        try (RpcChild child = start(TalkingChild.spec(), LARGE)) {
            RawJson params = RawJson.parse("{\"size\":" + HUNDRED_MEGABYTES + "}");
            RpcMessage answer = child.call("big", params, SOON).join();
            assertThat(answer.result().orElseThrow().length()).isEqualTo(HUNDRED_MEGABYTES + 2);
            assertThat(heard.strays).isEmpty();
        }
    }

    @Test
    void aFloodOnStandardErrorDoesNotHurtStandardOutput() throws Exception {
        var stuck = new CountDownLatch(1);
        var stubborn =
                new Overheard() {
                    @Override
                    public void log(String stderrLine) {
                        try {
                            stuck.await();
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        }
                        super.log(stderrLine);
                    }
                };
        String text = "a line of the flood with some letters in it, so that it is not too short\\n";
        int times = HUNDRED_MEGABYTES / text.length();
        try (RpcChild child =
                RpcChild.start(engine, TalkingChild.spec(), RpcLimits.defaults(), stubborn)) {
            RawJson params = RawJson.parse("{\"text\":\"" + text + "\",\"times\":" + times + "}");
            assertThat(resultOf(child.call("log", params, SOON))).isEqualTo("\"logged\"");
            assertThat(resultOf(child.request(request("1", "echo", "{}"), SOON))).isEqualTo("{}");
            // Standard error is a pipe of its own: it may be read later than the answers.
            long flood = (long) times * (text.length() - 1);
            Overheard.await(
                    "all of the flood is read",
                    () -> child.child().output().counts().stderrBytes() >= flood);
            assertThat(resultOf(child.request(request("2", "echo", "{}"), SOON))).isEqualTo("{}");
            stuck.countDown();
            Overheard.await(
                    "each line is either told or counted",
                    () -> stubborn.log.size() + child.counts().logLinesMissed() == times);
            assertThat(stubborn.log).hasSizeLessThan(2100);
            assertThat(stubborn.missed).hasValue(child.counts().logLinesMissed());
        }
    }

    @Test
    void aSlowListenerHoldsBackTheChildAndLosesNothing() throws Exception {
        var goOn = new CountDownLatch(1);
        var slow =
                new Overheard() {
                    @Override
                    public void notification(RpcMessage fromChild) {
                        try {
                            goOn.await();
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        }
                        super.notification(fromChild);
                    }
                };
        int count = 30_000;
        try (RpcChild child =
                RpcChild.start(engine, TalkingChild.spec(), RpcLimits.defaults(), slow)) {
            var asked = child.call("count", RawJson.parse("{\"to\":" + count + "}"), SOON);
            // The other child is not held back.
            try (RpcChild other = talking()) {
                assertThat(resultOf(other.call("echo", RawJson.emptyObject(), SOON)))
                        .isEqualTo("{}");
            }
            assertThat(asked).isNotDone();
            assertThat(child.child().output().counts().stdoutBytes()).isLessThan(1 << 20);
            goOn.countDown();
            assertThat(resultOf(asked)).isEqualTo("\"done\"");
            assertThat(slow.notifications).hasSize(count);
            assertThat(child.counts().strays()).isZero();
        }
    }

    @Test
    void aMessageInManySmallPiecesIsOneMessage() {
        String message = "{\"jsonrpc\":\"2.0\",\"method\":\"é\",\"params\":[1,2]}";
        String script =
                "import os, sys\n"
                        + "for b in bytes.fromhex('"
                        + HexFormat.of().formatHex(message.getBytes(StandardCharsets.UTF_8))
                        + "0a'): os.write(1, bytes([b]))\n";
        try (RpcChild child = start(TalkingChild.python(script))) {
            child.exit().join();
            Overheard.await("the end", () -> !heard.ends.isEmpty());
            assertThat(heard.notifications)
                    .extracting(each -> each.json().json())
                    .containsExactly(message);
        }
    }
}
