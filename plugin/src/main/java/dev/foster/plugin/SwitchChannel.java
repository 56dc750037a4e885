package dev.foster.plugin;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A channel to a plugin that outlives its runs: each call goes to the run of its moment. A call
 * that has left ends with the run it went to, as nobody can know how far it came.
 */
final class SwitchChannel {
    private final String id;
    private final Set<WaitingCall<?, ?>> waiting = new LinkedHashSet<>();
    private @Nullable Leg current;
    private boolean expected;
    private Status away;

    SwitchChannel(String id) {
        this.id = id;
        this.away = away("it is not running; activate it");
    }

    private Status away(String why) {
        return Status.UNAVAILABLE.withDescription("cannot call plugin " + id + ": " + why);
    }

    /** It is on its way up: who waits for it does not wait in vain. */
    synchronized void expect() {
        expected = true;
    }

    /**
     * From now on calls go here.
     *
     * @param end completes with how the run ended
     */
    void connect(Channel connected, CompletableFuture<String> end) {
        var leg = new Leg(id, connected, end);
        List<WaitingCall<?, ?>> free;
        synchronized (this) {
            expected = true;
            current = leg;
            free = List.copyOf(waiting);
            waiting.clear();
        }
        free.forEach(call -> call.go(leg));
    }

    /** From now on there is nobody to call, for this reason. */
    synchronized void disconnect(String why) {
        current = null;
        // Why it will not come back says more.
        if (expected) {
            away = away(why);
        }
    }

    /** Nobody will come back: those who wait need not. */
    void end(String why) {
        List<WaitingCall<?, ?>> free;
        synchronized (this) {
            current = null;
            expected = false;
            away = away(why);
            free = List.copyOf(waiting);
            waiting.clear();
        }
        free.forEach(call -> call.fail(away));
    }

    synchronized void forget(WaitingCall<?, ?> call) {
        waiting.remove(call);
    }

    Channel view(WhenAway whenAway) {
        return new View(whenAway);
    }

    /** Sends a call to the run of this moment, or else lets it wait for one that will come. */
    void place(WaitingCall<?, ?> call) {
        Leg now;
        synchronized (this) {
            now = current == null || current.over() ? null : current;
            if (now == null && expected) {
                waiting.add(call);
                return;
            }
        }
        if (now == null) {
            call.fail(reason());
        } else {
            call.go(now);
        }
    }

    private synchronized Status reason() {
        return away;
    }

    private <Q, A> ClientCall<Q, A> call(
            MethodDescriptor<Q, A> method, CallOptions options, WhenAway whenAway) {
        Leg now;
        synchronized (this) {
            now = current;
        }
        if (whenAway == WhenAway.FAIL && now != null) {
            return now.newCall(method, options);
        }
        var call = new WaitingCall<>(this, method, options);
        if (whenAway == WhenAway.FAIL) {
            call.fail(reason());
        } else {
            place(call);
        }
        return call;
    }

    /** How one user of the plugin sees it. */
    private final class View extends Channel {
        private final WhenAway whenAway;

        View(WhenAway whenAway) {
            this.whenAway = whenAway;
        }

        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            return call(method, options, whenAway);
        }

        @Override
        public String authority() {
            return id;
        }
    }
}
