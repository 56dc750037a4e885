package dev.foster.stdio.child;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcProblem;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The requests that wait for their answers, and when each is given up.
 *
 * <p>There is one timer for all of them, set to the earliest deadline it has seen; when it fires it
 * is set again, if there is anything left to wait for. A request that is answered in time never
 * touches it.
 */
final class PendingCalls {
    // Ids of requests given up whose answers may still come. A child that never answers them must
    // not fill the memory.
    private static final int ABANDONED = 1000;

    private final int limit;
    private final long ceilingNanos;
    private final Consumer<Call> whenExpired;

    // Guarded by this.
    private final Map<String, Call> calls = new HashMap<>(4);
    private final LinkedHashSet<String> abandoned = LinkedHashSet.newLinkedHashSet(0);
    private @Nullable RuntimeException over;
    private @Nullable CompletableFuture<Void> timer;
    private long timerNanos;
    private long timersSet;

    /**
     * Makes an empty table.
     *
     * @param whenExpired told of a call that was given up and has left the table
     */
    PendingCalls(RpcLimits limits, Consumer<Call> whenExpired) {
        this.limit = limits.inFlight();
        this.ceilingNanos = limits.ceiling().toNanos();
        this.whenExpired = whenExpired;
    }

    /**
     * Puts a call in.
     *
     * @throws RpcProblem when its id is in use or there are too many
     * @throws ChildGone when there will be no more answers
     */
    synchronized void add(Call call) {
        if (over != null) {
            throw over;
        }
        if (calls.containsKey(call.key)) {
            throw RpcProblem.invalidRequest(
                    "a request with the id " + call.id + " is still in flight; take another id");
        }
        if (abandoned.contains(call.key)) {
            throw RpcProblem.invalidRequest(
                    "a request with the id "
                            + call.id
                            + " was given up and may yet be answered; take another id");
        }
        if (calls.size() >= limit) {
            throw new RpcProblem(
                    RpcChild.BUSY,
                    "cannot ask the child: "
                            + limit
                            + " requests wait for their answers; wait for some of them");
        }
        call.deadlineNanos = sooner(call.deadlineNanos, call.begunNanos + ceilingNanos);
        calls.put(call.key, call);
        arm(call.deadlineNanos);
    }

    private static long sooner(long one, long other) {
        return one - other < 0 ? one : other;
    }

    /** Takes out the call with this id. */
    synchronized Optional<Call> take(RawJson id) {
        return Optional.ofNullable(calls.remove(Call.key(id)));
    }

    /** Takes this call out; false when it is not in any more. */
    synchronized boolean remove(Call call) {
        return calls.remove(call.key, call);
    }

    /** Takes this call out, whose answer may still come; false when it is not in any more. */
    synchronized boolean giveUp(Call call) {
        boolean first = calls.remove(call.key, call);
        if (first) {
            abandon(call);
        }
        return first;
    }

    private void abandon(Call call) {
        if (abandoned.size() >= ABANDONED) {
            abandoned.removeFirst();
        }
        abandoned.add(call.key);
    }

    /** A call that was given up had not even been sent: no answer will come. */
    synchronized void neverSent(Call call) {
        abandoned.remove(call.key);
    }

    synchronized Optional<Call> find(RawJson id) {
        return Optional.ofNullable(calls.get(Call.key(id)));
    }

    /** Whether this id belongs to a call that was given up; from now on it does not any more. */
    synchronized boolean isLate(RawJson id) {
        return abandoned.remove(Call.key(id));
    }

    synchronized boolean extend(RawJson id, Duration more) {
        Call call = calls.get(Call.key(id));
        if (call == null) {
            return false;
        }
        long wanted = sooner(System.nanoTime() + more.toNanos(), call.begunNanos + ceilingNanos);
        if (wanted - call.deadlineNanos > 0) {
            call.deadlineNanos = wanted;
        }
        return true;
    }

    synchronized int size() {
        return calls.size();
    }

    /** Takes all calls out; those who come later get this. The first reason stays. */
    synchronized List<Call> close(RuntimeException why) {
        if (over == null) {
            over = why;
        }
        var left = List.copyOf(calls.values());
        calls.clear();
        disarm();
        return left;
    }

    private void arm(long nanos) {
        if (timer != null && timerNanos - nanos <= 0) {
            return;
        }
        disarm();
        timerNanos = nanos;
        CompletableFuture<Void> next = new CompletableFuture<>();
        timer = next;
        long number = ++timersSet;
        var _ = next.thenRunAsync(() -> expire(number), Thread::startVirtualThread);
        // Rounded up: a timer that fires early would only be set again.
        var _ =
                next.completeOnTimeout(
                        null, Math.max(1, nanos - System.nanoTime() + 1), TimeUnit.NANOSECONDS);
    }

    private void disarm() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void expire(long number) {
        var expired = new ArrayList<Call>();
        synchronized (this) {
            if (number == timersSet) {
                timer = null;
            }
            long now = System.nanoTime();
            long next = now + ceilingNanos;
            for (Iterator<Call> all = calls.values().iterator(); all.hasNext(); ) {
                Call call = all.next();
                if (call.deadlineNanos - now <= 0) {
                    all.remove();
                    abandon(call);
                    expired.add(call);
                } else {
                    next = sooner(next, call.deadlineNanos);
                }
            }
            if (!calls.isEmpty()) {
                arm(next);
            }
        }
        expired.forEach(whenExpired);
    }
}
