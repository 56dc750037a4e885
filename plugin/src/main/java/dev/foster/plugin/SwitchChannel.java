package dev.foster.plugin;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A channel to a plugin that outlives its runs: each call goes to the run of its moment. A call
 * that has begun ends with the run it went to, as nobody can know how far it came.
 */
final class SwitchChannel {
    private final String id;
    private final Set<WaitingCall<?, ?>> waiting = new LinkedHashSet<>();
    private @Nullable Channel current;
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

    /** From now on calls go here. */
    void connect(Channel connected) {
        Channel channel = ClientInterceptors.intercept(connected, new HungUp(id));
        Set<WaitingCall<?, ?>> free;
        synchronized (this) {
            expected = true;
            current = channel;
            free = Set.copyOf(waiting);
            waiting.clear();
        }
        free.forEach(call -> call.go(channel));
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
        Set<WaitingCall<?, ?>> free;
        synchronized (this) {
            current = null;
            expected = false;
            away = away(why);
            free = Set.copyOf(waiting);
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

    private synchronized <Q, A> ClientCall<Q, A> call(
            MethodDescriptor<Q, A> method, CallOptions options, WhenAway whenAway) {
        Channel now = current;
        if (now != null) {
            return now.newCall(method, options);
        }
        var call = new WaitingCall<>(this, method, options);
        if (whenAway == WhenAway.FAIL || !expected) {
            call.fail(away);
        } else {
            waiting.add(call);
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
