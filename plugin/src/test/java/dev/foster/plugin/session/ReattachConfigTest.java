package dev.foster.plugin.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.transport.Address;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Map;

/** How programs tell each other of running plugins. [24.37] */
class ReattachConfigTest {
    private static final ReattachConfig ONE =
            new ReattachConfig(Protocol.GRPC, 5, 4711, true, Address.unix(Path.of("/tmp/a \"b\"")));
    private static final ReattachConfig OTHER =
            new ReattachConfig(Protocol.NETRPC, 0, 12, false, Address.tcp("127.0.0.1", 4000));

    @Test
    void itIsTheJsonThatTerraformReads() {
        assertThat(OTHER.text("registry/name"))
                .isEqualTo(
                        "{\"registry/name\":{\"Protocol\":\"netrpc\",\"ProtocolVersion\":0,"
                                + "\"Pid\":12,\"Test\":false,\"Addr\":{\"Network\":\"tcp\","
                                + "\"String\":\"127.0.0.1:4000\"}}}");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        var both = Map.of("one", ONE, "other", OTHER);
        assertThat(ReattachConfig.read(ReattachConfig.text(both))).isEqualTo(both);
    }

    @Test
    void whatIsUnknownIsSkippedAndNoProtocolMeansTheOldOne() {
        Map<String, ReattachConfig> read =
                ReattachConfig.read(
                        """
                        {"kv": {"More": {"deep": [1]}, "List": [{}], "Pid": 7,
                                "Addr": {"Network": "unix", "String": "/s", "Zone": null}}}
                        """);
        assertThat(read)
                .isEqualTo(
                        Map.of(
                                "kv",
                                new ReattachConfig(
                                        Protocol.NETRPC,
                                        0,
                                        7,
                                        false,
                                        Address.unix(Path.of("/s")))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"kv\": 1}",
                "{\"kv\": {\"Addr\": 1}}",
                "{\"kv\": {\"Protocol\": \"soap\", \"Addr\": {\"Network\": \"unix\", \"String\":"
                        + " \"/s\"}}}",
                "{\"kv\": {\"Protocol\": \"grpc\", \"Addr\": {\"Network\": \"pigeon\", \"String\":"
                        + " \"/s\"}}}",
                "{\"kv\": {\"Pid\": \"x\", \"Addr\": {\"Network\": \"unix\", \"String\": \"/s\"}}}",
                "{\"kv\": {\"ProtocolVersion\": 99999999999, \"Addr\": {\"Network\": \"unix\","
                        + " \"String\": \"/s\"}}}",
            })
    void whatIsSomethingElseIsRefused(String text) {
        assertThatThrownBy(() -> ReattachConfig.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cannot read how to attach to a plugin: ");
    }
}
