package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.session.Encryption;
import dev.foster.testkit.Leaks;

import io.grpc.ManagedChannel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.Random;

/** Further connections between the host and a plugin made with the real go-plugin. */
class BrokerTest {
    @TempDir Path sockets;

    private static PluginSpec speaking(PluginSpec spec, boolean multiplex, boolean mutual) {
        return spec.terms(
                spec.terms()
                        .multiplex(multiplex)
                        .encryption(mutual ? Encryption.Auto.AUTO : Encryption.None.NONE));
    }

    // [24.26] [24.48] [24.49] [24.52] [24.53] [24.54] [24.56]
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void bothSidesServeAndCall(boolean multiplex, boolean mutual) throws Exception {
        Leaks before = Stage.snapshot();
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(speaking(stage.go("kv"), multiplex, mutual));
            int atFirst = stage.files().size();
            Brokered.sumIsAskedOfTheHost(plugin);
            Brokered.sumIsAskedOfThePlugin(plugin);
            Brokered.sumIsAskedOfTheHost(plugin);
            if (multiplex) {
                assertThat(stage.files()).as("one folder, one socket").hasSize(2).hasSize(atFirst);
            }
            GoPluginTest.putAndGet(plugin);
        }
        before.assertNothingLeft(Stage.PATIENCE);
    }

    // [24.57]: each connection of a brokered channel knocks again.
    @Test
    void aBrokeredChannelConnectsAgain() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(speaking(stage.go("kv"), true, true));
            int id = Stage.trouble(plugin).announce(Empty.getDefaultInstance()).getId();
            ManagedChannel channel = plugin.broker().dial(id);
            assertThat(Brokered.sum(channel, 1, 2)).isEqualTo(3);
            channel.enterIdle();
            assertThat(Brokered.sum(channel, 3, 4)).isEqualTo(7);
            channel.shutdownNow();
        }
    }

    // [24.58]: more than a window of yamux, both ways.
    @Test
    void muchPassesOverOneSharedConnection() throws Exception {
        byte[] much = new byte[3 << 20];
        new Random(7).nextBytes(much);
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(speaking(stage.go("kv"), true, false));
            var value = ByteString.copyFrom(much);
            var _ =
                    Stage.kv(plugin)
                            .put(PutRequest.newBuilder().setKey("k").setValue(value).build());
            assertThat(Stage.kv(plugin).get(GetRequest.newBuilder().setKey("k").build()).getValue())
                    .isEqualTo(value);
        }
    }

    // [24.50]: the five seconds are go-plugin's.
    @Test
    void anIdThatNobodyServesIsGivenUp() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            assertThatThrownBy(() -> plugin.broker().dial(4711))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("4711");
        }
    }

    // [24.51]
    @Test
    void idsBeginWithOneAndTheBrokerEndsWithItsRun() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            GrpcBroker broker = plugin.broker();
            assertThat(broker.nextId()).isEqualTo(1);
            assertThat(broker.nextId()).isEqualTo(2);
            stage.host.restart("kv");
            assertThat(broker.ended()).isDone();
            assertThatThrownBy(() -> broker.accept(3, _ -> {}))
                    .isInstanceOf(ProtocolException.class);
            assertThat(plugin.broker().nextId()).isEqualTo(1);
            Brokered.sumIsAskedOfTheHost(plugin);
        }
    }
}
