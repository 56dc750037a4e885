package dev.foster.plugin;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A call that has nowhere to go yet: keeps what its caller does with it, and does it once there is
 * a channel. It ends by its deadline, by its caller, or when nobody will come.
 */
final class WaitingCall<Q, A> extends ClientCall<Q, A> {
    private final SwitchChannel channel;
    private final MethodDescriptor<Q, A> method;
    private final CallOptions options;
    private final List<Consumer<ClientCall<Q, A>>> kept = new ArrayList<>();
    private @Nullable ClientCall<Q, A> real;
    private @Nullable Listener<A> listener;
    private @Nullable Status failed;
    private boolean told;

    WaitingCall(SwitchChannel channel, MethodDescriptor<Q, A> method, CallOptions options) {
        this.channel = channel;
        this.method = method;
        this.options = options;
    }

    /** There is a channel now. */
    synchronized void go(Channel found) {
        if (real == null && failed == null) {
            ClientCall<Q, A> call = found.newCall(method, options);
            real = call;
            kept.forEach(step -> step.accept(call));
            kept.clear();
        }
    }

    /** There will be none. */
    void fail(Status status) {
        synchronized (this) {
            if (real != null || failed != null) {
                return;
            }
            failed = status;
            kept.clear();
        }
        channel.forget(this);
        tell();
    }

    private void tell() {
        Listener<A> heard;
        Status status;
        synchronized (this) {
            heard = listener;
            status = failed;
            if (heard == null || status == null || told) {
                return;
            }
            told = true;
        }
        Executor executor = options.getExecutor();
        Runnable close = () -> heard.onClose(status, new Metadata());
        if (executor == null) {
            Thread.startVirtualThread(close);
        } else {
            executor.execute(close);
        }
    }

    @Override
    public void start(Listener<A> wanted, Metadata headers) {
        synchronized (this) {
            listener = wanted;
        }
        perform(call -> call.start(wanted, headers));
        Deadline deadline = options.getDeadline();
        if (deadline != null) {
            var _ =
                    new CompletableFuture<Void>()
                            .orTimeout(
                                    deadline.timeRemaining(TimeUnit.NANOSECONDS),
                                    TimeUnit.NANOSECONDS)
                            .exceptionally(
                                    _ -> {
                                        fail(
                                                Status.DEADLINE_EXCEEDED.withDescription(
                                                        "the plugin did not come back in time"));
                                        return null;
                                    });
        }
        tell();
    }

    private synchronized void perform(Consumer<ClientCall<Q, A>> step) {
        ClientCall<Q, A> call = real;
        if (call != null) {
            step.accept(call);
        } else if (failed == null) {
            kept.add(step);
        }
    }

    @Override
    public void request(int messages) {
        perform(call -> call.request(messages));
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
        synchronized (this) {
            ClientCall<Q, A> call = real;
            if (call != null) {
                call.cancel(message, cause);
                return;
            }
        }
        fail(Status.CANCELLED.withDescription(message).withCause(cause));
    }

    /** What is sent meanwhile is kept, so that those who ask first do not send without end. */
    @Override
    public synchronized boolean isReady() {
        ClientCall<Q, A> call = real;
        return call != null && call.isReady();
    }

    @Override
    public void halfClose() {
        perform(ClientCall::halfClose);
    }

    @Override
    public void sendMessage(Q message) {
        perform(call -> call.sendMessage(message));
    }
}
