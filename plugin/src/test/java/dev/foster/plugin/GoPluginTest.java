package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.kv.AddHelperGrpc;
import dev.foster.plugin.kv.BlobRequest;
import dev.foster.plugin.kv.Chunk;
import dev.foster.plugin.kv.ConfigureRequest;
import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.kv.ReadRequest;
import dev.foster.plugin.kv.StreamerServiceGrpc;
import dev.foster.plugin.kv.SumRequest;
import dev.foster.testkit.Leaks;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A host and a plugin made with the real go-plugin. */
class GoPluginTest {
    @TempDir Path sockets;

    // [24.1] [24.8] [24.16] [24.19] [24.20] [24.32] [24.65]
    @Test
    void itIsCalledOverASocketInTheHostsFolder() throws Exception {
        Leaks before = Stage.snapshot();
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            putAndGet(plugin);
            assertThat(plugin.status().state().number()).isEqualTo(2);
            assertThat(plugin.status().protocolVersion()).hasValue(1);
            assertThat(plugin.connection().orElseThrow().pid()).isEqualTo(Stage.pid(plugin));
            Path socket = Path.of(plugin.connection().orElseThrow().address().text());
            assertThat(socket).exists().startsWith(sockets);
            assertThat(stage.host.activate("kv")).as("it runs already").isFalse();
        }
        before.assertNothingLeft(Stage.PATIENCE);
    }

    static void putAndGet(Plugin plugin) {
        ByteString value = ByteString.copyFromUtf8("value");
        var _ =
                Stage.kv(plugin)
                        .put(PutRequest.newBuilder().setKey("name").setValue(value).build());
        assertThat(Stage.kv(plugin).get(GetRequest.newBuilder().setKey("name").build()).getValue())
                .isEqualTo(value);
    }

    // [24.21]: there is nothing to dispense; an unknown service is the plugin's to refuse.
    @Test
    void servicesAreFoundByTheirNamesOnOneChannel() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            var streams = StreamerServiceGrpc.newBlockingStub(plugin.channel());
            var _ = streams.configure(ConfigureRequest.newBuilder().setName("piece").build());
            var read = new ArrayList<String>();
            streams.read(ReadRequest.newBuilder().setCount(3).build())
                    .forEachRemaining(chunk -> read.add(chunk.getData().toStringUtf8()));
            assertThat(read).containsExactly("piece 0", "piece 1", "piece 2");
            assertThatThrownBy(() -> Stage.kv(plugin).get(GetRequest.getDefaultInstance()))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("NOT_FOUND");
            assertThatThrownBy(
                            () ->
                                    AddHelperGrpc.newBlockingStub(plugin.channel())
                                            .sum(SumRequest.getDefaultInstance()))
                    .hasMessageContaining("UNIMPLEMENTED");
            assertThatThrownBy(() -> stage.host.get("nobody"))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("there is none of that id; there are [kv]");
        }
    }

    // [24.18] [24.20]
    @ParameterizedTest
    @CsvSource({"2:grpc;3:grpc, 2;3, 3", "2:grpc;3:grpc, 2, 2", "2:netrpc;3:grpc, 3;9, 3"})
    void theHighestVersionBothKnowIsUsed(String offered, String accepted, int agreed)
            throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv", "KV_VERSIONS", offered.replace(';', ','));
            var versions =
                    Arrays.stream(accepted.split(";", -1))
                            .map(Integer::valueOf)
                            .collect(Collectors.toCollection(TreeSet::new));
            Plugin plugin = stage.activated(spec.terms(spec.terms().versions(versions)));
            assertThat(plugin.status().protocolVersion()).hasValue(agreed);
            putAndGet(plugin);
        }
    }

    // [24.22]
    @Test
    void messagesOfTwentyMegabytesPassBothWays() throws Exception {
        int size = 20 << 20;
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            Chunk large =
                    Stage.trouble(plugin).blob(BlobRequest.newBuilder().setSize(size).build());
            assertThat(large.getData().size()).isEqualTo(size);
            var _ =
                    Stage.kv(plugin)
                            .put(
                                    PutRequest.newBuilder()
                                            .setKey("large")
                                            .setValue(large.getData())
                                            .build());
        }
    }

    // [24.23]
    @Test
    void theApplicationHasTheLastWordOnItsChannels() throws Exception {
        var calls = new AtomicInteger();
        ClientInterceptor counting =
                new ClientInterceptor() {
                    @Override
                    public <Q, A> ClientCall<Q, A> interceptCall(
                            MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
                        if (method.getFullMethodName().startsWith("proto.KV")) {
                            calls.incrementAndGet();
                        }
                        return next.newCall(method, options);
                    }
                };
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv");
            Plugin plugin =
                    stage.activated(
                            spec.terms(
                                    spec.terms().channel(builder -> builder.intercept(counting))));
            putAndGet(plugin);
            assertThat(calls).hasValue(2);
        }
    }

    // [24.1] [24.5] [24.69]
    @Test
    void itSeesTheProtocolsVariablesOnly() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv", "PLUGIN_CLIENT_CERT", "stale"));
            List<String> variables =
                    Stage.trouble(plugin)
                            .environment(Empty.getDefaultInstance())
                            .getVariablesList();
            assertThat(variables)
                    .contains("BASIC_PLUGIN=hello", "PLUGIN_PROTOCOL_VERSIONS=1")
                    .noneMatch(it -> it.startsWith("PLUGIN_CLIENT_CERT"));
        }
    }

    @Test
    void aCallToOneThatIsNotRunningFailsAtOnce() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            stage.host.register(stage.go("kv"));
            Plugin plugin = stage.host.get("kv");
            for (WhenAway whenAway : WhenAway.values()) {
                assertThatThrownBy(
                                () ->
                                        KVGrpc.newBlockingStub(plugin.channel(whenAway))
                                                .get(GetRequest.getDefaultInstance()))
                        .isInstanceOfSatisfying(
                                StatusRuntimeException.class,
                                failure ->
                                        assertThat(failure.getStatus().getCode())
                                                .isEqualTo(Status.Code.UNAVAILABLE))
                        .hasMessageContaining("cannot call plugin kv: it is not running");
            }
            assertThatThrownBy(plugin::broker).hasMessageContaining("activate it first");
            assertThatThrownBy(plugin::reattach).hasMessageContaining("activate it first");
        }
    }
}
