package dev.foster.plugin.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.wire.GRPCStdioGrpc;
import dev.foster.plugin.protocol.wire.StdioData;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** gRPC on real sockets, and what is left of them. */
class BoundServerTest {
    private static final int LARGE = 20 * 1024 * 1024;

    @TempDir Path directory;

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final List<Thread> handlers = new CopyOnWriteArrayList<>();
    private final Logger netty = Logger.getLogger("io.netty");
    private final Handler listener = new Warnings();
    private Leaks before;

    @BeforeAll
    static void theJdkKeepsASocketForItselfFromTheFirstOn() throws Exception {
        ServerSocketChannel.open().close();
    }

    @BeforeEach
    void remember() {
        netty.addHandler(listener);
        before = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        before.assertNothingLeft();
        netty.removeHandler(listener);
        assertThat(warnings).isEmpty();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test // [24.16] [24.52]
    void aUnixSocketIsNamedLikeAPluginsAndGoesWithTheServer() throws Exception {
        Path path;
        try (BoundServer server = start(inDirectory(Optional.empty()))) {
            path = Path.of(server.address().text());

            assertThat(server.address().network()).isEqualTo("unix");
            assertThat(path.getParent()).isEqualTo(directory);
            assertThat(path.getFileName().toString()).matches("plugin[0-9]{1,10}");
            assertThat(received(server, 3)).isEqualTo(3);
        }
        assertThat(path).doesNotExist();
    }

    @Test // [24.17] [S12]
    void aTcpPortIsOneOfTheRange() throws Exception {
        try (BoundServer server = start(new ListenPlace.Ports(20_000, 20_100))) {
            assertThat(server.address())
                    .isInstanceOfSatisfying(
                            Address.Tcp.class,
                            tcp -> {
                                assertThat(tcp.host()).isEqualTo("127.0.0.1");
                                assertThat(tcp.port()).isBetween(20_000, 20_100);
                            });
            assertThat(received(server, 3)).isEqualTo(3);
        }
    }

    @Test // [S12]
    void aPortThatIsTakenIsPassedOver() throws Exception {
        try (BoundServer taken = start(new ListenPlace.Ports(0, 0))) {
            int port = ((Address.Tcp) taken.address()).port();
            assertThatThrownBy(() -> start(new ListenPlace.Ports(port, port)))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("couldn't bind plugin TCP listener")
                    .hasMessageContaining("PLUGIN_MIN_PORT");
            try (BoundServer server =
                    start(new ListenPlace.Ports(port, Math.min(port + 50, 65_535)))) {
                assertThat(((Address.Tcp) server.address()).port()).isGreaterThan(port);
            }
        }
    }

    @Test // [S12]
    void portsComeFromTheEnvironment() throws Exception {
        assertThat(ListenPlace.Ports.of("10000", "25000"))
                .isEqualTo(new ListenPlace.Ports(10_000, 25_000));
        try (BoundServer server = start(ListenPlace.Ports.of("", ""))) {
            assertThat(((Address.Tcp) server.address()).port()).isPositive();
        }
        for (List<String> bad :
                List.of(List.of("x", "1"), List.of("2", "1"), List.of("1", "70000"))) {
            assertThatThrownBy(() -> ListenPlace.Ports.of(bad.getFirst(), bad.getLast()))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            refused ->
                                    assertThat(refused.problem())
                                            .isInstanceOf(TransportProblem.BadPortRange.class));
        }
    }

    @Test // [24.31] [S11]
    void aSocketForAGroupIsOpenToItAndToNobodyElse() throws Exception {
        Object group = Files.getAttribute(directory, "unix:gid");
        String number = group.toString();
        try (BoundServer server = start(inDirectory(Optional.of(number)))) {
            Path path = Path.of(server.address().text());

            assertThat(Files.getPosixFilePermissions(path))
                    .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
            assertThat(Files.getAttribute(path, "unix:gid")).isEqualTo(group);
            assertThat(received(server, 1)).isEqualTo(1);
        }
    }

