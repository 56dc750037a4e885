package dev.foster.plugin;

import dev.foster.plugin.protocol.transport.CallFailure;
import dev.foster.plugin.protocol.transport.CallProgress;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A call that waits for its plugin: keeps what its caller does with it until it has left this
 * program, and does it again for the next run where it has not. From then on it belongs to the run
 * it went to. It ends by its deadline, by its caller, or when nobody will come.
 */
final class WaitingCall<Q, A> extends ClientCall<Q, A> {
    private final SwitchChannel channel;
    private final MethodDescriptor<Q, A> method;
    private final CallOptions options;
    private final List<Consumer<Attempt<Q, A>>> kept = new ArrayList<>();
    private @Nullable Attempt<Q, A> attempt;
    private @Nullable Listener<A> listener;
    private @Nullable Status cancelled;
    private @Nullable Status failed;
    private @Nullable CompletableFuture<Void> timer;
    // While one thread repeats what was kept, what others do lines up behind it.
    private boolean repeating;
    private boolean left;
    private boolean told;

    WaitingCall(SwitchChannel channel, MethodDescriptor<Q, A> method, CallOptions options) {
        this.channel = channel;
        this.method = method;
        this.options = options;
    }

    /** The call to one run. Each is only equal to itself. */
    private static final class Attempt<Q, A> {
        final ClientCall<Q, A> call;
        final Leg leg;
        final CallProgress progress;

        Attempt(ClientCall<Q, A> call, Leg leg, CallProgress progress) {
            this.call = call;
            this.leg = leg;
            this.progress = progress;
        }
    }

    // ---- where it goes ----

    /** There is somebody to call now. */
    void go(Leg leg) {
        var progress = new CallProgress(this::gone);
        var next =
                new Attempt<>(
                        leg.channel().newCall(method, progress.in(options.withWaitForReady())),
                        leg,
                        progress);
        synchronized (this) {
            if (attempt != null || failed != null) {
                return;
            }
            attempt = next;
            repeating = true;
            disarm();
        }
        repeat(next);
    }

    /** Not under the lock: a step may end the call, and its caller hears of that at once. */
    private void repeat(Attempt<Q, A> current) {
        for (int next = 0; ; next++) {
            Consumer<Attempt<Q, A>> step;
            synchronized (this) {
                if (attempt != current) {
                    return;
                }
                if (next == kept.size()) {
                    repeating = false;
                    release();
                    return;
                }
                step = kept.get(next);
            }
            try {
                step.accept(current);
            } catch (RuntimeException | Error fault) {
                giveUp(current, fault);
                return;
            }
        }
    }

    /** What the caller wants cannot be done; whoever made the connection has no part in that. */
    private void giveUp(Attempt<Q, A> current, Throwable fault) {
        synchronized (this) {
            attempt = null;
            repeating = false;
        }
        current.call.cancel("it cannot be repeated", fault);
        fail(Status.CANCELLED.withDescription("cannot repeat the call: " + fault).withCause(fault));
    }

    /** It has left: what it asks for must not be asked for again. */
    private synchronized void gone() {
        left = true;
        release();
    }

    private void release() {
        if (left && !repeating) {
            kept.clear();
        }
    }

    /** The run it was meant for cannot have heard of it: it waits for the next. */
    private void again() {
        Status enough;
        synchronized (this) {
            attempt = null;
            enough = cancelled;
            if (enough == null) {
                arm();
            }
        }
        if (enough == null) {
            channel.place(this);
        } else {
            fail(enough);
        }
    }

    /** There will be nobody to call. */
    void fail(Status status) {
        synchronized (this) {
            if (attempt != null || failed != null) {
                return;
            }
            failed = status;
            kept.clear();
            disarm();
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
        Leg.execute(options, () -> heard.onClose(status, new Metadata()));
    }

    // ---- its time ----

    private synchronized void arm() {
        Deadline deadline = options.getDeadline();
        if (deadline == null || attempt != null || failed != null) {
            return;
        }
        var alarm = new CompletableFuture<Void>();
        timer = alarm;
        var _ =
                alarm.orTimeout(deadline.timeRemaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS)
                        .exceptionally(
                                _ -> {
                                    fail(late());
                                    return null;
                                });
    }

    private void disarm() {
        if (timer != null) {
            timer.complete(null);
            timer = null;
        }
    }

    private static Status late() {
        return Status.DEADLINE_EXCEEDED.withDescription("the plugin did not come back in time");
    }

    // ---- what its caller does ----

    @Override
    public void start(Listener<A> wanted, Metadata headers) {
        synchronized (this) {
            listener = wanted;
        }
        perform(
                it -> {
                    // gRPC writes into what it is given.
                    var copy = new Metadata();
                    copy.merge(headers);
                    it.call.start(new Hearing(it, wanted), copy);
                });
        arm();
        tell();
    }

    private void perform(Consumer<Attempt<Q, A>> step) {
        Attempt<Q, A> current;
        synchronized (this) {
            current = attempt;
            if (failed == null && !(left && !repeating)) {
                kept.add(step);
            }
            if (current == null || repeating) {
                return;
            }
        }
        step.accept(current);
    }

    @Override
    public void request(int messages) {
        perform(it -> it.call.request(messages));
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
        Status status = Status.CANCELLED.withDescription(message).withCause(cause);
        boolean waiting;
        synchronized (this) {
            cancelled = status;
            waiting = attempt == null;
        }
        if (waiting) {
            fail(status);
        } else {
            perform(it -> it.call.cancel(message, cause));
        }
    }

    /** What is sent meanwhile is kept, so that those who ask first do not send without end. */
    @Override
    public boolean isReady() {
        Attempt<Q, A> current;
        synchronized (this) {
            current = repeating ? null : attempt;
        }
        return current != null && current.call.isReady();
    }

    @Override
    public void halfClose() {
        perform(it -> it.call.halfClose());
    }

    @Override
    public void sendMessage(Q message) {
        perform(it -> it.call.sendMessage(message));
    }

    @Override
    public void setMessageCompression(boolean enabled) {
        perform(it -> it.call.setMessageCompression(enabled));
    }

    @Override
    public synchronized Attributes getAttributes() {
        return attempt == null ? Attributes.EMPTY : attempt.call.getAttributes();
    }

    private synchronized boolean isCurrent(Attempt<Q, A> one) {
        return attempt == one;
    }

    // ---- what it hears ----

    private final class Hearing extends SimpleForwardingClientCallListener<A> {
        private final Attempt<Q, A> from;

        Hearing(Attempt<Q, A> from, Listener<A> to) {
            super(to);
            this.from = from;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            if (!isCurrent(from)) {
                return;
            }
            CallProgress progress = from.progress;
            boolean never = !progress.left();
            if (never && CallFailure.ofConnection(status, progress.answered())) {
                again();
            } else if (never && status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
                super.onClose(late(), trailers);
            } else {
                from.leg.tell(status, progress, options, told -> super.onClose(told, trailers));
            }
        }
    }
}
