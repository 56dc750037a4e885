package dev.foster.process.internal.linux;

import dev.foster.process.StopPlan;
import dev.foster.process.internal.LifecycleLoop;
import dev.foster.process.internal.lifecycle.Lifecycle;
import dev.foster.process.internal.lifecycle.LifecycleEffect;
import dev.foster.process.internal.lifecycle.LifecycleInput;

import java.util.concurrent.CompletableFuture;

/**
 * Ends what children left behind that nobody stopped, when the whole engine goes: by the rules for
 * what one child left.
 */
final class Strays {
    private final Reactor reactor;
    private final LinuxLeftovers leftovers;
    private final LifecycleLoop life;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    Strays(Reactor reactor, LinuxLeftovers leftovers) {
        this.reactor = reactor;
        this.leftovers = leftovers;
        this.life =
                new LifecycleLoop(
                        reactor,
                        "it ended what children left",
                        Lifecycle.leftovers(),
                        this::perform);
    }

    CompletableFuture<Void> end(StopPlan plan) {
        if (!reactor.execute(() -> life.happened(new LifecycleInput.SweepAsked(plan)))) {
            gone.complete(null);
        }
        return gone;
    }

    private void perform(LifecycleEffect effect) {
        switch (effect) {
            case LifecycleEffect.OnLeftovers deed -> life.perform(deed, leftovers);
            case LifecycleEffect.Report _ -> gone.complete(null);
            case LifecycleEffect.OnProcess _ ->
                    throw new IllegalStateException("there is no process of its own");
        }
    }
}