    @Test // [S11]
    void anUnknownGroupIsToldAndNothingStays() {
        assertThatThrownBy(() -> start(inDirectory(Optional.of("no-such-group-here"))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("failed to find gid from \"no-such-group-here\"");
    }

    @Test
    void aDirectoryThatIsNotThereIsTold() {
        Path missing = directory.resolve("missing");

        assertThatThrownBy(() -> start(new ListenPlace.SocketDirectory(missing, Optional.empty())))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("cannot listen on " + missing);
    }

    @Test
    void aDirectoryTooDeepForASocketIsTold() throws Exception {
        Path deep = Files.createDirectory(directory.resolve("d".repeat(100)));

        assertThatThrownBy(() -> start(new ListenPlace.SocketDirectory(deep, Optional.empty())))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("a socket's may have");
        Files.delete(deep);
    }

    @Test
    void temporaryFilesGoWhereOtherLanguagesPutThem() {
        assertThat(ListenPlace.temporaryDirectory(Map.of("TMPDIR", "/var/tmp")))
                .isEqualTo(Path.of("/var/tmp"));
        assertThat(ListenPlace.temporaryDirectory(Map.of()))
                .isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
    }

    @Test
    void aProgramThatForgetsItsServerLeavesNoSocketAndIsNotKeptAlive() throws Exception {
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ForgetfulServer.class.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var output = program.inputReader()) {
            assertThat(output.readLine()).startsWith(directory.toString());
            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).isZero();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test // [24.22]
    void messagesMayBeLarge() throws Exception {
        try (BoundServer server = start(inDirectory(Optional.empty()))) {
            assertThat(received(server, LARGE)).isEqualTo(LARGE);
        }
    }

    @Test
    void aHandlerRunsOnAVirtualThreadUnlessTheServerWantsItDirect() throws Exception {
        ListenPlace place = inDirectory(Optional.empty());
        try (BoundServer server = start(place)) {
            assertThat(received(server, 1)).isEqualTo(1);
        }
        try (BoundServer direct =
                BoundServer.start(
                        place,
                        Security.plain(),
                        builder -> builder.directExecutor().addService(new Once()))) {
            assertThat(received(direct, 1)).isEqualTo(1);
        }

        assertThat(handlers).hasSize(2);
        assertThat(handlers.getFirst().isVirtual()).isTrue();
        assertThat(handlers.getLast().getName()).startsWith("foster-plugin-io");
    }

    @Test
    void callsUnderWayMayEndWithinTheGrace() throws Exception {
        BoundServer server = start(inDirectory(Optional.empty()));
        ManagedChannel channel = Channels.open(server.address(), Security.plain());
        var answers =
                GRPCStdioGrpc.newBlockingStub(channel).streamStdio(Empty.getDefaultInstance());
        assertThat(answers.hasNext()).isTrue();
        long begin = System.nanoTime();

        server.close(Duration.ofMillis(200)); // the stream stays open: the grace runs out

        assertThat(System.nanoTime() - begin).isGreaterThan(200_000_000);
        channel.shutdownNow();
        Eventually.until(Duration.ofSeconds(5), "the channel ends", channel::isTerminated);
    }

    private BoundServer start(ListenPlace place) {
        return BoundServer.start(place, Security.plain(), b -> b.addService(new Once()));
    }

    private ListenPlace inDirectory(Optional<String> group) {
        return new ListenPlace.SocketDirectory(directory, group);
    }

    /** Asks for that many bytes in one message and tells how many came. */
    private int received(BoundServer server, int size) throws InterruptedException {
        wanted = size;
        ManagedChannel channel = Channels.open(server.address(), Security.plain());
        try {
            return GRPCStdioGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .streamStdio(Empty.getDefaultInstance())
                    .next()
                    .getData()
                    .size();
        } finally {
            assertThat(channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private volatile int wanted = 1;

    /** Sends one message and holds the stream open. */
    private final class Once extends GRPCStdioGrpc.GRPCStdioImplBase {
        @Override
        public void streamStdio(Empty request, StreamObserver<StdioData> answers) {
            handlers.add(Thread.currentThread());
            answers.onNext(
                    StdioData.newBuilder()
                            .setChannel(StdioData.Channel.STDOUT)
                            .setData(ByteString.copyFrom(new byte[wanted]))
                            .build());
        }
    }

    private final class Warnings extends Handler {
        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(record.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
