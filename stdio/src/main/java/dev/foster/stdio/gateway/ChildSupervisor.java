package dev.foster.stdio.gateway;

import dev.foster.stdio.gateway.LaneChild.Phase;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Does what {@link LaneRules} say: keeps the child of a lane there for those who need it. */
final class ChildSupervisor {
    /** How long a replaced child may finish what it works on. */
    private static final Duration RETIREMENT = Duration.ofSeconds(5);

    /** Starts and greets a child. */
    @FunctionalInterface
    interface Start {
        CompletableFuture<Greeted> begin(Map<String, String> environment);
    }

    /** Who hears of children. */
    interface Listener {
        /** One ended that should not have. */
        void ended(String how);

        /** One has taken the place of another. */
        void renewed(Greeted child);
    }

    private final Start start;
    private final LaneRules rules;
    private final Listener listener;
    private final Supplier<Moment> clock;
    private final CompletableFuture<String> over = new CompletableFuture<>();
    private final Set<RpcPeer> there = ConcurrentHashMap.newKeySet();

    // Guarded by this object's lock; nothing of others is called while it is held.
    private LaneChild child;
    private CompletableFuture<Greeted> next = new CompletableFuture<>();

    /**
     * @param environment the variables of the client it is for
     */
    ChildSupervisor(
            Start start,
            RestartPolicy policy,
            Map<String, String> environment,
            Listener listener,
            Supplier<Moment> clock) {
        this.start = start;
        this.rules = new LaneRules(policy);
        this.child = LaneChild.unasked(environment);
        this.listener = listener;
        this.clock = clock;
    }

    /** The child, once it has been greeted; fails when there will be none. */
    CompletableFuture<Greeted> child() {
        return post(new LaneEvent.Needed());
    }

    /** The child, while it is there. */
    synchronized Optional<Greeted> current() {
        return child.phase() instanceof Phase.Up up ? Optional.of(up.child()) : Optional.empty();
    }

    /** Whether there will be no child any more. */
    synchronized boolean isClosed() {
        return child.phase() instanceof Phase.Over;
    }

    synchronized int restarts() {
        return child.restarts();
    }

    /** Completes with the reason when there will be no child any more, unless it was closed. */
    CompletableFuture<String> over() {
        return over;
    }

    /** Starts another child with these variables; it takes over when it has been greeted. */
    void replace(Map<String, String> wanted) {
        var _ = post(new LaneEvent.Renewed(wanted));
    }

    /** Stops the child; completes when nothing is left of it. */
    CompletableFuture<Void> close() {
        var _ = post(new LaneEvent.Closed());
        return CompletableFuture.allOf(
                there.stream().map(RpcPeer::stop).toArray(CompletableFuture[]::new));
    }

    /**
     * Takes a step.
     *
     * @return the child that those have who wait now
     */
    private CompletableFuture<Greeted> post(LaneEvent event) {
        LaneStep step;
        CompletableFuture<Greeted> awaited;
        synchronized (this) {
            step = rules.on(child, event, clock.get());
            boolean changed = !step.next().phase().equals(child.phase());
            child = step.next();
            if (child.phase() instanceof Phase.Up up) {
                there.add(up.child().peer());
            }
            // Whoever asks from now on does not get the one that was there.
            next = changed && next.isDone() ? new CompletableFuture<>() : next;
            awaited = next;
            boolean last = child.phase() instanceof Phase.Over;
            next = step.refuses() && !last ? new CompletableFuture<>() : next;
        }
        for (LaneEffect effect : step.effects()) {
            perform(effect, awaited);
        }
        return awaited;
    }

    private void perform(LaneEffect effect, CompletableFuture<Greeted> awaited) {
        switch (effect) {
            case LaneEffect.Begin(var beginning) -> begin(beginning);
            case LaneEffect.Await(Duration delay) -> after(delay).execute(this::retryDue);
            case LaneEffect.Serve(Greeted greeted) -> awaited.complete(greeted);
            case LaneEffect.Refuse(var why) -> awaited.completeExceptionally(why);
            case LaneEffect.GiveUp(var why) -> {
                awaited.completeExceptionally(why);
                over.complete(why.text());
            }
            case LaneEffect.End(Greeted greeted) -> greeted.peer().end();
            case LaneEffect.Retire(Greeted old) -> after(RETIREMENT).execute(old.peer()::end);
            case LaneEffect.TellEnded(String how) -> listener.ended(how);
            case LaneEffect.TellRenewed(Greeted greeted) -> listener.renewed(greeted);
        }
    }

    private void retryDue() {
        var _ = post(new LaneEvent.RetryDue());
    }

    private static Executor after(Duration wait) {
        return CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void begin(LaneEvent.Beginning beginning) {
        var _ =
                start.begin(beginning.environment())
                        .whenComplete(
                                (greeted, failure) -> {
                                    if (failure == null) {
                                        arrived(greeted, beginning);
                                    } else {
                                        var _ =
                                                post(
                                                        new LaneEvent.NotStarted(
                                                                Failures.problem(failure),
                                                                beginning));
                                    }
                                });
    }

    private void arrived(Greeted greeted, LaneEvent.Beginning beginning) {
        var _ = post(new LaneEvent.Arrived(greeted, beginning));
        var _ =
                greeted.peer()
                        .ended()
                        .thenAccept(
                                how -> {
                                    var _ = post(new LaneEvent.Ended(greeted, how));
                                    there.remove(greeted.peer());
                                });
    }
}
