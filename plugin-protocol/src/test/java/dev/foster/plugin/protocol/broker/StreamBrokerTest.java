package dev.foster.plugin.protocol.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.broker.Pair.Keys;
import dev.foster.plugin.protocol.broker.Pair.Way;
import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.multiplex.TrunkOptions;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.wire.ConnInfo;
import dev.foster.testkit.Eventually;

import io.grpc.Attributes;
import io.grpc.ManagedChannel;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The broker whose connections are streams, and the trunk that carries them. */
@DisplayName("the broker over streams")
@Timeout(60)
final class StreamBrokerTest {
    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final GrpcBrokerOptions HASTY =
            GrpcBrokerOptions.ofDefaults().withPending(Duration.ofMillis(300));

    @RegisterExtension static final Cleanliness CLEAN = new Cleanliness();

    private final Path folder = CLEAN.folder();

    private ListenPlace place() {
        return new ListenPlace.SocketDirectory(folder, Optional.empty());
    }

    private static Served serve(GrpcBroker broker, int id, String name) {
        return broker.accept(id, settings -> settings.addService(Echo.named(name)));
    }

    @Test
    @DisplayName("[24.53] there is one socket, however many connections there are")
    void thereIsOneSocket() throws Exception {
        try (Pair pair = Pair.join(Way.STREAMS, folder, GrpcBrokerOptions.ofDefaults())) {
            serve(pair.host(), 1, "host");
            serve(pair.plugin(), 1, "plugin");
            assertThat(Echo.say(pair.plugin().dial(1), "a")).isEqualTo("host heard a");
            assertThat(Echo.say(pair.host().dial(1), "b")).isEqualTo("plugin heard b");
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).hasSize(1);
            }
        }
    }

    @Test
    @DisplayName("[24.57] a channel whose connection was dropped knocks again")
    void aChannelWhoseConnectionWasDroppedKnocksAgain() throws Exception {
        try (Pair pair = Pair.join(Way.STREAMS_WITH_TLS, folder, GrpcBrokerOptions.ofDefaults())) {
            var connections = new AtomicInteger();
            pair.plugin()
                    .accept(
                            8,
                            settings ->
                                    settings.addService(Echo.named("plugin"))
                                            .maxConnectionAge(100, TimeUnit.MILLISECONDS)
                                            .addTransportFilter(new Counting(connections)));
            ManagedChannel channel = pair.host().dial(8);
            Eventually.until(
                    LIMIT,
                    "three connections were made",
                    () -> answers(channel) && connections.get() >= 3);
            assertThat(Echo.say(pair.main(), "b")).isEqualTo("main heard b");
        }
    }

    /** A call may come just when the connection is at its end, and nothing is tried again. */
    private static boolean answers(ManagedChannel channel) {
        try {
            assertThat(Echo.say(channel, "a")).isEqualTo("plugin heard a");
            return true;
        } catch (StatusRuntimeException atItsEnd) {
            assertThat(atItsEnd.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            return false;
        }
    }

    /** Counts the connections a server gets. */
    private static final class Counting extends ServerTransportFilter {
        private final AtomicInteger count;

        Counting(AtomicInteger count) {
            this.count = count;
        }

        @Override
        public Attributes transportReady(Attributes attributes) {
            count.incrementAndGet();
            return attributes;
        }
    }

    @Test
    void manyConnectionsCarryMegabytesAtOnce() throws Exception {
        try (Pair pair = Pair.join(Way.STREAMS, folder, GrpcBrokerOptions.ofDefaults());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            byte[] large = new byte[2_000_000];
            new Random(3).nextBytes(large);
            List<Future<byte[]>> answers = new ArrayList<>();
            for (int id = 1; id <= 12; id++) {
                GrpcBroker serving = id % 2 == 0 ? pair.host() : pair.plugin();
                GrpcBroker calling = id % 2 == 0 ? pair.plugin() : pair.host();
                serving.accept(id, settings -> settings.addService(Echo.of(heard -> heard)));
                ManagedChannel channel = calling.dial(id);
                answers.add(threads.submit(() -> Echo.say(channel, large)));
            }
            for (Future<byte[]> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(large);
            }
        }
    }

    @Test
    void aStreamNobodyKnockedForGoesToTheMainServer() throws Exception {
        try (Pair pair = Pair.join(Way.STREAMS, folder, GrpcBrokerOptions.ofDefaults())) {
            serve(pair.plugin(), 1, "plugin");
            assertThat(Echo.say(pair.host().dial(1), "a")).isEqualTo("plugin heard a");
            // As after a lost connection: the main channel connects anew, without a knock.
            pair.main().enterIdle();
            assertThat(Echo.say(pair.main(), "b")).isEqualTo("main heard b");
        }
    }

    @Test
    void aKnockAtAClosedDoorIsRefusedAtOnce() throws Exception {
        try (Pair pair = Pair.join(Way.STREAMS, folder, GrpcBrokerOptions.ofDefaults())) {
            serve(pair.plugin(), 2, "plugin").close();
            ManagedChannel channel = pair.host().dial(2);
            assertThatThrownBy(() -> Echo.say(channel, "a"))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("failed to knock for id 2: no listener for id 2");
        }
    }

    @Test
    void anIdIsAcceptedOnceAtATime() {
        try (Pair pair = Pair.join(Way.STREAMS, folder, HASTY)) {
            serve(pair.plugin(), 2, "plugin").close();
            serve(pair.plugin(), 2, "plugin");
            assertThatThrownBy(() -> serve(pair.plugin(), 2, "plugin"))
                    .hasMessage(
                            "cannot accept brokered connection 2: a server for this id exists;"
                                    + " take a new id from nextId()");
        }
    }

    @Test
    void aKnockThatIsAnsweredWithAnErrorFailsTheDial() throws Exception {
        Trunk plugin = Trunk.listen(place(), TrunkOptions.ofDefaults());
        plugin.serve(Security.plain(), settings -> settings.addService(Echo.named("main")));
        Trunk host = Trunk.dial(plugin.address(), Security.plain(), TrunkOptions.ofDefaults());
        GrpcBroker broker =
                GrpcBroker.overStreams(host, Security.plain(), GrpcBrokerOptions.ofDefaults());
        try (plugin;
                host;
                broker;
                Scripted scripted = Scripted.start(broker)) {
            ManagedChannel channel = broker.dial(5);
            assertThat(scripted.hear()).isEqualTo(Knocks.message(5, false, ""));
            scripted.say(Knocks.message(6, true, "for somebody else"));
            scripted.say(Knocks.message(5, true, "the house is empty"));
            assertThatThrownBy(() -> Echo.say(channel, "a"))
                    .hasMessageContaining("failed to knock for id 5: the house is empty");
        }
    }

    @Test
    void aFaultThatOneStreamMeetsCostsNoOther() throws Exception {
        Trunk plugin = Trunk.listen(place(), TrunkOptions.ofDefaults());
        plugin.serve(Security.plain(), settings -> settings.addService(Echo.named("main")));
        plugin.route(
                stream -> {
                    throw new IllegalStateException("a fault of ours");
                });
        Trunk host = Trunk.dial(plugin.address(), Security.plain(), TrunkOptions.ofDefaults());
        try (plugin;
                host) {
            ManagedChannel first = host.channel(Security.plain(), settings -> {});
            assertThatThrownBy(() -> Echo.say(first, "a")).hasMessageContaining("UNAVAILABLE");
            first.shutdownNow();
            plugin.route(stream -> false);
            ManagedChannel second = host.channel(Security.plain(), settings -> {});
            assertThat(Echo.say(second, "a")).isEqualTo("main heard a");
            second.shutdownNow();
        }
    }

    @Test
    void aFloodOfKnocksAndAnnouncementsChangesNothing() throws Exception {
        Trunk plugin = Trunk.listen(place(), TrunkOptions.ofDefaults());
        plugin.serve(Security.plain(), settings -> settings.addService(Echo.named("main")));
        Trunk host = Trunk.dial(plugin.address(), Security.plain(), TrunkOptions.ofDefaults());
        GrpcBroker broker = GrpcBroker.overStreams(host, Security.plain(), HASTY);
        try (plugin;
                host;
                broker;
                Scripted scripted = Scripted.start(broker)) {
            for (int id = 0; id < 10_000; id++) {
                scripted.say(Knocks.message(id, id % 3 == 0, ""));
                scripted.say(ConnInfo.newBuilder().setServiceId(id).build());
            }
            serve(broker, 20_000, "host");
            scripted.say(Knocks.message(20_000, false, ""));
            assertThat(scripted.hear()).isEqualTo(Knocks.message(20_000, true, ""));
            ManagedChannel main = host.channel(Security.plain(), settings -> {});
            assertThat(Echo.say(main, "a")).isEqualTo("main heard a");
            main.shutdownNow();
        }
    }

    @Test
    @DisplayName("[S9] a plugin that nobody connects to gives up")
    void aPluginThatNobodyConnectsToGivesUp() {
        TrunkOptions hasty = TrunkOptions.ofDefaults().withFirstConnection(Duration.ofMillis(100));
        try (Trunk plugin = Trunk.listen(place(), hasty)) {
            plugin.serve(Security.plain(), settings -> settings.addService(Echo.named("main")));
            assertThatThrownBy(() -> plugin.ended().get(10, TimeUnit.SECONDS))
                    .hasMessageContaining("no host connected within 100 ms");
        }
    }

    @Test
    @DisplayName("[S9] only the first connection is accepted")
    void onlyTheFirstConnectionIsAccepted() throws Exception {
        try (Pair pair = Pair.join(Way.STREAMS, folder, HASTY)) {
            assertThat(Echo.say(pair.main(), "a")).isEqualTo("main heard a");
            Path socket;
            try (Stream<Path> files = Files.list(folder)) {
                socket = files.findFirst().orElseThrow();
            }
            try (SocketChannel second = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                second.configureBlocking(false);
                second.write(ByteBuffer.allocate(100));
                assertThat(Echo.say(pair.main(), "b")).isEqualTo("main heard b");
                assertThat(second.read(ByteBuffer.allocate(1))).as("no answer").isZero();
            }
        }
    }

    @Test
    void theEndOfTheConnectionEndsEverythingOnIt() throws Exception {
        Keys keys = Keys.of(Way.STREAMS);
        Trunk plugin = Trunk.listen(place(), TrunkOptions.ofDefaults());
        GrpcBroker ofPlugin =
                GrpcBroker.overStreams(plugin, keys.plugin(), GrpcBrokerOptions.ofDefaults());
        plugin.serve(keys.plugin(), settings -> settings.addService(ofPlugin.service()));
        Trunk host = Trunk.dial(plugin.address(), Security.plain(), TrunkOptions.ofDefaults());
        GrpcBroker ofHost =
                GrpcBroker.overStreams(host, keys.host(), GrpcBrokerOptions.ofDefaults());
        ManagedChannel main = host.channel(keys.host(), settings -> {});
        try (plugin;
                host;
                ofPlugin;
                ofHost) {
            ofHost.start(main);
            serve(ofHost, 1, "host");
            assertThat(Echo.say(ofPlugin.dial(1), "a")).isEqualTo("host heard a");

            plugin.close();
            assertThatThrownBy(() -> host.ended().get(10, TimeUnit.SECONDS))
                    .hasMessageContaining("the peer closed the connection");
            ofHost.ended().get(10, TimeUnit.SECONDS);
            ofPlugin.ended().get(10, TimeUnit.SECONDS);
        } finally {
            main.shutdownNow();
        }
    }

    @Test
    void aHostThatFindsNobodySaysSo() {
        Address nowhere = Address.unix(folder.resolve("nobody"));
        assertThatThrownBy(() -> Trunk.dial(nowhere, Security.plain(), TrunkOptions.ofDefaults()))
                .hasMessageStartingWith("cannot connect to \"" + nowhere.text() + "\": ");
    }

    @Test
    void theTrunkMayBeATcpConnection() throws Exception {
        try (Pair pair =
                Pair.overStreams(
                        new ListenPlace.Ports(0, 0),
                        Keys.of(Way.STREAMS_WITH_TLS),
                        GrpcBrokerOptions.ofDefaults())) {
            serve(pair.host(), 1, "host");
            assertThat(Echo.say(pair.plugin().dial(1), "a")).isEqualTo("host heard a");
        }
    }
}
