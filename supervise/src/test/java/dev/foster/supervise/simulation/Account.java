package dev.foster.supervise.simulation;

import dev.foster.supervise.spec.ProcessSpec;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** One process as the {@link Invariants} see it. */
final class Account {
    /** How its last run ended. */
    enum Outcome {
        NONE,
        SUCCESS,
        FAILURE
    }

    ProcessSpec spec;
    boolean wanted;
    boolean removed;
    boolean ungated;
    boolean up;
    boolean ready;
    boolean wasReady;
    Outcome outcome = Outcome.NONE;
    int failures;
    boolean failedByItself;

    /** Its last start was refused for no fault of its own, which does not count. */
    boolean shortage;

    boolean undisturbed;
    long run;
    boolean replaceAsked;
    long understudy;
    long predecessor;
    long upSince;
    long runEndedAt;
    long endedAt;
    long unwantedSince = Long.MAX_VALUE;
    final Deque<Long> restarts = new ArrayDeque<>();
    final Set<Long> stopped = new HashSet<>();

    Account(ProcessSpec spec) {
        this.spec = spec;
    }

    /** Somebody wants it up, or down. */
    void wanted(boolean next, boolean free, long now) {
        if (wanted && !next) {
            unwantedSince = now;
        }
        if (next) {
            unwantedSince = Long.MAX_VALUE;
        }
        wanted = next;
        ungated = free;
    }

    /** From here on only what is certain counts. */
    void disturb() {
        undisturbed = false;
        failures = 0;
        restarts.clear();
    }

    /** This run is on its way down. */
    void stops(long which, long now) {
        stopped.add(which);
        if (run == which) {
            runEndedAt = Math.min(runEndedAt, now);
        }
    }

    /** A run beside the current one is to get ready. */
    void rehearses(long next) {
        if (!wanted || !up || !ready || predecessor != 0) {
            throw new AssertionError(
                    "an understudy of " + spec.name() + ", which nobody can stand in for");
        }
        understudy = next;
    }

    void tookOver(long now) {
        disturb();
        predecessor = run;
        run = understudy;
        understudy = 0;
        replaceAsked = false;
        upSince = now;
        runEndedAt = Long.MAX_VALUE;
        wasReady = true;
    }

    /** This one was not replaced by that run; another request may still be under way. */
    void notReplaced(long which) {
        understudy = which == understudy ? 0 : understudy;
        replaceAsked = understudy != 0;
    }

    /** A run beside the current one is gone. */
    void goneBeside(long which, long now) {
        // The end of the run they belong to counts from here on, when that came earlier.
        endedAt = now;
        predecessor = which == predecessor ? 0 : predecessor;
    }
}
