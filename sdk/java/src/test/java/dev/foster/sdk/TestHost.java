package dev.foster.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.kv.AddHelperGrpc;
import dev.foster.plugin.kv.CounterGrpc;
import dev.foster.plugin.kv.CounterPutRequest;
import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PrintRequest;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.kv.SumRequest;
import dev.foster.plugin.kv.TroubleGrpc;
import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.protocol.broker.GrpcBrokerOptions;
import dev.foster.plugin.protocol.broker.Translation;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.multiplex.Trunk;
import dev.foster.plugin.protocol.multiplex.TrunkOptions;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.wire.GRPCControllerGrpc;
import dev.foster.plugin.protocol.wire.GRPCStdioGrpc;
import dev.foster.plugin.protocol.wire.StdioData;
import dev.foster.sdk.kv.Adder;

import io.grpc.ManagedChannel;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.StreamObserver;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The least a host does: connects, starts the broker, takes what is printed. */
final class TestHost implements AutoCloseable {
    private static final int DEADLINE = 20;

    private final ManagedChannel channel;
    private final GrpcBroker broker;
    private final @Nullable Trunk trunk;
    private final Queue<StdioData> printed = new ConcurrentLinkedQueue<>();

    private TestHost(ManagedChannel channel, GrpcBroker broker, @Nullable Trunk trunk) {
        this.channel = channel;
        this.broker = broker;
        this.trunk = trunk;
    }

    /**
     * Connects as the line says.
     *
     * @param directory for the host's own sockets
     */
    static TestHost connect(HandshakeLine line, Security security, Path directory) {
        TestHost host;
        if (line.multiplexed()) {
            Trunk trunk = Trunk.dial(line.address(), security, TrunkOptions.ofDefaults());
            host =
                    new TestHost(
                            trunk.channel(security, _ -> {}),
                            GrpcBroker.overStreams(trunk, security, GrpcBrokerOptions.ofDefaults()),
                            trunk);
        } else {
            host =
                    new TestHost(
                            Channels.open(line.address(), security),
                            GrpcBroker.overSockets(
                                    new ListenPlace.SocketDirectory(directory, Optional.empty()),
                                    security,
                                    Translation.none(),
                                    GrpcBrokerOptions.ofDefaults()),
                            null);
        }
        host.broker.start(host.channel);
        return host;
    }

    /** From now on takes what the plugin prints. */
    TestHost listening() {
        GRPCStdioGrpc.newStub(channel)
                .streamStdio(
                        Empty.getDefaultInstance(),
                        new StreamObserver<>() {
                            @Override
                            public void onNext(StdioData data) {
                                printed.add(data);
                            }

                            @Override
                            public void onError(Throwable failure) {}

                            @Override
                            public void onCompleted() {}
                        });
        return this;
    }

    List<StdioData> pieces() {
        return List.copyOf(printed);
    }

    String printed(StdioData.Channel of) {
        ByteString all = ByteString.EMPTY;
        for (StdioData data : printed) {
            if (data.getChannel() == of) {
                all = all.concat(data.getData());
            }
        }
        return all.toStringUtf8();
    }

    long printedBytes() {
        return printed.stream().mapToLong(data -> data.getData().size()).sum();
    }

    ManagedChannel channel() {
        return channel;
    }

    GrpcBroker broker() {
        return broker;
    }

    void put(String key, String value) {
        var request = PutRequest.newBuilder().setKey(key);
        var _ =
                soon(KVGrpc.newBlockingStub(channel))
                        .put(request.setValue(ByteString.copyFromUtf8(value)).build());
    }

    String get(String key) {
        return soon(KVGrpc.newBlockingStub(channel))
                .get(GetRequest.newBuilder().setKey(key).build())
                .getValue()
                .toStringUtf8();
    }

    void print(String text, int count, boolean error) {
        var request = PrintRequest.newBuilder().setText(text).setCount(count).setStderr(error);
        var _ = trouble().print(request.build());
    }

    TroubleGrpc.TroubleBlockingStub trouble() {
        return soon(TroubleGrpc.newBlockingStub(channel));
    }

    /** Every call has an end. */
    static <T extends AbstractStub<T>> T soon(T stub) {
        return stub.withDeadlineAfter(DEADLINE, TimeUnit.SECONDS);
    }

    /** Lets the plugin add, which needs us to serve the addition. */
    long count(String key, long value) {
        var counter = soon(CounterGrpc.newBlockingStub(channel));
        int id = broker.nextId();
        var request = CounterPutRequest.newBuilder().setAddServer(id).setKey(key).setValue(value);
        try (var _ = broker.accept(id, builder -> builder.addService(new Adder()))) {
            var _ = counter.put(request.build());
        }
        return counter.get(GetRequest.newBuilder().setKey(key).build()).getValue();
    }

    /** Dials what the plugin serves. */
    long sumServedByThePlugin(long a, long b) throws InterruptedException {
        int id = trouble().announce(Empty.getDefaultInstance()).getId();
        ManagedChannel brokered = broker.dial(id);
        try {
            return soon(AddHelperGrpc.newBlockingStub(brokered))
                    .sum(SumRequest.newBuilder().setA(a).setB(b).build())
                    .getR();
        } finally {
            brokered.shutdownNow();
        }
    }

    void shutdown() {
        var _ =
                soon(GRPCControllerGrpc.newBlockingStub(channel))
                        .shutdown(dev.foster.plugin.protocol.wire.Empty.getDefaultInstance());
    }

    @Override
    public void close() {
        broker.close();
        channel.shutdownNow();
        try {
            assertThat(channel.awaitTermination(DEADLINE, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupt) {
            throw new AssertionError(interrupt);
        }
        if (trunk != null) {
            trunk.close();
        }
    }
}
