package dev.foster.plugin.session;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
        var answer = new CompletableFuture<Optional<String>>();
        HealthGrpc.newStub(channel)
                .withDeadlineAfter(limit.toNanos(), TimeUnit.NANOSECONDS)
                .check(request(), new Answer(answer));
        return answer;
    }

    /** Waits until it serves, for at most this long; empty when it does, otherwise why not. */
    Optional<String> await(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        Optional<String> said = Optional.empty();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            try {
                ServingStatus status =
                        HealthGrpc.newBlockingStub(channel)
                                .withDeadlineAfter(left.toNanos(), TimeUnit.NANOSECONDS)
                                .check(request())
                                .getStatus();
                if (status == ServingStatus.SERVING) {
                    return Optional.empty();
                }
                said = Optional.of(words(status));
                if (System.nanoTime() + PAUSE.toNanos() >= end) {
                    return said;
                }
            } catch (StatusRuntimeException failure) {
                return switch (failure.getStatus().getCode()) {
                    case UNIMPLEMENTED -> Optional.empty();
                    // What it said before tells more than that the time is over.
                    case DEADLINE_EXCEEDED ->
                            said.or(() -> Optional.of(words(failure.getStatus())));
                    default -> Optional.of(words(failure.getStatus()));
                };
            }
            Thread.sleep(PAUSE);
        }
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

    private static String words(ServingStatus status) {
        return "it says " + status;
    }

    private static String words(Status status) {
        String description = status.getDescription();
        String cause = status.getCause() == null ? "" : String.valueOf(status.getCause());
        return status.getCode()
                + (description == null ? "" : ", " + description)
                + (cause.isEmpty() ? "" : " (" + cause + ")");
    }

    private record Answer(CompletableFuture<Optional<String>> answer)
            implements StreamObserver<HealthCheckResponse> {
        @Override
        public void onNext(HealthCheckResponse response) {
            answer.complete(
                    response.getStatus() == ServingStatus.SERVING
                            ? Optional.empty()
                            : Optional.of(words(response.getStatus())));
        }

        @Override
        public void onError(Throwable failure) {
            Status status = Status.fromThrowable(failure);
            // A plugin without the service cannot be asked; that it answered shows that it lives.
            answer.complete(
                    status.getCode() == Status.Code.UNIMPLEMENTED
                            ? Optional.empty()
                            : Optional.of(words(status)));
        }

        @Override
        public void onCompleted() {
            answer.complete(Optional.of("it ended the call without an answer"));
        }
    }
}
