package dev.foster.examples.kv;

import com.google.protobuf.ByteString;

import dev.foster.sdk.Plugin;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A plugin in Java: a store of bytes by name. */
public final class KeyValuePlugin extends KVGrpc.KVImplBase {
    private final Map<String, ByteString> values = new ConcurrentHashMap<>();

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> answer) {
        ByteString value = values.get(request.getKey());
        if (value == null) {
            answer.onError(Status.NOT_FOUND.asRuntimeException());
            return;
        }
        answer.onNext(GetResponse.newBuilder().setValue(value).build());
        answer.onCompleted();
    }

    @Override
    public void put(PutRequest request, StreamObserver<Empty> answer) {
        values.put(request.getKey(), request.getValue());
        answer.onNext(Empty.getDefaultInstance());
        answer.onCompleted();
    }

    public static void main(String[] arguments) {
        Plugin.named("kv")
                .cookie("BASIC_PLUGIN", "hello")
                .version(1, context -> List.of(new KeyValuePlugin()))
                .serve();
    }
}
