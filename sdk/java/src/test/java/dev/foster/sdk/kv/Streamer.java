package dev.foster.sdk.kv;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.kv.Chunk;
import dev.foster.plugin.kv.ConfigureRequest;
import dev.foster.plugin.kv.ReadRequest;
import dev.foster.plugin.kv.StreamerServiceGrpc;
import dev.foster.plugin.kv.WriteResponse;

import io.grpc.stub.StreamObserver;

import java.util.function.Consumer;

/** All four kinds of call. */
final class Streamer extends StreamerServiceGrpc.StreamerServiceImplBase {
    private volatile String name = "chunk";

    @Override
    public void configure(ConfigureRequest request, StreamObserver<Empty> answer) {
        name = request.getName();
        answer.onNext(Empty.getDefaultInstance());
        answer.onCompleted();
    }

    @Override
    public void read(ReadRequest request, StreamObserver<Chunk> answers) {
        for (int i = 0; i < request.getCount(); i++) {
            var data = ByteString.copyFromUtf8(name + " " + i);
            answers.onNext(Chunk.newBuilder().setData(data).build());
        }
        answers.onCompleted();
    }

    @Override
    public StreamObserver<Chunk> write(StreamObserver<WriteResponse> answer) {
        var total = WriteResponse.newBuilder();
        return new Incoming(
                chunk ->
                        total.setChunks(total.getChunks() + 1)
                                .setBytes(total.getBytes() + chunk.getData().size()),
                () -> {
                    answer.onNext(total.build());
                    answer.onCompleted();
                });
    }

    @Override
    public StreamObserver<Chunk> echo(StreamObserver<Chunk> answers) {
        return new Incoming(answers::onNext, answers::onCompleted);
    }

    private record Incoming(Consumer<Chunk> each, Runnable end) implements StreamObserver<Chunk> {
        @Override
        public void onNext(Chunk chunk) {
            each.accept(chunk);
        }

        @Override
        public void onError(Throwable cancelled) {}

        @Override
        public void onCompleted() {
            end.run();
        }
    }
}
