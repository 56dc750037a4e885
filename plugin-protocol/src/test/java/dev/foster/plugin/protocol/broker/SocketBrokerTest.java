package dev.foster.plugin.protocol.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.broker.Pair.Keys;
import dev.foster.plugin.protocol.broker.Pair.Way;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.transport.TransportProblem;
import dev.foster.plugin.protocol.wire.ConnInfo;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The broker whose connections have a socket each. */
@DisplayName("the broker over sockets")
@Timeout(60)
final class SocketBrokerTest {
    private static final GrpcBrokerOptions HASTY =
            GrpcBrokerOptions.ofDefaults().withPending(Duration.ofMillis(200));

    @RegisterExtension static final Cleanliness CLEAN = new Cleanliness();

    private final Path folder = CLEAN.folder();

    private static Served serve(GrpcBroker broker, int id, String name) {
        return broker.accept(id, settings -> settings.addService(Echo.named(name)));
    }

    private ListenPlace place() {
        return new ListenPlace.SocketDirectory(folder, Optional.empty());
    }

    @Test
    @DisplayName("[24.51] ids count from 1 on each side")
    void idsCountFromOne() {
        try (Pair pair = Pair.join(Way.SOCKETS, folder, HASTY)) {
            assertThat(List.of(pair.host().nextId(), pair.host().nextId())).containsExactly(1, 2);
            assertThat(pair.plugin().nextId()).isEqualTo(1);
        }
    }

    @Test
    void anAnnouncementIsDialledOnce() throws Exception {
        try (Pair pair = Pair.join(Way.SOCKETS, folder, GrpcBrokerOptions.ofDefaults())) {
            serve(pair.host(), 4, "host");
            assertThat(Echo.say(pair.plugin().dial(4), "a")).isEqualTo("host heard a");
            assertThatThrownBy(() -> pair.plugin().dial(4))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("can be dialled once");
        }
    }

    @Test
    void anAnnouncementNobodyDialsIsForgotten() {
        var announcements = new Announcements(Duration.ofMillis(50));
        announcements.add(ConnInfo.newBuilder().setServiceId(1).build());
        long begin = System.nanoTime();
        Eventually.until(
                Duration.ofSeconds(5),
                "its time has passed",
                () -> System.nanoTime() - begin > 60_000_000);
        assertThatThrownBy(() -> announcements.take(1))
                .hasMessageContaining("timeout waiting for connection info");
    }

    @Test
    void aSecondAnnouncementOfAnIdIsDropped() throws Exception {
        var announcements = new Announcements(Duration.ofSeconds(5));
        announcements.add(ConnInfo.newBuilder().setServiceId(1).setAddress("first").build());
        announcements.add(ConnInfo.newBuilder().setServiceId(1).setAddress("second").build());
        assertThat(announcements.take(1).getAddress()).isEqualTo("first");
    }

    @Test
    void anAddressOfAnUnknownKindIsAnError() {
        GrpcBroker broker =
                GrpcBroker.overSockets(
                        place(),
                        Keys.of(Way.SOCKETS).host(),
                        Translation.none(),
                        GrpcBrokerOptions.ofDefaults());
        try (broker;
                Scripted plugin = Scripted.start(broker)) {
            plugin.say(
                    ConnInfo.newBuilder()
                            .setServiceId(6)
                            .setNetwork("pigeon")
                            .setAddress("loft")
                            .build());
            assertThatThrownBy(() -> broker.dial(6))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            failure ->
                                    assertThat(failure.problem())
                                            .isInstanceOf(TransportProblem.UnknownNetwork.class))
                    .hasMessageContaining("unknown address type");
        }
    }

    @Test
    @DisplayName("[24.30] the host translates addresses both ways")
    void theHostTranslatesAddressesBothWays() throws Exception {
        List<String> translated = new ArrayList<>();
        UnaryOperator<Address> forPeer =
                own -> {
                    translated.add("ours");
                    return own;
                };
        UnaryOperator<Address> fromPeer =
                theirs -> {
                    translated.add("theirs");
                    return theirs;
                };
        try (Pair pair =
                Pair.overSockets(
                        place(),
                        Keys.of(Way.SOCKETS),
                        new Translation(forPeer, fromPeer),
                        GrpcBrokerOptions.ofDefaults())) {
            serve(pair.host(), 1, "host");
            assertThat(Echo.say(pair.plugin().dial(1), "a")).isEqualTo("host heard a");
            serve(pair.plugin(), 2, "plugin");
            assertThat(Echo.say(pair.host().dial(2), "b")).isEqualTo("plugin heard b");
        }
        assertThat(translated).containsExactly("ours", "theirs");
    }

    @Test
    void aTranslationThatFailsLeavesNoServer() throws IOException {
        Translation broken =
                new Translation(
                        own -> {
                            throw new IllegalArgumentException("no way there");
                        },
                        UnaryOperator.identity());
        try (Pair pair = Pair.overSockets(place(), Keys.of(Way.SOCKETS), broken, HASTY)) {
            assertThatThrownBy(() -> serve(pair.host(), 1, "host")).hasMessage("no way there");
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).as("only the plugin's own socket").hasSize(1);
            }
        }
    }

    @Test
    @DisplayName("[24.52] a closed server's socket file is gone")
    void aClosedServersSocketFileIsGone() throws Exception {
        try (Pair pair = Pair.join(Way.SOCKETS, folder, GrpcBrokerOptions.ofDefaults())) {
            Served server = serve(pair.host(), 1, "host");
            assertThat(Echo.say(pair.plugin().dial(1), "a")).isEqualTo("host heard a");
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).hasSize(2);
            }
            server.close();
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).hasSize(1);
            }
        }
    }

    @Test
    @DisplayName("[24.17] ports will do instead of socket files")
    void portsWillDoInsteadOfSocketFiles() throws Exception {
        try (Pair pair =
                Pair.overSockets(
                        new ListenPlace.Ports(0, 0),
                        Keys.of(Way.SOCKETS_WITH_TLS),
                        Translation.none(),
                        GrpcBrokerOptions.ofDefaults())) {
            serve(pair.plugin(), 2, "plugin");
            assertThat(Echo.say(pair.host().dial(2), "b")).isEqualTo("plugin heard b");
        }
    }
}
