package dev.foster.process.internal.lifecycle;

import dev.foster.process.Excess;
import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** How a child ended, and who wanted it to. */
public record End(Ending ending, Asked asked, Optional<Duration> cpu, Optional<Excess> overLimit) {
    private static final Set<Signal> ENDING_SIGNALS =
            Set.of(Signal.TERM, Signal.INT, Signal.HUP, Signal.QUIT);

    /** One that nobody stopped. */
    static End byItself(LifecycleInput.Exited event) {
        Asked asked =
                event.lastSignal().filter(sent -> endedBy(event.ending(), sent)).isPresent()
                        ? Asked.SIGNAL
                        : Asked.NOBODY;
        return new End(event.ending(), asked, event.cpu(), event.overLimit());
    }

    /** One that is being stopped was killed by us, whatever else happened to it before. */
    static End stopped(LifecycleInput.Exited event, Asked by) {
        return new End(event.ending(), by, event.cpu(), Optional.empty());
    }

    private static boolean endedBy(Ending ending, Signal sent) {
        return switch (ending) {
            case Ending.Killed(Signal signal, boolean _) -> signal.equals(sent);
            case Ending.Code _ -> ENDING_SIGNALS.contains(sent);
            case Ending.Unknown _ -> true;
        };
    }
}
