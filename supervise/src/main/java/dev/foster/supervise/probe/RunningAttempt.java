package dev.foster.supervise.probe;

import dev.foster.process.Quantities;
import dev.foster.supervise.probe.ProbeResult.Bad;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The frame of every attempt: the first of answer, timeout and cancellation decides, and whichever
 * it was, what the attempt holds is ended. The timer runs apart from the thread that asks, which
 * may be stuck in a system call such as a name lookup.
 */
final class RunningAttempt implements Attempt {
    private static final int SAFEGUARD_MILLIS = 1000;

    private final Executor executor;
    private final CompletableFuture<ProbeResult> result = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CompletableFuture<Boolean> timer = new CompletableFuture<>();
    private final long deadline;
    private @Nullable Runnable release;
    private @Nullable ProbeResult verdict;

    RunningAttempt(Duration timeout, Executor executor) {
        this.executor = executor;
        this.deadline = System.nanoTime() + timeout.toNanos();
        var _ = timer.completeOnTimeout(true, timeout.toNanos(), TimeUnit.NANOSECONDS);
        var _ =
                timer.thenAccept(
                        expired -> {
                            if (expired) {
                                executor.execute(
                                        () ->
                                                decide(
                                                        new Bad(
                                                                "no answer within "
                                                                        + Quantities.of(timeout))));
                            }
                        });
    }

    @Override
    public CompletableFuture<ProbeResult> result() {
        return result.copy();
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    @Override
    public void cancel() {
        settle(new ProbeResult.Cancelled());
        executor.execute(this::tell);
    }

    /**
     * Milliseconds for which a call may block, as a second safeguard: longer than the timeout,
     * which is what decides and closes whatever blocks.
     */
    int blockMillis() {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        return Math.clamp(left + SAFEGUARD_MILLIS, SAFEGUARD_MILLIS, Integer.MAX_VALUE);
    }

    /**
     * What ends the attempt from outside, once; run right away when it has been decided already.
     */
    void hold(Runnable ending) {
        synchronized (this) {
            if (verdict == null) {
                release = ending;
                return;
            }
        }
        ending.run();
    }

    /** The first decision counts. */
    void decide(ProbeResult decision) {
        settle(decision);
        tell();
    }

    /** Nothing is left of it. */
    void end() {
        ended.complete(null);
    }

    private void settle(ProbeResult decision) {
        Runnable held;
        synchronized (this) {
            verdict = verdict == null ? decision : verdict;
            held = release;
            release = null;
        }
        if (held != null) {
            held.run();
        }
    }

    private void tell() {
        timer.complete(false);
        ProbeResult settled;
        synchronized (this) {
            settled = verdict;
        }
        result.complete(settled);
    }
}
