package dev.foster.stdio.child;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.OutputLimits.Overflow;
import dev.foster.process.OutputMode;
import dev.foster.process.OutputView;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Stdin;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.process.Subscription;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A child process that speaks JSON-RPC on its standard streams, one message a line. It can be asked
 * by many threads at once; what it says of its own accord goes to a {@link RpcListener}.
 *
 * <p>A request fails with an {@link RpcProblem} that could be given to whoever asked, or with
 * {@link ChildGone}. Its future completes on the thread that reads this child: what hangs on it
 * should be short, or go elsewhere with the {@code Async} methods.
 *
 * <p>Nothing here waits without bound. It has no thread of its own while nothing is said.
 */
public final class RpcChild implements AutoCloseable {
    /** The code of a request that was not answered in time. */
    public static final int TIMED_OUT = -32001;

    /** The code of a request that was cancelled here. */
    public static final int CANCELLED = -32800;

    /** The code when the child has enough to do: too many requests, or it does not read. */
    public static final int BUSY = -32000;

    // What may lie between the child and the listener before the child has to wait.
    private static final int BACKLOG = 512 * 1024;
    // An exit and the end of the pipes are two pieces of news: this long one waits for the other.
    // It ends with the news; only a child that closed its pipes and stays is kept for all of it.
    private static final Duration NEWS_LIMIT = Duration.ofSeconds(2);
    // A stop waits this long for a listener that is slow to take what was said last.
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    // Enough to read what lies in a pipe, however busy the machine is.
    private static final Duration LAST_READ = Duration.ofSeconds(5);

