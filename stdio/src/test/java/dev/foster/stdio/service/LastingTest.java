package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ProcessEngine;
import dev.foster.stdio.McpService;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.Call;
import dev.foster.stdio.gateway.Gateway;
import dev.foster.stdio.gateway.McpServer;
import dev.foster.stdio.gateway.Talk;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.report.GatewayListener;
import dev.foster.stdio.report.ServiceListener;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What has to last does, and what need not last is not kept. */
@Timeout(120)
class LastingTest {
    private static final int LARGE = 200_000;
    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    @Test
    void sessionsEndInTimeAlsoAfterTheEndOfOneHasFailed() throws Exception {
        var ended = new AtomicInteger();
        ServiceListener broken =
                new ServiceListener() {
                    @Override
                    public void sessionEnded(SessionFacts session, String why) {
                        ended.incrementAndGet();
                        throw new StackOverflowError("as if");
                    }
                };
        try (ProcessEngine engine = ProcessEngine.start();
                McpService service =
                        McpService.start(
                                engine,
                                List.of(ShellServer.good("shell")),
                                LiveService.settings(
                                        LiveService.many().idle(Duration.ofMillis(200))),
                                broken)) {
            for (int i = 1; i <= 2; i++) {
                int number = i;
                try (Visitor visitor = Visitor.at(service.address().getPort(), "shell")) {
                    visitor.open();
                    LiveService.await("session " + i + " is over", () -> ended.get() == number);
                }
            }
        }
    }

    @Test
    void aRequestThatWaitsForItsAnswerDoesNotKeepWhatItSaid() throws Exception {
        var held = new AtomicInteger();
        try (ProcessEngine engine = ProcessEngine.start();
                Gateway gateway =
                        Gateway.start(
                                engine,
                                List.of(ShellServer.good("shell")),
                                1,
                                new GatewayListener() {
                                    @Override
                                    public void childSaid(String server, long pid, String line) {
                                        held.incrementAndGet();
                                    }
                                })) {
            McpServer server = gateway.server("shell").orElseThrow();
            var modern = new Asked();
            modern.modern(server);
            Talk talk =
                    server.open(
                            Caller.anonymous(),
                            RpcMessage.request(
                                    RawJson.number(1), Mcp.INITIALIZE, RawJson.emptyObject()),
                            _ -> {});
            assertThat(talk.opened().join().result()).isPresent();
            var legacy = new Asked();
            legacy.legacy(talk);

            LiveService.await("both have arrived", () -> held.get() == 2);
            LiveService.await("the modern one is let go", modern::isGone);
            LiveService.await("the legacy one is let go", legacy::isGone);
            assertThat(modern.call.answer()).isNotDone();
            assertThat(legacy.call.answer()).isNotDone();
            talk.close();
        }
    }

    private static final class Asked {
        private WeakReference<byte[]> bytes = new WeakReference<>(new byte[0]);
        private Call call = Call.answered(RpcMessage.notification("none", RawJson.emptyObject()));

        void modern(McpServer server) {
            call = server.ask(Caller.anonymous(), request("," + META), _ -> {}, _ -> {});
        }

        void legacy(Talk talk) {
            call = talk.request(request(""), _ -> {});
        }

        private RpcMessage request(String meta) {
            byte[] text =
                    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                                    + "{\"name\":\"hold\",\"arguments\":{\"x\":\""
                                    + "x".repeat(LARGE)
                                    + "\"}"
                                    + meta
                                    + "}}")
                            .getBytes(StandardCharsets.UTF_8);
            bytes = new WeakReference<>(text);
            return RpcMessage.parse(text);
        }

        boolean isGone() {
            System.gc();
            return bytes.get() == null;
        }
    }
}
