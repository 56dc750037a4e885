package dev.foster.supervise.rules;

import dev.foster.process.Exit;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.spec.ProcessSpec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything the rules know of one child.
 *
 * @param wanted whether it should be up; what it is stands in the state
 * @param run the number of its current or last run; older news concerns nobody
 * @param failures in a row, for the backoff
 * @param restarts when it was restarted, as far back as its limit looks
 * @param restartCount restarts nobody asked for, in all
 * @param wasReady whether the current or last run became ready
 * @param proven whether any run became ready since somebody asked for it to be up
 * @param leaving why it is to be stopped once those that depend on it are gone
 * @param ungated whether it starts without regard to its dependencies
 */
record ChildFacts(
        ProcessSpec spec,
        boolean wanted,
        ChildState state,
        long run,
        int failures,
        List<Long> restarts,
        int restartCount,
        Optional<Exit> lastExit,
        boolean wasReady,
        boolean proven,
        Optional<Cause> leaving,
        boolean ungated) {

    static ChildFacts of(ProcessSpec spec) {
        return new ChildFacts(
                spec,
                false,
                new ChildState.Idle(ChildState.Rest.NEVER_STARTED, Reason.none()),
                0,
                0,
                List.of(),
                0,
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                false);
    }

    String name() {
        return spec.name();
    }

    /** Its current or last run. */
    RunId id() {
        return new RunId(spec.name(), run);
    }

    boolean ended(ChildState.Rest rest) {
        return state instanceof ChildState.Idle(var actual, Reason _) && actual == rest;
    }

    /** When its next start is due after a failure. */
    long retryAt(Moment now) {
        if (state instanceof ChildState.Backoff(long at, Reason _)) {
            return at;
        }
        Duration wait = spec.restart().backoff().wait(Math.max(1, failures), now.chance());
        return now.nanos() + wait.toNanos();
    }

    ChildFacts spec(ProcessSpec next) {
        return new ChildFacts(
                next,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                wasReady,
                proven,
                leaving,
                ungated);
    }

    ChildFacts wanted(boolean next) {
        return new ChildFacts(
                spec,
                next,
                state,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                wasReady,
                proven,
                leaving,
                ungated);
    }

    ChildFacts state(ChildState next) {
        return new ChildFacts(
                spec,
                wanted,
                next,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                wasReady,
                proven,
                leaving,
                ungated);
    }

    ChildFacts nextRun(long next) {
        return new ChildFacts(
                spec,
                wanted,
                state,
                next,
                failures,
                restarts,
                restartCount,
                lastExit,
                false,
                proven,
                leaving,
                ungated);
    }

    ChildFacts failed(int inARow, List<Long> times) {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                inARow,
                times,
                restartCount,
                lastExit,
                wasReady,
                proven,
                leaving,
                ungated);
    }

    /** As if it had never failed. */
    ChildFacts forgiven() {
        return failed(0, List.of());
    }

    ChildFacts countRestart() {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount + 1,
                lastExit,
                wasReady,
                proven,
                leaving,
                ungated);
    }

    ChildFacts lastExit(Exit exit) {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount,
                Optional.of(exit),
                wasReady,
                proven,
                leaving,
                ungated);
    }

    ChildFacts becameReady() {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                true,
                true,
                leaving,
                ungated);
    }

    /** Its next run is one that somebody asked for. */
    ChildFacts unproven() {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                wasReady,
                false,
                leaving,
                ungated);
    }

    ChildFacts leaving(Optional<Cause> next) {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                wasReady,
                proven,
                next,
                ungated);
    }

    ChildFacts ungated(boolean next) {
        return new ChildFacts(
                spec,
                wanted,
                state,
                run,
                failures,
                restarts,
                restartCount,
                lastExit,
                wasReady,
                proven,
                leaving,
                next);
    }
}
