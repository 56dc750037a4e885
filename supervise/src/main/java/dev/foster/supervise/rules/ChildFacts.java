package dev.foster.supervise.rules;

import dev.foster.process.Exit;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.restart.RestartHistory;
import dev.foster.supervise.spec.ProcessSpec;

import java.util.Optional;

/**
 * Everything the rules know of one child.
 *
 * @param wish what is wanted of it; what it is stands in the state
 * @param history how it fared, as far as that counts for its restarts
 */
record ChildFacts(
        ProcessSpec spec, ChildState state, Wish wish, Runs runs, RestartHistory history) {

    /**
     * What is wanted of a child.
     *
     * @param up whether it should be up
     * @param leaving why it is to be stopped once those that depend on it are gone
     * @param ungated whether it starts without regard to its dependencies
     */
    record Wish(boolean up, Optional<Cause> leaving, boolean ungated) {}

    /**
     * The runs it had.
     *
     * @param number of the current or last one; older news concerns nobody
     * @param wasReady whether that became ready
     * @param restarts how many of them nobody asked for
     */
    record Runs(long number, boolean wasReady, int restarts, Optional<Exit> lastExit) {}

    static ChildFacts of(ProcessSpec spec) {
        return new ChildFacts(
                spec,
                new ChildState.Idle(ChildState.Rest.NEVER_STARTED, Reason.none()),
                new Wish(false, Optional.empty(), false),
                new Runs(0, false, 0, Optional.empty()),
                RestartHistory.none());
    }

    String name() {
        return spec.name();
    }

    /** Its current or last run. */
    RunId id() {
        return new RunId(spec.name(), run());
    }

    boolean ended(ChildState.Rest rest) {
        return state instanceof ChildState.Idle(var actual, Reason _) && actual == rest;
    }

    /** When its next start is due after a failure. */
    long retryAt(Moment now) {
        if (state instanceof ChildState.Backoff(long at, Reason _)) {
            return at;
        }
        return now.nanos() + history.backoff(spec.restart(), now).toNanos();
    }

    boolean wanted() {
        return wish.up();
    }

    Optional<Cause> leaving() {
        return wish.leaving();
    }

    boolean ungated() {
        return wish.ungated();
    }

    long run() {
        return runs.number();
    }

    boolean wasReady() {
        return runs.wasReady();
    }

    int restartCount() {
        return runs.restarts();
    }

    Optional<Exit> lastExit() {
        return runs.lastExit();
    }

    ChildFacts spec(ProcessSpec next) {
        return new ChildFacts(next, state, wish, runs, history);
    }

    ChildFacts state(ChildState next) {
        return new ChildFacts(spec, next, wish, runs, history);
    }

    private ChildFacts wish(Wish next) {
        return new ChildFacts(spec, state, next, runs, history);
    }

    private ChildFacts runs(Runs next) {
        return new ChildFacts(spec, state, wish, next, history);
    }

    ChildFacts history(RestartHistory next) {
        return new ChildFacts(spec, state, wish, runs, next);
    }

    ChildFacts wanted(boolean next) {
        return wish(new Wish(next, leaving(), ungated()));
    }

    ChildFacts leaving(Optional<Cause> next) {
        return wish(new Wish(wanted(), next, ungated()));
    }

    ChildFacts ungated(boolean next) {
        return wish(new Wish(wanted(), leaving(), next));
    }

    ChildFacts nextRun(long next) {
        return runs(new Runs(next, false, restartCount(), lastExit()));
    }

    ChildFacts countRestart() {
        return runs(new Runs(run(), wasReady(), restartCount() + 1, lastExit()));
    }

    ChildFacts lastExit(Exit exit) {
        return runs(new Runs(run(), wasReady(), restartCount(), Optional.of(exit)));
    }

    ChildFacts becameReady() {
        return runs(new Runs(run(), true, restartCount(), lastExit())).history(history.worked());
    }

    /** Its next run is one that somebody asked for. */
    ChildFacts unproven() {
        return history(history.unproven());
    }

    /** As if it had never failed. */
    ChildFacts forgotten() {
        return history(history.forgotten());
    }
}
