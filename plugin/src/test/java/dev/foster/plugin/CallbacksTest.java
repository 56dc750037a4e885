package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;

import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.session.HostServices;

import io.grpc.ManagedChannel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.Optional;

/** What a host offers a plugin at an address in its environment. */
class CallbacksTest {
    @TempDir Path sockets;

    @ParameterizedTest
    @EnumSource(HostServices.Transport.class)
    void theAddressInItsEnvironmentLeadsToTheHost(HostServices.Transport transport)
            throws Exception {
        var offered =
                new HostServices(
                        "HOST_IS_AT", transport, it -> it.addService(new Brokered.Adder()));
        try (Stage stage = Stage.in(sockets, it -> it.callbacks(id -> Optional.of(offered)))) {
            Plugin plugin = stage.activated(stage.go("kv"));
            Address address = address(plugin);
            ManagedChannel channel = Channels.open(address, Security.plain());
            assertThat(Brokered.sum(channel, 40, 2)).isEqualTo(42);
            channel.shutdownNow();
            stage.host.restart("kv");
            assertThat(address(plugin)).as("each run has its own").isNotEqualTo(address);
        }
    }

    private static Address address(Plugin plugin) {
        String target =
                Stage.trouble(plugin)
                        .environment(Empty.getDefaultInstance())
                        .getVariablesList()
                        .stream()
                        .filter(it -> it.startsWith("HOST_IS_AT="))
                        .map(it -> it.substring("HOST_IS_AT=".length()))
                        .findFirst()
                        .orElseThrow();
        return target.startsWith("unix:")
                ? Address.unix(Path.of(target.substring("unix:".length())))
                : Address.of("tcp", target);
    }

    @Test
    void theyAreThereBeforeItStartsAndAreGoneAfterIt() throws Exception {
        try (Stage stage =
                Stage.in(sockets, it -> it.callbacks(_ -> Optional.of(HostServices.of(_ -> {}))))) {
            // The script itself sees the socket, before any handshake.
            assertThat(
                            stage.refused(
                                    stage.script(
                                            "looks",
                                            "test -S \"${FOSTER_HOST_ADDRESS#unix:}\" && echo"
                                                    + " there")))
                    .contains("\"there\"");
        }
    }

    @Test
    void aServerThatCannotBeMadeIsToldAndLeavesNothing() throws Exception {
        var broken =
                new HostServices(
                        "HOST_IS_AT",
                        HostServices.Transport.UNIX,
                        _ -> {
                            throw new IllegalStateException("no services today");
                        });
        try (Stage stage = Stage.in(sockets, it -> it.callbacks(_ -> Optional.of(broken)))) {
            assertThat(stage.refused(stage.go("kv"))).contains("no services today");
        }
    }
}
