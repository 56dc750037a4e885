package dev.foster.sdk.kv;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.GetResponse;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store of bytes by name. */
final class KeyValueStore extends KVGrpc.KVImplBase {
    private final Map<String, ByteString> values = new ConcurrentHashMap<>();

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> answer) {
        ByteString value = values.get(request.getKey());
        if (value == null) {
            answer.onError(
                    Status.NOT_FOUND
                            .withDescription("no value for \"" + request.getKey() + "\"")
                            .asRuntimeException());
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
}
