package dev.foster.supervise.report;

import dev.foster.process.Exit;

import java.util.Locale;
import java.util.Optional;

/** Why a run ended. These are all there are: they become labels. */
public enum Ending {
    /** By itself, and well. */
    OK(false),
    /** By itself, and not well. */
    ERROR(true),
    /** A signal of somebody else ended it. */
    SIGNAL(true),
    /** Somebody asked for it. */
    STOPPED(false),
    UNHEALTHY(false),
    NOT_READY(false),
    OVER_LIMIT(false),
    /** It never began. */
    START_FAILED(true),
    /** It is gone, and the system did not say how. */
    UNKNOWN(true);

    private final boolean crash;

    Ending(boolean crash) {
        this.crash = crash;
    }

    /** The end of a run that nobody asked for. */
    public static Ending byItself(Exit exit, boolean success) {
        if (exit.overLimit().isPresent()) {
            return OVER_LIMIT;
        }
        if (success) {
            return OK;
        }
        return switch (exit.ending()) {
            case Exit.Ending.Code _ -> ERROR;
            case Exit.Ending.Killed _ -> SIGNAL;
            case Exit.Ending.Unknown _ -> UNKNOWN;
        };
    }

    /** The end of a run that was being ended, for this reason. */
    public static Ending of(Reason why) {
        return switch (why) {
            case Reason.Unhealthy _ -> UNHEALTHY;
            case Reason.NotReady _, Reason.Refused _ -> NOT_READY;
            case Reason.OverLimit _ -> OVER_LIMIT;
            case Reason.None _,
                    Reason.Ordered _,
                    Reason.Exited _,
                    Reason.Diagnosed _,
                    Reason.NotStarted _,
                    Reason.Waits _,
                    Reason.Stuck _,
                    Reason.Retried _,
                    Reason.NotRetried _,
                    Reason.LimitReached _ ->
                    STOPPED;
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether nobody asked for it and it was not well either. */
    public boolean crash() {
        return crash;
    }

    /** What those are told who asked for it; what else ended it they have been told before. */
    public Optional<Topic> topic() {
        if (crash) {
            return Optional.of(Topic.CRASH);
        }
        return this == STOPPED ? Optional.of(Topic.STOPPED) : Optional.empty();
    }
}
