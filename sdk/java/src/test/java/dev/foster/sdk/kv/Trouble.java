package dev.foster.sdk.kv;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;

import dev.foster.plugin.kv.AnnounceResponse;
import dev.foster.plugin.kv.BlobRequest;
import dev.foster.plugin.kv.Chunk;
import dev.foster.plugin.kv.CrashRequest;
import dev.foster.plugin.kv.EnvironmentResponse;
import dev.foster.plugin.kv.ForkRequest;
import dev.foster.plugin.kv.ForkResponse;
import dev.foster.plugin.kv.HealthRequest;
import dev.foster.plugin.kv.LogRequest;
import dev.foster.plugin.kv.PanicRequest;
import dev.foster.plugin.kv.PrintRequest;
import dev.foster.plugin.kv.SleepRequest;
import dev.foster.plugin.kv.TroubleGrpc;
import dev.foster.sdk.Log;
import dev.foster.sdk.PluginContext;

import io.grpc.stub.StreamObserver;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Whatever can go wrong with a plugin, on request. */
final class Trouble extends TroubleGrpc.TroubleImplBase {
    private final PluginContext context;

    Trouble(PluginContext context) {
        this.context = context;
    }

    @Override
    public void blob(BlobRequest request, StreamObserver<Chunk> answer) {
        var data = ByteString.copyFromUtf8("x".repeat(request.getSize()));
        answer(answer, Chunk.newBuilder().setData(data).build());
    }

    @Override
    public void crash(CrashRequest request, StreamObserver<Empty> answer) {
        Runtime.getRuntime().halt(request.getCode());
    }

    /** The nearest that Java has: a thread that fails, and the end of the process. */
    @Override
    public void panic(PanicRequest request, StreamObserver<Empty> answer) {
        Thread doomed =
                Thread.ofPlatform()
                        .name("doomed")
                        .start(
                                () -> {
                                    throw new IllegalStateException(request.getMessage());
                                });
        try {
            doomed.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(2);
    }

    @Override
    public void print(PrintRequest request, StreamObserver<Empty> answer) {
        PrintStream stream = request.getStderr() ? System.err : System.out;
        for (int i = 0; i < request.getCount(); i++) {
            stream.print(request.getText());
        }
        answer(answer, Empty.getDefaultInstance());
    }

    @Override
    public void log(LogRequest request, StreamObserver<Empty> answer) {
        Log log = context.log();
        log.trace(request.getMessage(), "number", 1);
        log.debug(request.getMessage(), "text", "two words");
        log.info(request.getMessage(), "list", List.of("a", "b"));
        log.warn(request.getMessage(), "truth", true);
        log.named("deep").error(request.getMessage(), "error", "some failure");
        answer(answer, Empty.getDefaultInstance());
    }

    @Override
    public void sleep(SleepRequest request, StreamObserver<Empty> answer) {
        CompletableFuture.delayedExecutor(request.getMilliseconds(), TimeUnit.MILLISECONDS)
                .execute(() -> answer(answer, Empty.getDefaultInstance()));
    }

    @Override
    public void announce(Empty request, StreamObserver<AnnounceResponse> answer) {
        int id = context.broker().nextId();
        var _ = context.broker().accept(id, builder -> builder.addService(new Adder()));
        answer(answer, AnnounceResponse.newBuilder().setId(id).build());
    }

    @Override
    public void health(HealthRequest request, StreamObserver<Empty> answer) {
        context.healthy(request.getServing());
        answer(answer, Empty.getDefaultInstance());
    }

    @Override
    public void environment(Empty request, StreamObserver<EnvironmentResponse> answer) {
        var response = EnvironmentResponse.newBuilder();
        System.getenv().forEach((name, value) -> response.addVariables(name + "=" + value));
        answer(answer, response.build());
    }

    @Override
    public void fork(ForkRequest request, StreamObserver<ForkResponse> answer) {
        try {
            Process child =
                    new ProcessBuilder("sleep", Integer.toString(request.getSeconds()))
                            .inheritIO()
                            .start();
            answer(answer, ForkResponse.newBuilder().setPid((int) child.pid()).build());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static <T> void answer(StreamObserver<T> answer, T message) {
        answer.onNext(message);
        answer.onCompleted();
    }
}
