package dev.foster.plugin.session;

import dev.foster.plugin.protocol.transport.CallFailure;
import dev.foster.plugin.protocol.transport.CallProgress;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Asks a plugin how it is, by the standard health service of gRPC. */
final class Health {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Channel channel;
    private final String service;

    Health(Channel channel, String service) {
        this.channel = channel;
        this.service = service;
    }

    /** Asks once; empty when it is well, otherwise why not. */
    CompletableFuture<Optional<String>> check(Duration limit) {
        return ask(limit)
                .thenApply(
                        answer ->
                                switch (answer) {
                                    case Answer.Well _ -> Optional.empty();
                                    case Answer.Unwell(String why) -> Optional.of(why);
                                    case Answer.Late(String why) -> Optional.of(why);
                                    case Answer.Failed(String why) -> Optional.of(why);
                                });
    }

    /** Waits until it serves, for at most this long; empty when it does, otherwise why not. */
    Optional<String> await(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        Optional<String> said = Optional.empty();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            switch (awaited(ask(left))) {
                case Answer.Well _ -> {
                    return Optional.empty();
                }
                case Answer.Failed(String why) -> {
                    return Optional.of(why);
                }
                // What it said before tells more than that the time is over.
                case Answer.Late(String why) -> {
                    return said.or(() -> Optional.of(why));
                }
                case Answer.Unwell(String why) -> said = Optional.of(why);
            }
            if (System.nanoTime() + PAUSE.toNanos() >= end) {
                return said;
            }
            Thread.sleep(PAUSE);
        }
    }

    /** Whatever is asked ends by its deadline at the latest. */
    private static Answer awaited(CompletableFuture<Answer> asked) throws InterruptedException {
        try {
            return asked.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private CompletableFuture<Answer> ask(Duration limit) {
        var progress = new CallProgress();
        var asked = new Asked(progress);
        HealthGrpc.newStub(progress.on(channel))
                .withDeadlineAfter(limit.toNanos(), TimeUnit.NANOSECONDS)
                .check(request(), asked);
        return asked.answer;
    }

    /** Hears of changes as they happen, from plugins that tell. */
    void watch(Consumer<Boolean> serving) {
        HealthGrpc.newStub(channel)
                .watch(
                        request(),
                        new StreamObserver<>() {
                            @Override
                            public void onNext(HealthCheckResponse response) {
                                serving.accept(response.getStatus() == ServingStatus.SERVING);
                            }

                            @Override
                            public void onError(Throwable notOfferedOrGone) {}

                            @Override
                            public void onCompleted() {}
                        });
    }

    private HealthCheckRequest request() {
        return HealthCheckRequest.newBuilder().setService(service).build();
    }

    /** What came of one question. */
    private sealed interface Answer {
        record Well() implements Answer {}

        /** It says so itself, and may say otherwise in a moment. */
        record Unwell(String why) implements Answer {}

        record Late(String why) implements Answer {}

        record Failed(String why) implements Answer {}
    }

    private static final class Asked implements StreamObserver<HealthCheckResponse> {
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private final CallProgress progress;

        Asked(CallProgress progress) {
            this.progress = progress;
        }

        @Override
        public void onNext(HealthCheckResponse response) {
            answer.complete(
                    response.getStatus() == ServingStatus.SERVING
                            ? new Answer.Well()
                            : new Answer.Unwell("it says " + response.getStatus()));
        }

        @Override
        public void onError(Throwable failure) {
            Status status = Status.fromThrowable(failure);
            String why = CallFailure.words(status, progress.answered());
            answer.complete(
                    switch (status.getCode()) {
                        // A plugin without the service cannot be asked, and lives. A web server
                        // without such a page is told by the same code, and is no plugin.
                        case UNIMPLEMENTED ->
                                progress.answered() ? new Answer.Well() : new Answer.Failed(why);
                        case DEADLINE_EXCEEDED -> new Answer.Late(why);
                        default -> new Answer.Failed(why);
                    });
        }

        @Override
        public void onCompleted() {
            answer.complete(new Answer.Failed("it ended the call without an answer"));
        }
    }
}
