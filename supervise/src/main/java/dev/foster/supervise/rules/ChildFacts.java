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
 * @param wish what is wanted of it; what it is stands in the state
 */
record ChildFacts(ProcessSpec spec, ChildState state, Wish wish, Runs runs, Failures past) {

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
     * @param proven whether any became ready since somebody asked for it to be up
     */
    record Runs(long number, boolean wasReady, boolean proven, Optional<Exit> lastExit) {}

    /**
     * How often it failed.
     *
     * @param inARow for the backoff
     * @param restarts when it was restarted, as far back as its limit looks
     * @param restartCount restarts nobody asked for, in all
     */
    record Failures(int inARow, List<Long> restarts, int restartCount) {}

    static ChildFacts of(ProcessSpec spec) {
        return new ChildFacts(
                spec,
                new ChildState.Idle(ChildState.Rest.NEVER_STARTED, Reason.none()),
                new Wish(false, Optional.empty(), false),
                new Runs(0, false, false, Optional.empty()),
                new Failures(0, List.of(), 0));
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
        Duration wait = spec.restart().backoff().wait(Math.max(1, failures()), now.chance());
        return now.nanos() + wait.toNanos();
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

    boolean proven() {
        return runs.proven();
    }

    Optional<Exit> lastExit() {
        return runs.lastExit();
    }

    int failures() {
        return past.inARow();
    }

    List<Long> restarts() {
        return past.restarts();
    }

    int restartCount() {
        return past.restartCount();
    }

    ChildFacts spec(ProcessSpec next) {
        return new ChildFacts(next, state, wish, runs, past);
    }

    ChildFacts state(ChildState next) {
        return new ChildFacts(spec, next, wish, runs, past);
    }

    private ChildFacts wish(Wish next) {
        return new ChildFacts(spec, state, next, runs, past);
    }

    private ChildFacts runs(Runs next) {
        return new ChildFacts(spec, state, wish, next, past);
    }

    private ChildFacts past(Failures next) {
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
        return runs(new Runs(next, false, proven(), lastExit()));
    }

    ChildFacts lastExit(Exit exit) {
        return runs(new Runs(run(), wasReady(), proven(), Optional.of(exit)));
    }

    ChildFacts becameReady() {
        return runs(new Runs(run(), true, true, lastExit()));
    }

    /** Its next run is one that somebody asked for. */
    ChildFacts unproven() {
        return runs(new Runs(run(), wasReady(), false, lastExit()));
    }

    ChildFacts failed(int inARow, List<Long> times) {
        return past(new Failures(inARow, times, restartCount()));
    }

    /** As if it had never failed. */
    ChildFacts forgiven() {
        return failed(0, List.of());
    }

    ChildFacts countRestart() {
        return past(new Failures(failures(), restarts(), restartCount() + 1));
    }
}
