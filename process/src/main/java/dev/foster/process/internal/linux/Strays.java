package dev.foster.process.internal.linux;

import dev.foster.process.StopPlan;

import java.util.concurrent.CompletableFuture;

/** Ends what children left behind that nobody stopped, when the whole engine goes. */
final class Strays {
    private static final long LOOK_AGAIN_NANOS = 10_000_000;

    private final Reactor reactor;
    private final LinuxLeftovers leftovers;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    Strays(Reactor reactor, LinuxLeftovers leftovers) {
        this.reactor = reactor;
        this.leftovers = leftovers;
    }

    CompletableFuture<Void> end(StopPlan plan) {
        // As with one child: each has its grace from the moment it is found, within a bound.
        long killAt = System.nanoTime() + 2 * plan.grace().toNanos();
        long giveUpAt = killAt + plan.killLimit().toNanos();
        if (!reactor.execute(() -> look(plan, killAt, giveUpAt))) {
            gone.complete(null);
        }
        return gone;
    }

    private void look(StopPlan plan, long killAt, long giveUpAt) {
        leftovers.count(
                (alive, undecided) -> {
                    long now = System.nanoTime();
                    boolean more =
                            alive + undecided > 0
                                    && now - giveUpAt <= 0
                                    && reactor.faults()
                                            .survives(
                                                    "it ended what children left",
                                                    () -> end(plan, now - killAt >= 0));
                    if (more) {
                        reactor.at(now + LOOK_AGAIN_NANOS, () -> look(plan, killAt, giveUpAt));
                    } else {
                        gone.complete(null);
                    }
                });
    }

    private void end(StopPlan plan, boolean late) {
        if (late) {
            leftovers.killAll();
        } else {
            leftovers.killAskedSince(plan.grace().toNanos());
            leftovers.ask(plan.signal());
        }
    }
}
