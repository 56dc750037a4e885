package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.Probe;

import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The health service of gRPC, real and played. */
class GrpcProbeTest extends ProbeContract {
    private static final String LONG_NAME = "a.service.with.a.name.that.does.not.end.".repeat(8);
    private static final String SETTINGS = "000000 04 00 00000000";
    private static final String SERVING = "00 00000002 0801";

    /** One thread, there from the start: more would come with later connections. */
    private static EventLoopGroup loop;

    private static final HealthStatusManager HEALTH = new HealthStatusManager();
    private static Server server;
    private static Server bare;

    @BeforeAll
    static void startServers() throws Exception {
        loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        server = builder().addService(HEALTH.getHealthService()).build().start();
        bare = builder().build().start();
        HEALTH.setStatus("serving", ServingStatus.SERVING);
        HEALTH.setStatus("not.serving", ServingStatus.NOT_SERVING);
        HEALTH.setStatus("unknown", ServingStatus.UNKNOWN);
        HEALTH.setStatus(LONG_NAME, ServingStatus.SERVING);
        for (Server each : List.of(server, bare)) {
            // The servers' own threads begin with the first call.
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), each.getPort())) {
                var http = new Http2(socket.getInputStream(), socket.getOutputStream());
                http.open();
                http.call(1, "warm", "/grpc.health.v1.Health/Check", HealthMessages.request(""));
                while (http.next().type() != Http2.HEADERS) {
                    // Its first words are about the connection.
                }
            }
        }
    }

    private static NettyServerBuilder builder() {
        return NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .channelType(NioServerSocketChannel.class)
                .directExecutor();
    }

    @AfterAll
    static void stopServers() throws InterruptedException {
        assertThat(server.shutdownNow().awaitTermination(15, TimeUnit.SECONDS)).isTrue();
        assertThat(bare.shutdownNow().awaitTermination(15, TimeUnit.SECONDS)).isTrue();
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).await();
    }

    @Test
    void aServiceThatServesIsGood() throws Exception {
        assertGood(service(""));
        assertGood(service("serving"));
        assertGood(service(LONG_NAME));
    }

    @Test
    void aServiceThatDoesNotServeIsBadInItsOwnWords() throws Exception {
        assertThat(whyBad(service("not.serving"))).isEqualTo("NOT_SERVING for \"not.serving\"");
        assertThat(whyBad(service("unknown"))).isEqualTo("UNKNOWN for \"unknown\"");
    }

    @Test
    void aServiceThatIsNotKnownIsBad() throws Exception {
        assertThat(whyBad(service("nobody")))
                .isEqualTo(
                        "the health service does not know the service \"nobody\" (grpc-status 5)");
    }

    @Test
    void aServerWithoutTheHealthServiceIsBad() throws Exception {
        assertThat(whyBad(new Probe.Grpc("127.0.0.1", bare.getPort(), "")))
                .isEqualTo("there is no health service (grpc-status 12)");
    }

    @Test
    void aPortOnWhichNobodyListensIsBad() throws Exception {
        assertThat(whyBad(new Probe.Grpc("127.0.0.1", closedPort(), "")))
                .isEqualTo("connection refused");
    }

    @Test
    void aServerThatSpeaksSomethingElseIsBad() throws Exception {
        try (var one = ScriptedServer.sending("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            assertThat(whyBad(at(one))).isEqualTo("it speaks HTTP/1, not the HTTP/2 of gRPC");
        }
        try (var mail = ScriptedServer.sending("220 mail ready\r\n")) {
            assertThat(whyBad(at(mail))).isEqualTo("it does not speak the HTTP/2 of gRPC");
        }
        try (var rude = ScriptedServer.sending("")) {
            assertThat(whyBad(at(rude))).isEqualTo("it closed the connection without an answer");
        }
    }

    @Test
    void aServerThatNeverAnswersIsBadWhenTheTimeIsOver() throws Exception {
        try (var silent = ScriptedServer.silent()) {
            assertThat(whyBad(at(silent), LONGER)).isEqualTo("no answer within 3 s");
            assertThat(silent.wasLeft()).isTrue();
        }
    }

    @Test
    void aServerThatOnlySendsSettingsForeverIsBadWhenTheTimeIsOver() throws Exception {
        String settings = new String(new char[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
        try (var chatty = ScriptedServer.endless("", settings.repeat(50))) {
            assertThat(whyBad(at(chatty), LONGER)).isEqualTo("no answer within 3 s");
            assertThat(chatty.wasLeft()).isTrue();
        }
    }

    @Test
    void anAnswerInPiecesWithPaddingIsReadAndPingsAreAnswered() throws Exception {
        var pong = new CompletableFuture<String>();
        try (var played =
                ScriptedServer.doing(
                        connection -> {
                            send(connection, SETTINGS, "000008 06 00 00000000 0102030405060708");
                            pong.complete(awaitFrame(connection, 6));
                            send(
                                    connection,
                                    // Headers in two parts, the first padded.
                                    "000004 01 08 00000001 02 88 0000",
                                    "000001 09 04 00000001 88",
                                    "000003 00 00 00000001 000000",
                                    "000006 00 08 00000001 03 0002 000000",
                                    "000001 00 00 00000001 08",
                                    "000001 00 00 00000001 01");
                            ScriptedServer.readToEnd(connection);
                        })) {
            assertGood(at(played));
            assertThat(pong.get()).isEqualTo("0102030405060708");
        }
    }

    @Test
    void aResetAndAGoodbyeAreBad() throws Exception {
        assertThat(whyBadOf("000004 03 00 00000001 0000000b"))
                .isEqualTo("no health service answered: stream reset, error 11");
        assertThat(whyBadOf("000008 07 00 00000000 00000000 00000002"))
                .isEqualTo("no health service answered: it goes away, error 2");
    }

    @Test
    void aGoodbyeThatStillAnswersUsIsWaitedFor() throws Exception {
        try (var played =
                playing(
                        "000008 07 00 00000000 7fffffff 00000000",
                        "000007 00 01 00000001 " + SERVING)) {
            assertGood(at(played));
        }
    }

    @Test
    void anAnswerThatCannotBeReadIsBad() throws Exception {
        for (String message :
                List.of(
                        "01 00000002 0801",
                        "00 00000002 0880",
                        "00 00000002 0f01",
                        "00 ffffffff 00 00")) {
            int length = message.replace(" ", "").length() / 2;
            assertThat(whyBadOf("0000%02x 00 01 00000001 %s".formatted(length, message)))
                    .isEqualTo("the health service's answer cannot be read");
        }
        assertThat(whyBadOf("000003 00 01 00000001 000000"))
                .isEqualTo("no health service answered");
        assertThat(whyBadOf("000002 00 08 00000001 ff00"))
                .isEqualTo("it does not speak the HTTP/2 of gRPC");
    }

    @Test
    void fieldsOfLaterVersionsArePassedOver() throws Exception {
        assertThat(HealthMessages.status(hex("00 0000000f 1202ffff 1801 0802 2000 2d00000000")))
                .isEqualTo(OptionalInt.of(2));
    }

    @Test
    void aStatusIsFoundAmongHeadersInBothSpellings() {
        assertThat(GrpcStatus.find(hex("88 00 0b 677270632d737461747573 02 3132")))
                .isEqualTo(OptionalInt.of(12));
        assertThat(GrpcStatus.find(hex("88 40 88 9acac8b21234da8f 01 35 00 01 61 01 62")))
                .isEqualTo(OptionalInt.of(5));
        assertThat(GrpcStatus.find(hex("88 40 88 9acac8b21234da8f"))).isEmpty();
        assertThat(GrpcStatus.find(hex("88 40 88 9acac8b21234da8f 02 35"))).isEmpty();
        assertThat(GrpcStatus.find(hex("88"))).isEmpty();
    }

    @Test
    void aCancelledAttemptLeavesTheServerAtOnce() throws Exception {
        try (var silent = ScriptedServer.silent()) {
            Attempt attempt = probes.start(at(silent), SOON);
            assertThat(silent.wasConnected()).isTrue();

            attempt.cancel();

            assertThat(resultOf(attempt)).isEqualTo(new ProbeResult.Cancelled());
            assertThat(silent.wasLeft()).isTrue();
        }
    }

    private static Probe service(String name) {
        return new Probe.Grpc("127.0.0.1", server.getPort(), name);
    }

    private static Probe at(ScriptedServer played) {
        return new Probe.Grpc("127.0.0.1", played.port(), "");
    }

    private String whyBadOf(String frame) throws Exception {
        try (var played = playing(frame)) {
            return whyBad(at(played));
        }
    }

    /** A server that sends its settings and these frames, then listens. */
    private static ScriptedServer playing(String... frames) throws IOException {
        return ScriptedServer.doing(
                connection -> {
                    send(connection, SETTINGS);
                    send(connection, frames);
                    ScriptedServer.readToEnd(connection);
                });
    }

    private static void send(Socket connection, String... frames) throws IOException {
        for (String frame : frames) {
            connection.getOutputStream().write(hex(frame));
        }
    }

    /** Reads the client's frames up to one of this type; tells what that holds. */
    private static String awaitFrame(Socket connection, int wanted) throws IOException {
        var in = new DataInputStream(connection.getInputStream());
        in.readNBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length());
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            in.readNBytes(5);
            String content = HexFormat.of().formatHex(in.readNBytes(length));
            if (type == wanted) {
                return content;
            }
        }
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }
}
