package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;

import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.protocol.handshake.Cookie;
import dev.foster.process.ChildSpec;

import io.grpc.Channel;

import org.junit.jupiter.api.Test;

/** A host and a plugin made with the real go-plugin. */
class GoPluginTest {
    private static final HostOptions OPTIONS =
            HostOptions.of(new Cookie("BASIC_PLUGIN", "hello"));

    @Test
    void itIsCalledThroughMutualTls() throws Exception {
        var heard = new Heard();
        try (PluginHost host = PluginHost.start(OPTIONS, heard)) {
            host.register(
                    PluginSpec.of("kv", ChildSpec.of(GoPrograms.kv().toString()), OPTIONS));
            host.activate("kv");
            Channel channel = host.get("kv").channel();
            var kv = KVGrpc.newBlockingStub(channel);
            kv.put(
                    PutRequest.newBuilder()
                            .setKey("name")
                            .setValue(ByteString.copyFromUtf8("value"))
                            .build());
            assertThat(kv.get(GetRequest.newBuilder().setKey("name").build()).getValue())
                    .isEqualTo(ByteString.copyFromUtf8("value"));
            assertThat(host.get("kv").status().state().number()).isEqualTo(2);
        }
    }
}
