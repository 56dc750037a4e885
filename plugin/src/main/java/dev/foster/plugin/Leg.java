package dev.foster.plugin;

import dev.foster.plugin.protocol.transport.CallFailure;
import dev.foster.plugin.protocol.transport.CallProgress;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Where calls go during one run of a plugin. A call that the run did not live to answer ends as
 * UNAVAILABLE, with the plugin's name and how it ended: gRPC knows only what the connection said.
 */
final class Leg {
    /** A connection breaks a little before its process is known to have ended. */
    private static final Duration LAST_BREATH = Duration.ofSeconds(1);

    private final String id;
    private final Channel channel;
    private final CompletableFuture<Optional<String>> end;
    private final AtomicBoolean broken = new AtomicBoolean();

    /**
     * A run that can be called.
     *
     * @param end completes with how its process ended
     */
    Leg(String id, Channel channel, CompletableFuture<String> end) {
        this.id = id;
        this.channel = channel;
        this.end = end.thenApply(Optional::of);
    }

    Channel channel() {
        return channel;
    }

    /** Whether no call can go here any more. */
    boolean over() {
        return channel instanceof ManagedChannel managed && managed.isShutdown();
    }

    /** A call that ends with this run, also where it has not left yet. */
    <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        var progress = new CallProgress();
        return new SimpleForwardingClientCall<>(channel.newCall(method, progress.in(options))) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                super.start(
                        new SimpleForwardingClientCallListener<>(listener) {
                            @Override
                            public void onClose(Status status, Metadata trailers) {
                                tell(
                                        status,
                                        progress,
                                        options,
                                        told -> super.onClose(told, trailers));
                            }
                        },
                        headers);
            }
        };
    }

    /** Hands on how a call ended, in words of ours where the connection failed it. */
    void tell(Status status, CallProgress progress, CallOptions options, Consumer<Status> hears) {
        if (!CallFailure.ofConnection(status, progress.answered())) {
            hears.accept(status);
            return;
        }
        var _ =
                end().thenAccept(
                                how ->
                                        execute(
                                                options,
                                                () ->
                                                        hears.accept(
                                                                failure(
                                                                        status,
                                                                        progress.left(),
                                                                        how))));
    }

    /** As the caller wishes, who may wait for exactly that. */
    static void execute(CallOptions options, Runnable task) {
        Executor executor = options.getExecutor();
        if (executor == null) {
            Thread.startVirtualThread(task);
        } else {
            executor.execute(task);
        }
    }

    /** How it ended; empty if it lives on. Only the first who asks may have to wait for that. */
    private CompletableFuture<Optional<String>> end() {
        if (broken.compareAndSet(false, true)) {
            var _ =
                    end.completeOnTimeout(
                            Optional.empty(), LAST_BREATH.toMillis(), TimeUnit.MILLISECONDS);
        }
        return end;
    }

    private Status failure(Status status, boolean left, Optional<String> how) {
        String ended = how.map(it -> "it ended: " + it).orElse("");
        String text =
                left
                        ? "cannot finish the call to plugin "
                                + id
                                + ": "
                                + (ended.isEmpty() ? "it hung up" : ended)
                                + "; find out what it has done before you call again"
                        : "cannot call plugin "
                                + id
                                + ": "
                                + (ended.isEmpty() ? CallFailure.reason(status, false) : ended)
                                + "; call again when it is back";
        return Status.UNAVAILABLE.withDescription(text).withCause(status.getCause());
    }
}
