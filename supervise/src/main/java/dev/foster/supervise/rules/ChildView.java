package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.process.Exit;
import dev.foster.supervise.report.Obstacle;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Backoff;
import dev.foster.supervise.rules.ChildState.GaveUp;
import dev.foster.supervise.rules.ChildState.Idle;
import dev.foster.supervise.rules.ChildState.Pending;
import dev.foster.supervise.rules.ChildState.Starting;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Stuck;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.ProcessSpec;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What may be known of a child outside the rules.
 *
 * @param startedAt on the clock of the rules; {@link Moment#NEVER} when it does not run
 * @param until when its state ends by itself; {@link Moment#NEVER} when it does not
 */
public record ChildView(
        ProcessSpec spec,
        Word word,
        boolean wanted,
        boolean ready,
        long run,
        OptionalLong pid,
        long startedAt,
        int restarts,
        Optional<Exit> lastExit,
        Reason why,
        long until) {

    /**
     * @param waiting what it waits for, if it does
     */
    static ChildView of(ChildFacts child, Optional<Obstacle> waiting) {
        ChildState state = child.state();
        Optional<Obstacle> obstacle = state instanceof Pending ? waiting : delay(state);
        return new ChildView(
                child.spec(),
                obstacle.filter(Obstacle::lasting).isPresent() ? Word.BLOCKED : word(child),
                child.wanted(),
                state instanceof Up up && up.ready(),
                child.run(),
                pid(state),
                state instanceof Up up ? up.since() : NEVER,
                child.restartCount(),
                child.lastExit(),
                obstacle.<Reason>map(Reason.Waits::new).orElseGet(() -> reason(child)),
                state instanceof Backoff backoff ? backoff.retryAt() : NEVER);
    }

    /** What a start that has begun waits for. */
    static Optional<Obstacle> delay(ChildState state) {
        return state instanceof Starting starting ? starting.delay() : Optional.empty();
    }

    static Word word(ChildFacts child) {
        return switch (child.state()) {
            case Idle(ChildState.Rest rest, Reason _) ->
                    switch (rest) {
                        case NEVER_STARTED -> child.spec().enabled() ? Word.STOPPED : Word.DISABLED;
                        case STOPPED -> Word.STOPPED;
                        case COMPLETED -> Word.COMPLETED;
                        case FAILED -> Word.FAILED;
                    };
            case Pending _ -> Word.WAITING;
            case Starting(long _, boolean _, var delay) ->
                    delay.map(it -> it.lasting() ? Word.BLOCKED : Word.WAITING)
                            .orElse(Word.STARTING);
            case Up up when child.leaving().isPresent() -> Word.STOPPING;
            case Up up when up.suspended() -> Word.SUSPENDED;
            case Up up when up.misses() > 0 -> Word.UNHEALTHY;
            case Up up -> up.ready() ? Word.RUNNING : Word.STARTING;
            case Stopping _ -> Word.STOPPING;
            case Stuck _ -> Word.STUCK;
            case Backoff _ -> Word.RESTARTING;
            case GaveUp _ -> Word.GAVE_UP;
        };
    }

    private static OptionalLong pid(ChildState state) {
        return switch (state) {
            case Up up -> OptionalLong.of(up.pid());
            case Stopping stopping -> known(stopping.pid());
            case Stuck stuck -> known(stuck.pid());
            case Idle _, Pending _, Starting _, Backoff _, GaveUp _ -> OptionalLong.empty();
        };
    }

    private static OptionalLong known(long pid) {
        return pid > 0 ? OptionalLong.of(pid) : OptionalLong.empty();
    }

    private static Reason reason(ChildFacts child) {
        return switch (child.state()) {
            case Idle(ChildState.Rest _, Reason why) -> why;
            case Up _ -> child.leaving().map(Cause::reason).orElse(Reason.none());
            case Stopping stopping -> stopping.why();
            case Stuck _ -> new Reason.Stuck();
            case Backoff(long _, Reason why) -> why;
            case GaveUp(Reason why, boolean _) -> why;
            case Pending _, Starting _ -> Reason.none();
        };
    }

    /** Why it is in its state, in words. */
    public String reason() {
        return why.text();
    }
}
