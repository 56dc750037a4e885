package dev.foster.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.kv.LogRequest;
import dev.foster.plugin.kv.PanicRequest;
import dev.foster.plugin.protocol.handshake.Expectation;
import dev.foster.plugin.protocol.handshake.Expectation.Certificate;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.QuietJvm;
import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.hclog.Level;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.wire.StdioData.Channel;
import dev.foster.sdk.kv.KeyValuePlugin;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A plugin in a JVM of its own, from its cookie to its exit. */
class ChildPluginTest {
    private static final Expectation EXPECTED = Expectation.grpc(Set.of(1, 3));

    @TempDir Path directory;

    private Leaks before;

    @BeforeEach
    void remember() throws Exception {
        before = WarmUp.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    @Test // [S1]
    void whoStartsItByHandIsToldWhatItIs() throws Exception {
        try (var child =
                ChildPlugin.start(directory, Map.of(KeyValuePlugin.COOKIE_KEY, "something else"))) {
            assertThat(child.rest()).isEmpty();
            assertThat(child.exit()).isEqualTo(1);
            assertThat(child.errors()).hasSize(3);
            assertThat(child.errors().getFirst()).startsWith("This binary is a plugin");
        }
    }

    @Test // [S1]
    void aPluginWithoutACookieDoesNotServe() throws Exception {
        try (var child = ChildPlugin.start(directory, Map.of(), "without-cookie")) {
            assertThat(child.rest()).isEmpty();
            assertThat(child.exit()).isEqualTo(1);
            assertThat(child.errors().getFirst()).contains("cannot serve the plugin");
        }
    }

    @Test
    void theJvmsOwnWarningsDoNotBecomeTheHandshake() throws Exception {
        String warns = "-XX:SharedArchiveFile=" + directory.resolve("missing");
        try (var child =
                ChildPlugin.start(ChildPlugin.command(List.of(warns)), directory, Map.of())) {
            assertThat(child.firstLine().orElseThrow()).contains("[error][cds]");
        }
        var flags = new ArrayList<>(List.of(warns));
        flags.addAll(QuietJvm.FLAGS);
        try (var child = ChildPlugin.start(ChildPlugin.command(flags), directory, Map.of())) {
            assertThat(child.line(EXPECTED).version()).isEqualTo(1);
        }
    }

    @Test // [S3] [S6] [S7] [S13]
    void aWholeLifeInClearText() throws Exception {
        try (var child = ChildPlugin.start(directory, Map.of(), "printing")) {
            HandshakeLine line = child.line(EXPECTED);
            Path socket = Path.of(line.address().text());
            assertThat(socket.getParent()).isEqualTo(directory);
            try (TestHost host = host(line, Security.plain()).listening()) {
                host.put("key", "value");
                assertThat(host.get("key")).isEqualTo("value");
                host.print("to the output ", 1, false);
                host.print("to the error", 1, true);
                var _ =
                        host.trouble()
                                .log(LogRequest.newBuilder().setMessage("nearly full").build());
                host.shutdown();

                assertThat(child.exit()).isZero();
                // What was printed before the handshake is not the handshake.
                String all = KeyValuePlugin.NOISE + "to the output " + KeyValuePlugin.FAREWELL;
                hears(host, Channel.STDOUT, all);
                hears(host, Channel.STDERR, "to the error");
            }
            assertThat(child.rest()).isEmpty();
            assertThat(socket).doesNotExist();
            LogEntry entry = child.logged(e -> e.level() == Level.ERROR);
            assertThat(entry.message()).isEqualTo("nearly full");
            assertThat(entry.fields())
                    .isEqualTo(Map.of("@module", "kv.deep", "error", "some failure"));
            assertThat(entry.time()).isPresent();
            assertThat(child.logged(e -> e.message().equals("plugin address")).fields())
                    .containsEntry("network", "unix")
                    .containsEntry("address", socket.toString());
        }
    }

    @ParameterizedTest // [S4] [S8] [S9] [24.48] [24.49] [24.53] [24.54]
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void callsGoBothWays(boolean mutual, boolean multiplexed) throws Exception {
        TlsIdentity own = TlsIdentity.generate();
        var variables = new HashMap<String, String>();
        if (mutual) {
            variables.put(Variable.CLIENT_CERT, CertificateText.pem(own.certificate()));
        }
        if (multiplexed) {
            variables.put(Variable.MULTIPLEX_GRPC, "true");
        }
        try (var child = ChildPlugin.start(directory, variables)) {
            HandshakeLine line =
                    child.line(
                            EXPECTED.certificate(
                                            mutual ? Certificate.REQUIRED : Certificate.REFUSED)
                                    .multiplexing(multiplexed));
            Security security =
                    mutual
                            ? Security.mutual(own, line.certificate().orElseThrow())
                            : Security.plain();
            try (TestHost host = host(line, security).listening()) {
                assertThat(host.count("a", 5)).isEqualTo(5);
                assertThat(host.count("a", 7)).isEqualTo(12);
                assertThat(host.sumServedByThePlugin(40, 2)).isEqualTo(42);
                if (multiplexed) {
                    try (var sockets = Files.list(directory)) {
                        assertThat(sockets).hasSize(1);
                    }
                }
                host.shutdown();
                assertThat(child.exit()).as("%s", child.errors()).isZero();
            }
        }
        try (var sockets = Files.list(directory)) {
            assertThat(sockets).isEmpty();
        }
    }

    @Test // [S9]
    void aMultiplexedPluginThatNobodyConnectsToEnds() throws Exception {
        try (var child = ChildPlugin.start(directory, Map.of(Variable.MULTIPLEX_GRPC, "1"))) {
            assertThat(child.line(EXPECTED.multiplexing(true)).multiplexed()).isTrue();

            assertThat(child.exit()).isEqualTo(1);
            assertThat(child.logged(e -> e.level() == Level.ERROR).message())
                    .contains("cannot connect any more");
        }
    }

    @Test // [S7] [24.45]
    void tenMegabytesArriveInSmallPiecesAndStopNobody() throws Exception {
        int size = 10 * 1024 * 1024;
        String line = "x".repeat(1023) + "\n";
        try (var child = ChildPlugin.start(directory, Map.of())) {
            try (TestHost host = host(child.line(EXPECTED), Security.plain()).listening()) {
                host.print(line, size / line.length(), false);

                Eventually.until(
                        ChildPlugin.SOON, "all of it arrives", () -> host.printedBytes() == size);
                assertThat(host.pieces())
                        .allSatisfy(piece -> assertThat(piece.getData().size()).isBetween(1, 1024));
                host.put("key", "value");
                assertThat(host.get("key")).isEqualTo("value");
            }
        }
    }

    @Test // [S10]
    void anInterruptIsIgnored() throws Exception {
        try (var child = ChildPlugin.start(directory, Map.of())) {
            try (TestHost host = host(child.line(EXPECTED), Security.plain())) {
                child.signal("INT");
                assertThat(child.logged(e -> e.message().startsWith("interrupt ignored")).fields())
                        .containsEntry("count", "1");
                host.put("key", "value");
                assertThat(host.get("key")).isEqualTo("value");
            }
        }
    }

    @Test
    void sigtermEndsItInOrder() throws Exception {
        try (var child = ChildPlugin.start(directory, Map.of(), "printing")) {
            HandshakeLine line = child.line(EXPECTED);
            try (TestHost host = host(line, Security.plain()).listening()) {
                host.put("key", "value");
                child.signal("TERM");

                assertThat(child.exit()).isEqualTo(143);
                hears(host, Channel.STDOUT, KeyValuePlugin.NOISE + KeyValuePlugin.FAREWELL);
                assertThat(Path.of(line.address().text())).doesNotExist();
            }
        }
    }

    @Test
    void theFailureOfAThreadReachesTheLog() throws Exception {
        try (var child = ChildPlugin.start(directory, Map.of())) {
            try (TestHost host = host(child.line(EXPECTED), Security.plain())) {
                var request = PanicRequest.newBuilder().setMessage("on purpose").build();
                assertThatThrownBy(() -> host.trouble().panic(request))
                        .hasMessageContaining("UNAVAILABLE");
                LogEntry entry = child.logged(e -> e.level() == Level.ERROR);

                assertThat(entry.fields().get("thread")).isEqualTo("doomed");
                assertThat(entry.fields().get("error"))
                        .contains("IllegalStateException: on purpose", "\tat ");
            }
        }
    }

    @Test // [S12]
    void aTcpPortIsOneOfTheHostsRange() throws Exception {
        var range = Map.of(Variable.MIN_PORT, "21000", Variable.MAX_PORT, "21100");
        try (var child = ChildPlugin.start(directory, range, "over-tcp")) {
            HandshakeLine line = child.line(EXPECTED);
            assertThat(line.address().network()).isEqualTo("tcp");
            assertThat(line.address().text()).matches("127\\.0\\.0\\.1:21[01]\\d\\d");
            try (TestHost host = host(line, Security.plain())) {
                host.put("key", "value");
                assertThat(host.get("key")).isEqualTo("value");
                host.shutdown();
                assertThat(child.exit()).isZero();
            }
        }
    }

    @Test // [S17]
    void itEndsWithItsHostWhenItWasToldTo() throws Exception {
        String plugin = String.join(" ", ChildPlugin.command("ends-with-its-host"));
        List<String> shell = List.of("/bin/sh", "-c", plugin + " & wait");
        try (var host = ChildPlugin.start(shell, directory, Map.of())) {
            HandshakeLine line = host.line(EXPECTED);
            ProcessHandle child = host.process().children().findFirst().orElseThrow();
            host.process().destroyForcibly();

            Eventually.until(ChildPlugin.SOON, "the plugin ends", () -> !child.isAlive());
            assertThat(Path.of(line.address().text())).doesNotExist();
        }
    }

    /** What is printed comes on a thread of its own, which may be behind the plugin's end. */
    private static void hears(TestHost host, Channel channel, String text) {
        Eventually.within(ChildPlugin.SOON, () -> host.printed(channel).equals(text));
        assertThat(host.printed(channel)).isEqualTo(text);
    }

    private TestHost host(HandshakeLine line, Security security) {
        return TestHost.connect(line, security, directory);
    }
}
