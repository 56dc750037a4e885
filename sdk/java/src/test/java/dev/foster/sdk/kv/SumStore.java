package dev.foster.sdk.kv;

import com.google.protobuf.Empty;

import dev.foster.plugin.kv.AddHelperGrpc;
import dev.foster.plugin.kv.CounterGetResponse;
import dev.foster.plugin.kv.CounterGrpc;
import dev.foster.plugin.kv.CounterPutRequest;
import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.SumRequest;
import dev.foster.plugin.protocol.broker.GrpcBroker;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store of sums, which the host adds up. */
final class SumStore extends CounterGrpc.CounterImplBase {
    private final GrpcBroker broker;
    private final Map<String, Long> sums = new ConcurrentHashMap<>();

    SumStore(GrpcBroker broker) {
        this.broker = broker;
    }

    @Override
    public void get(GetRequest request, StreamObserver<CounterGetResponse> answer) {
        answer.onNext(
                CounterGetResponse.newBuilder()
                        .setValue(sums.getOrDefault(request.getKey(), 0L))
                        .build());
        answer.onCompleted();
    }

    @Override
    public void put(CounterPutRequest request, StreamObserver<Empty> answer) {
        try {
            ManagedChannel host = broker.dial(request.getAddServer());
            try {
                var sum =
                        SumRequest.newBuilder()
                                .setA(sums.getOrDefault(request.getKey(), 0L))
                                .setB(request.getValue())
                                .build();
                sums.put(request.getKey(), AddHelperGrpc.newBlockingStub(host).sum(sum).getR());
            } finally {
                host.shutdown();
            }
            answer.onNext(Empty.getDefaultInstance());
            answer.onCompleted();
        } catch (InterruptedException interrupt) {
            answer.onError(Status.CANCELLED.asRuntimeException());
        }
    }
}
