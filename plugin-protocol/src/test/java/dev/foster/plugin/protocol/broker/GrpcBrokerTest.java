package dev.foster.plugin.protocol.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.broker.Pair.Way;
import dev.foster.plugin.protocol.wire.ConnInfo;
import dev.foster.plugin.protocol.wire.GRPCBrokerGrpc;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What holds for brokers over sockets and over streams, with and without TLS. */
@DisplayName("[24.26] [24.48] [24.49] [24.53] [24.54] [S8] the broker, each way of connecting")
@Timeout(60)
final class GrpcBrokerTest {
    @RegisterExtension static final Cleanliness CLEAN = new Cleanliness();

    private final Path folder = CLEAN.folder();

    private Pair join(Way way) {
        return Pair.join(way, folder, GrpcBrokerOptions.ofDefaults());
    }

    private static Served serve(GrpcBroker broker, int id, String name) {
        return broker.accept(id, settings -> settings.addService(Echo.named(name)));
    }

    @ParameterizedTest
    @EnumSource
    void thePluginCallsWhatTheHostServes(Way way) throws Exception {
        try (Pair pair = join(way)) {
            int id = pair.host().nextId();
            serve(pair.host(), id, "host");
            ManagedChannel channel = pair.plugin().dial(id);
            assertThat(Echo.say(channel, "hello")).isEqualTo("host heard hello");
            assertThat(Echo.say(pair.main(), "hello")).isEqualTo("main heard hello");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHostCallsWhatThePluginServes(Way way) throws Exception {
        try (Pair pair = join(way)) {
            int id = pair.plugin().nextId();
            serve(pair.plugin(), id, "plugin");
            assertThat(Echo.say(pair.host().dial(id), "hello")).isEqualTo("plugin heard hello");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDialMayComeBeforeTheAccept(Way way) throws Exception {
        try (Pair pair = join(way);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> answer = threads.submit(() -> Echo.say(pair.plugin().dial(77), "early"));
            // The call waits: nothing tells from outside that the dial has begun.
            assertThatThrownBy(() -> answer.get(200, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            serve(pair.host(), 77, "late");
            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("late heard early");
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyConnectionsInBothDirectionsReachTheirOwnServer(Way way) throws Exception {
        try (Pair pair = join(way);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int number = 0; number < 10; number++) {
                int ofHost = pair.host().nextId();
                int ofPlugin = pair.plugin().nextId();
                serve(pair.host(), ofHost, "host " + ofHost);
                serve(pair.plugin(), ofPlugin, "plugin " + ofPlugin);
                answers.add(
                        threads.submit(() -> Echo.say(pair.plugin().dial(ofHost), "" + ofHost)));
                answers.add(
                        threads.submit(() -> Echo.say(pair.host().dial(ofPlugin), "" + ofPlugin)));
            }
            for (int number = 0; number < 10; number++) {
                int id = number + 1;
                assertThat(answers.get(2 * number).get(20, TimeUnit.SECONDS))
                        .isEqualTo("host " + id + " heard " + id);
                assertThat(answers.get(2 * number + 1).get(20, TimeUnit.SECONDS))
                        .isEqualTo("plugin " + id + " heard " + id);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void megabytesPass(Way way) throws Exception {
        byte[] large = new byte[6_000_000];
        new Random(1).nextBytes(large);
        try (Pair pair = join(way)) {
            pair.host().accept(5, settings -> settings.addService(Echo.of(heard -> heard)));
            assertThat(Echo.say(pair.plugin().dial(5), large)).isEqualTo(large);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNobodyAcceptsIsGivenUpInTime(Way way) {
        GrpcBrokerOptions hasty =
                GrpcBrokerOptions.ofDefaults().withPending(Duration.ofMillis(150));
        try (Pair pair = Pair.join(way, folder, hasty)) {
            // [24.50] Over streams it is the first call that fails, since dialling does not wait.
            assertThatThrownBy(() -> Echo.say(pair.host().dial(9), "anybody"))
                    .hasMessageContaining("cannot dial brokered connection 9: timeout waiting for")
                    .hasMessageContaining("(150 ms)");
            assertThat(Echo.say(pair.main(), "still")).isEqualTo("main heard still");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClosedServerIsReachedNoMore(Way way) throws Exception {
        try (Pair pair = join(way)) {
            Served server = serve(pair.host(), 3, "host");
            ManagedChannel channel = pair.plugin().dial(3);
            assertThat(Echo.say(channel, "a")).isEqualTo("host heard a");
            server.close();
            assertThatThrownBy(() -> Echo.say(channel, "b"))
                    .isInstanceOf(StatusRuntimeException.class);
            assertThat(Echo.say(pair.main(), "c")).isEqualTo("main heard c");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBrokerEndsWithItsPeerAndSaysSo(Way way) throws Exception {
        try (Pair pair = join(way)) {
            serve(pair.plugin(), 1, "plugin");
            ManagedChannel channel = pair.host().dial(1);
            assertThat(Echo.say(channel, "a")).isEqualTo("plugin heard a");
            pair.host().close();
            pair.plugin().ended().get(10, TimeUnit.SECONDS);
            assertThat(channel.isShutdown()).isTrue();
            assertThatThrownBy(() -> serve(pair.plugin(), 2, "plugin"))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("broker closed, because the other side ended it");
            assertThatThrownBy(() -> pair.host().dial(2))
                    .hasMessageContaining("broker closed, because this side closed it");
            // The main connection is not the broker's.
            assertThat(Echo.say(pair.main(), "b")).isEqualTo("main heard b");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSecondStreamIsRefused(Way way) throws Exception {
        try (Pair pair = join(way)) {
            serve(pair.plugin(), 1, "plugin");
            // Answered: the broker's own stream has begun, and was the first.
            assertThat(Echo.say(pair.host().dial(1), "up")).isEqualTo("plugin heard up");
            var refusal = new CompletableFuture<Throwable>();
            GRPCBrokerGrpc.newStub(pair.main()).startStream(new Ending(refusal));
            assertThat(refusal.get(10, TimeUnit.SECONDS))
                    .hasMessageContaining("another stream has started it");
        }
    }

    /** Hears only how a stream ends. */
    private record Ending(CompletableFuture<Throwable> failure)
            implements StreamObserver<ConnInfo> {
        @Override
        public void onNext(ConnInfo message) {}

        @Override
        public void onError(Throwable failed) {
            failure.complete(failed);
        }

        @Override
        public void onCompleted() {
            failure.cancel(false);
        }
    }
}
