package dev.foster.process.internal.linux;

import dev.foster.process.Signal;
import dev.foster.process.StopPlan;

import java.util.concurrent.CompletableFuture;

/** Ends what children left behind that nobody stopped, when the whole engine goes. */
final class Strays {
    private static final long LOOK_AGAIN_NANOS = 10_000_000;

    private final Reactor reactor;
    private final LinuxLeftovers leftovers;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private boolean told;

    Strays(Reactor reactor, LinuxLeftovers leftovers) {
        this.reactor = reactor;
        this.leftovers = leftovers;
    }

    CompletableFuture<Void> end(StopPlan plan) {
        long killAt = System.nanoTime() + plan.grace().toNanos();
        long giveUpAt = killAt + plan.killLimit().toNanos();
        if (!reactor.execute(() -> look(plan, killAt, giveUpAt))) {
            gone.complete(null);
        }
        return gone;
    }

    private void look(StopPlan plan, long killAt, long giveUpAt) {
        leftovers.count(
                alive -> {
                    long now = System.nanoTime();
                    if (alive == 0 || now - giveUpAt > 0) {
                        gone.complete(null);
                        return;
                    }
                    if (now - killAt >= 0) {
                        var _ = leftovers.signal(Signal.KILL);
                    } else if (!told) {
                        told = leftovers.signal(plan.signal());
                    }
                    reactor.at(now + LOOK_AGAIN_NANOS, () -> look(plan, killAt, giveUpAt));
                });
    }
}