    private final Child child;
    private final RpcLimits limits;
    private final RpcCounters counters = new RpcCounters();
    private final ErrorLines log;
    private final PendingCalls calls;
    private final MessageOutbox outbox;
    private final Inbox inbox;
    private final Subscription subscription;
    private final CompletableFuture<StopReport> swept;
    // No caller can know it, so no caller's id can begin like this.
    private final String ownIds =
            "foster-" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36) + "-";
    private final AtomicLong ownCount = new AtomicLong();

    // Guarded by this.
    private @Nullable Exit exit;
    private boolean outputEnded;
    private @Nullable CompletableFuture<Void> allTold;

    private RpcChild(Child child, RpcLimits limits, RpcListener listener) {
        this.child = child;
        this.limits = limits;
        this.log = new ErrorLines(listener, counters);
        this.calls = new PendingCalls(limits, this::expired);
        this.outbox =
                new MessageOutbox(child.stdin(), limits.queuedBytes(), counters, this::refused);
        this.inbox = new Inbox(listener, limits, calls, outbox, log, counters);
        this.subscription = child.output().bytes(OutputView.all(), inbox);
        // What it started must not outlive it, also when it ends by itself and nobody closes this.
        this.swept = child.sweep();
    }

    /**
     * Starts a child. Its input and output are pipes whatever the spec says; how much output is
     * kept, and what happens when the listener is slow, is settled here too.
     *
     * @throws dev.foster.process.ProblemException when it cannot be started
     */
    public static RpcChild start(
            ProcessEngine engine, ChildSpec spec, RpcLimits limits, RpcListener listener) {
        ChildSpec wanted =
                spec.stdin(Stdin.PIPE)
                        .outputMode(OutputMode.APART)
                        .outputLimits(
                                spec.outputLimits()
                                        .keep(0)
                                        .backlog(BACKLOG)
                                        .overflow(Overflow.WAIT)
                                        .rest(Duration.ZERO)
                                        .prompt(true));
        var started = new RpcChild(engine.spawn(wanted), limits, listener);
        started.watch();
        return started;
    }

    private void watch() {
        var _ = subscription.done().whenComplete((_, _) -> outputEnded());
        var _ = child.exit().thenAccept(this::exited);
    }

    // ---- asking and telling ----

    /**
     * Asks the child. The answer, a result or an error, bears the id of the request as it is
     * spelled there.
     *
     * @param timeout how long to wait; cut to the ceiling of the limits
     * @return fails with {@link RpcProblem} when the id is in flight already, the time is over, it
     *     was cancelled or the answer is too long; with {@link ChildGone} when the child ends
     */
    public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
        if (!request.isRequest()) {
            throw new IllegalArgumentException("cannot ask with a " + request + ": send it");
        }
        long nanos = timeout.compareTo(limits.ceiling()) < 0 ? timeout.toNanos() : Long.MAX_VALUE;
        var call =
                new Call(request, Math.min(nanos, limits.ceiling().toNanos()), this::lostInterest);
        try {
            checkLength(request);
            calls.add(call);
        } catch (RpcProblem | ChildGone refused) {
            call.completeExceptionally(refused);
            return call;
        }
        MessageOutbox.Fate fate = outbox.send(request, Optional.of(call));
        if (fate != MessageOutbox.Fate.TAKEN && calls.remove(call)) {
            call.completeExceptionally(refusal(fate));
        }
        return call;
    }

    /** Asks the child under an id that clashes with nobody's. */
    public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
        RawJson id = RawJson.string(ownIds + ownCount.incrementAndGet());
        return request(RpcMessage.request(id, method, params), timeout);
    }

    /**
     * Tells the child something: a notification, or the answer to its request. It may be on its way
     * when this returns; it comes in the order of the calls.
     *
     * @throws ChildGone when the child has ended or closed its input
     * @throws RpcProblem when it is too long, or the child does not read
     */
    public void send(RpcMessage message) {
        if (message.isRequest()) {
            throw new IllegalArgumentException("cannot send a " + message + ": ask with it");
        }
        checkLength(message);
        MessageOutbox.Fate fate = outbox.send(message, Optional.empty());
        if (fate != MessageOutbox.Fate.TAKEN) {
            throw refusal(fate);
        }
    }

    private void checkLength(RpcMessage message) {
        if (message.length() > limits.messageBytes()) {
            throw RpcProblem.invalidRequest(
                    "it has "
                            + message.length()
                            + " bytes, and the limit is "
                            + limits.messageBytes()
                            + "; say it in less");
        }
    }

    private RuntimeException refusal(MessageOutbox.Fate fate) {
        if (fate == MessageOutbox.Fate.FULL) {
            return new RpcProblem(
                    BUSY,
                    "cannot tell the child: it does not read, and "
                            + limits.queuedBytes()
                            + " bytes wait for it; try again later");
        }
        synchronized (this) {
            return exit == null
                    ? ChildGone.deaf(name(), lastLog())
                    : ChildGone.ended(name(), exit, lastLog());
        }
    }

    /**
     * Gives a request up: its future fails, and the child is told.
     *
     * @return false when no request with this id is in flight
     */
    public boolean cancel(RawJson id, String reason) {
        Optional<Call> call = calls.find(id).filter(calls::giveUp);
        call.ifPresent(
                found -> {
                    tellCancelled(found, reason);
                    found.completeExceptionally(
                            new RpcProblem(CANCELLED, "the request was cancelled: " + reason));
                });
        return call.isPresent();
    }

    /**
     * Gives a request more time from now on, but never more than the ceiling in all.
     *
     * @return false when no request with this id is in flight
     */
    public boolean extend(RawJson id, Duration more) {
        return calls.extend(id, more);
    }

    private void lostInterest(Call call) {
        if (calls.giveUp(call)) {
            tellCancelled(call, "the caller cancelled it");
        }
    }

    private void expired(Call call) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - call.begunNanos);
        boolean read = tellCancelled(call, "no answer after " + millis + " ms");
        call.completeExceptionally(
                new RpcProblem(
                        TIMED_OUT,
                        "cannot get an answer to "
                                + call.method
                                + ": "
                                + (read ? "none came" : "the child does not read its input")
                                + " within "
                                + millis
                                + " ms"));
    }

    /** Tells the child, unless it has not been asked yet; then it never will be. */
    private boolean tellCancelled(Call call, String reason) {
        if (outbox.withdraw(call)) {
            calls.neverSent(call);
            return false;
        }
        // The protocol forbids to cancel the one request that begins everything.
        if (!call.method.equals("initialize")) {
            var params = new LinkedHashMap<String, RawJson>();
            params.put("requestId", call.id);
            params.put("reason", RawJson.string(reason));
            RpcMessage told =
                    RpcMessage.notification("notifications/cancelled", RawJson.object(params));
            outbox.send(told, Optional.empty());
        }
        return true;
    }

    /** The child closed its input; most likely it has ended, and the news is on its way. */
    private void refused(List<Call> unwritten) {
        after(NEWS_LIMIT)
                .execute(
                        () -> {
                            for (Call call : unwritten) {
                                if (calls.remove(call)) {
                                    call.completeExceptionally(ChildGone.deaf(name(), lastLog()));
                                }
                            }
                            // Nothing can be asked of it any more, so nobody needs it.
                            if (child.alive()) {
                                var _ = child.stop();
                            }
                        });
    }

    // ---- what it is and does ----

    public int inFlight() {
        return calls.size();
    }

    public boolean alive() {
        return child.alive();
    }

    public long pid() {
        return child.pid();
    }

    /** The process. Its input and output are in use; leave them alone. */
    public Child child() {
        return child;
    }

    public CompletableFuture<Exit> exit() {
        return child.exit();
    }

    public RpcCounts counts() {
        return counters.counts();
    }

    /** The last lines of its standard error, oldest first. */
    public List<String> lastLog() {
        return log.last();
    }

    private String name() {
        return child.spec().command().getFirst();
    }

    // ---- the end ----

    /** Stops the child by the plan of its spec. */
    public CompletableFuture<StopReport> stop() {
        return stop(child.spec().stopPlan());
    }

    /**
     * Closes the child's input, waits, and ends it and its descendants by force if need be. What is
     * in flight fails at once; what was queued for the child is dropped. When this completes the
     * listener has heard all the child said, unless it takes its time.
     */
    public CompletableFuture<StopReport> stop(StopPlan plan) {
        fail(ChildGone.stopped(name(), lastLog()));
        outbox.close();
        CompletableFuture<StopReport> stopping = child.stop(plan).thenApply(this::stopped);
        // A listener that stops the child would wait for itself.
        return inbox.isBusyWithCaller() || log.isBusyWithCaller()
                ? stopping
                : stopping.thenCompose(report -> allTold().thenApply(_ -> report));
    }

    private StopReport stopped(StopReport report) {
        // While a slow listener holds up the output its end cannot be seen; nobody is left to
        // write to it.
        if (report.exit().isEmpty()) {
            subscription.close();
        } else if (report.exit().get().outputOpen()) {
            finish(report.exit().get());
        }
        return report;
    }

    /** Completes when the listener has heard all the child said, or took too long for it. */
    private synchronized CompletableFuture<Void> allTold() {
        if (allTold == null) {
            allTold =
                    subscription
                            .done()
                            .exceptionally(_ -> null)
                            .thenCompose(_ -> log.told())
                            .completeOnTimeout(null, LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        }
        return allTold;
    }

    /**
     * Stops the child and waits until that is done: as long as the plan of its spec allows, and for
     * a slow listener a second longer.
     */
    @Override
    public void close() {
        stop().join();
    }

    private void exited(Exit how) {
        boolean over;
        synchronized (this) {
            exit = how;
            over = outputEnded;
        }
        if (over) {
            finish(how);
        } else if (how.outputOpen()) {
            // A descendant holds the output, or there is more in it than could be read so far. Once
            // nobody is left to write, its end must come; unless the listener never returns.
            var _ = swept.thenRun(() -> after(LAST_READ).execute(() -> finish(how)));
        }
    }

    private void outputEnded() {
        Exit how;
        synchronized (this) {
            outputEnded = true;
            how = exit;
        }
        if (how != null) {
            finish(how);
        } else {
            after(NEWS_LIMIT).execute(this::endIfMute);
        }
    }

    private void endIfMute() {
        if (child.alive()) {
            fail(ChildGone.mute(name(), lastLog()));
            var _ = child.stop();
        }
    }

    private void finish(Exit how) {
        outbox.close();
        fail(ChildGone.ended(name(), how, lastLog()));
        subscription.close();
        inbox.end(how);
    }

    private void fail(ChildGone why) {
        for (Call call : calls.close(why)) {
            call.completeExceptionally(why);
        }
    }

    private static Executor after(Duration wait) {
        return CompletableFuture.delayedExecutor(
                wait.toNanos(), TimeUnit.NANOSECONDS, Thread::startVirtualThread);
    }
}
