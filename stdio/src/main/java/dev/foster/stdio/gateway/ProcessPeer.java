package dev.foster.stdio.gateway;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopPlan;
import dev.foster.stdio.child.ChildGone;
import dev.foster.stdio.child.RpcChild;
import dev.foster.stdio.child.RpcLimits;
import dev.foster.stdio.child.RpcListener;
import dev.foster.stdio.child.Stray;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.spec.LimitRule.Then;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A child process as a correspondent. */
final class ProcessPeer implements RpcPeer, ChildLimits.Held {
    private static final long EXIT_MILLIS = 2_000;

    private final RpcChild child;
    private final ChildListener listener;
    private final AtomicReference<Optional<Reason>> ending =
            new AtomicReference<>(Optional.empty());
    private final CompletableFuture<String> ended;

    private ProcessPeer(RpcChild child, ChildListener listener) {
        this.child = child;
        this.listener = listener;
        this.ended = child.exit().thenApply(this::how);
    }

    /** Starts one. */
    static ProcessPeer start(
            ProcessEngine engine,
            ChildSpec spec,
            RpcLimits limits,
            ClientSink heard,
            ChildListener listener) {
        var ear = new Ear(heard, listener);
        RpcChild child = RpcChild.start(engine, spec, limits, ear);
        ear.pid = child.pid();
        return new ProcessPeer(child, listener);
    }

    Child child() {
        return child.child();
    }

    // ---- limits ----

    private String how(Exit exit) {
        // The kernel may have found it first.
        exit.overLimit().ifPresent(excess -> listener.overLimit(pid(), excess, Then.KILL));
        return ending.get().map(Reason::text).filter(why -> !why.isEmpty()).orElse(exit.describe());
    }

    @Override
    public void over(Excess excess, Then then) {
        boolean isLeaving = ending.get().isPresent();
        if (!isLeaving) {
            listener.overLimit(pid(), excess, then);
        }
        switch (then) {
            case REPORT -> {}
            case STOP -> end(new Reason.OverLimit(excess, then));
            case KILL -> {
                // What is being ended anyway need not be given the time to use more.
                ending.compareAndSet(
                        Optional.empty(), Optional.of(new Reason.OverLimit(excess, then)));
                var _ = child.stop(StopPlan.kill());
            }
        }
    }

    @Override
    public void refused(String why) {
        end(new Reason.Refused(why));
    }

    private void end(Reason why) {
        if (ending.compareAndSet(Optional.empty(), Optional.of(why))) {
            var _ = child.stop();
        }
    }

    @Override
    public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
        return worded(request.method(), child.request(request, timeout));
    }

    @Override
    public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
        return worded(method, child.call(method, params, timeout));
    }

    /** The death of a child is one of many answers here, not a fault. */
    private CompletableFuture<RpcMessage> worded(
            String method, CompletableFuture<RpcMessage> answer) {
        return answer.exceptionallyCompose(
                failure ->
                        cause(failure) instanceof ChildGone gone
                                ? how(gone)
                                        .thenCompose(
                                                how ->
                                                        CompletableFuture.failedFuture(
                                                                gone(method, how)))
                                : CompletableFuture.failedFuture(cause(failure)));
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    /** The pipes of a process often end a moment before it does; that moment is waited for. */
    private CompletableFuture<String> how(ChildGone gone) {
        if (gone.exit().isPresent()) {
            return CompletableFuture.completedFuture(" (" + gone.exit().get().describe() + ")");
        }
        // Not the exit itself: whoever goes on after this finds the end there too.
        return ended.copy()
                .orTimeout(EXIT_MILLIS, TimeUnit.MILLISECONDS)
                .handle((how, late) -> late == null ? " (" + how + ")" : "");
    }

    private static RpcProblem gone(String method, String how) {
        return new RpcProblem(
                Mcp.CHILD_GONE,
                "cannot answer " + method + ": the server ended" + how + "; ask once more");
    }

    @Override
    public void send(RpcMessage message) {
        try {
            child.send(message);
        } catch (ChildGone | RpcProblem gone) {
            // Nobody waits for an answer to it, and those who wait for others are told.
        }
    }

    @Override
    public void cancel(RawJson id, String why) {
        child.cancel(id, why);
    }

    @Override
    public void extend(RawJson id, Duration more) {
        child.extend(id, more);
    }

    @Override
    public CompletableFuture<String> ended() {
        return ended;
    }

    @Override
    public long pid() {
        return child.pid();
    }

    @Override
    public CompletableFuture<?> stop() {
        ending.compareAndSet(Optional.empty(), Optional.of(Reason.none()));
        return child.stop();
    }

    /** Passes on what a child says. */
    private static final class Ear implements RpcListener {
        private final ClientSink heard;
        private final ChildListener listener;
        private volatile long pid;

        Ear(ClientSink heard, ChildListener listener) {
            this.heard = heard;
            this.listener = listener;
        }

        @Override
        public void request(RpcMessage message) {
            heard.say(message);
        }

        @Override
        public void notification(RpcMessage message) {
            heard.say(message);
        }

        @Override
        public void log(String line) {
            listener.said(pid, line);
        }

        @Override
        public void logMissed(long lines) {
            listener.said(pid, "(" + lines + " lines were too many and are not shown)");
        }

        @Override
        public void stray(Stray stray) {
            listener.said(pid, "(not a message on standard output: " + stray.why() + ")");
        }
    }
}
