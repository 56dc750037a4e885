package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;

import dev.foster.plugin.kv.AddHelperGrpc;
import dev.foster.plugin.kv.CounterGrpc;
import dev.foster.plugin.kv.CounterPutRequest;
import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.SumRequest;
import dev.foster.plugin.kv.SumResponse;
import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.protocol.broker.Served;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;

import java.util.concurrent.TimeUnit;

/** Calls through the broker, in both directions. */
final class Brokered {
    private Brokered() {}

    /** The host's part: it adds. */
    static final class Adder extends AddHelperGrpc.AddHelperImplBase {
        @Override
        public void sum(SumRequest request, StreamObserver<SumResponse> answer) {
            answer.onNext(SumResponse.newBuilder().setR(request.getA() + request.getB()).build());
            answer.onCompleted();
        }
    }

    /** The plugin dials what the host accepts: put twice, get the sum. */
    static void sumIsAskedOfTheHost(Plugin plugin) {
        var counter =
                CounterGrpc.newBlockingStub(plugin.channel())
                        .withDeadlineAfter(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        GrpcBroker broker = plugin.broker();
        String key = "key" + broker.nextId();
        for (long value : new long[] {20, 22}) {
            int id = broker.nextId();
            try (Served _ = broker.accept(id, server -> server.addService(new Adder()))) {
                var _ =
                        counter.put(
                                CounterPutRequest.newBuilder()
                                        .setAddServer(id)
                                        .setKey(key)
                                        .setValue(value)
                                        .build());
            }
        }
        assertThat(counter.get(GetRequest.newBuilder().setKey(key).build()).getValue())
                .isEqualTo(42);
    }

    /** The host dials what the plugin accepts. */
    static void sumIsAskedOfThePlugin(Plugin plugin) throws InterruptedException {
        int id = Stage.trouble(plugin).announce(Empty.getDefaultInstance()).getId();
        ManagedChannel channel = plugin.broker().dial(id);
        try {
            assertThat(sum(channel, 1, 2)).isEqualTo(3);
        } finally {
            channel.shutdownNow();
        }
    }

    static long sum(ManagedChannel channel, long a, long b) {
        return AddHelperGrpc.newBlockingStub(channel)
                .withDeadlineAfter(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .sum(SumRequest.newBuilder().setA(a).setB(b).build())
                .getR();
    }
}
