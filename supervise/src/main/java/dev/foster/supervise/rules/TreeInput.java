package dev.foster.supervise.rules;

import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.StopReport;
import dev.foster.supervise.report.Requester;
import dev.foster.supervise.spec.Diagnosis;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.StackSpec;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Everything the rules can be told. */
public sealed interface TreeInput {

    /** News of one run of one child. */
    sealed interface OfRun extends TreeInput {
        String name();

        long run();
    }

    record Spawned(String name, long run, long pid) implements OfRun {}

    /** There is no process. */
    record SpawnFailed(String name, long run, String why, NoStart kind) implements OfRun {}

    /** What it means that there is no process. */
    enum NoStart {
        /** The next attempt may succeed. */
        PASSING,
        /** It may once others have given something back: nothing is wrong with the process. */
        SHORTAGE,
        /** No attempt will succeed until somebody changes something. */
        LASTING,
        /** That was wanted, by {@link Effect.GiveUpStart}. */
        GIVEN_UP
    }

    /**
     * The start cannot go on before something outside is there, which is no fault of the child.
     *
     * @param lasting whether it stays away until somebody acts
     */
    record Delayed(String name, long run, String why, boolean lasting) implements OfRun {}

    /** The child showed by itself that it is ready: a log line, a message, a descriptor. */
    record SaidReady(String name, long run) implements OfRun {}

    /** The child sent its watchdog message. */
    record SaidAlive(String name, long run) implements OfRun {}

    /** Somebody suspended the child, as by SIGSTOP, or let it go on. */
    record Suspended(String name, long run, boolean isSo) implements OfRun {}

    /** The child's attendant found that it is not what it should be. */
    record Refused(String name, long run, String why) implements OfRun {}

    record Probed(String name, long run, Role role, boolean good, String why) implements OfRun {}

    /**
     * The child and its descendants use more than they may.
     *
     * @param then what follows
     */
    record OverLimit(String name, long run, Excess excess, LimitRule.Then then) implements OfRun {}

    /**
     * It ended.
     *
     * @param diagnosis why, where somebody knows more than the exit code says
     */
    record Exited(String name, long run, Exit exit, Optional<Diagnosis> diagnosis)
            implements OfRun {
        public Exited(String name, long run, Exit exit) {
            this(name, run, exit, Optional.empty());
        }
    }

    /** The child and all it started are gone, or the system gave up on it. */
    record Stopped(String name, long run, StopReport report) implements OfRun {
        /** Whether it could not be ended. */
        public boolean stuck() {
            return report.took() == StopReport.Took.STUCK;
        }
    }

    /** What a probe is for. */
    enum Role {
        READY,
        LIVE
    }

    /**
     * Somebody wants these up.
     *
     * @param ungated start them whatever their dependencies are
     */
    record StartAsked(Set<String> names, boolean ungated, Requester who) implements TreeInput {
        public StartAsked {
            names = Set.copyOf(names);
        }
    }

    /**
     * Somebody wants these down.
     *
     * @param kill without grace
     */
    record StopAsked(Set<String> names, boolean kill, Requester who) implements TreeInput {
        public StopAsked {
            names = Set.copyOf(names);
        }
    }

    record RestartAsked(Set<String> names, Requester who) implements TreeInput {
        public RestartAsked {
            names = Set.copyOf(names);
        }
    }

    /**
     * Somebody wants another run in the place of this one, without a moment in between.
     *
     * @param grace how long the old one has after its signal, once the new one has taken over
     */
    record ReplaceAsked(String name, Duration grace, Requester who) implements TreeInput {}

    /** From now on this is what is supervised. */
    record StackChanged(StackSpec stack, Requester who) implements TreeInput {}

    /** Nothing came until the deadline. */
    record DeadlinePassed() implements TreeInput {}
}
