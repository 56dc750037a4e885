package dev.foster.supervise.report;

import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.process.StopReport;
import dev.foster.supervise.spec.LimitRule;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something that happened to a process or a group: what is known of it, not how it is said. */
public sealed interface ProcessEvent {

    /** To whom. */
    RunId of();

    // ---- what people asked for ----

    /** Somebody asked for it. */
    sealed interface Asked extends ProcessEvent {
        Requester by();
    }

    record StartAsked(RunId of, Requester by) implements Asked {}

    record StopAsked(RunId of, boolean kill, Requester by) implements Asked {}

    record RestartAsked(RunId of, Requester by) implements Asked {}

    record ReplaceAsked(RunId of, Requester by) implements Asked {}

    record Added(RunId of, Requester by) implements Asked {}

    record Changed(RunId of, Requester by) implements Asked {}

    record Removed(RunId of, Requester by) implements Asked {}

    // ---- a run begins ----

    record Waiting(RunId of, Obstacle obstacle) implements ProcessEvent {}

    record Starting(RunId of) implements ProcessEvent {}

    /** A run that shall take over from the process of another. */
    record StartingBeside(RunId of, long pid) implements ProcessEvent {}

    record Started(RunId of, long pid) implements ProcessEvent {}

    record StartFailed(RunId of, String why) implements ProcessEvent {}

    /** It was to end before it had begun. */
    record StartGivenUp(RunId of, String why) implements ProcessEvent {}

    /**
     * It is ready.
     *
     * @param after how long it took; absent when it had nothing to wait for
     */
    record Ready(RunId of, Optional<Duration> after) implements ProcessEvent {}

    // ---- it runs ----

    record ProbeFailed(RunId of, int misses, int most, String why) implements ProcessEvent {}

    record ProbeRecovered(RunId of) implements ProcessEvent {}

    record Unhealthy(RunId of, Reason why) implements ProcessEvent {}

    record NotReady(RunId of, Reason why) implements ProcessEvent {}

    record Suspended(RunId of) implements ProcessEvent {}

    record Continued(RunId of) implements ProcessEvent {}

    record OverLimit(RunId of, Excess excess, LimitRule.Then then) implements ProcessEvent {}

    // ---- a run ends ----

    record Stopping(RunId of, Reason why) implements ProcessEvent {}

    record Exited(RunId of, Exit exit, Ending ending) implements ProcessEvent {}

    /**
     * It did not end when it was asked to, and was killed.
     *
     * @param signal what it was asked by
     * @param grace how long it had
     */
    record StopForced(RunId of, Signal signal, Duration grace) implements ProcessEvent {}

    record Stopped(RunId of, StopReport how) implements ProcessEvent {}

    record Stuck(RunId of) implements ProcessEvent {}

    // ---- what follows ----

    record Completed(RunId of, Reason why) implements ProcessEvent {}

    /**
     * It failed, and is not restarted.
     *
     * @param byPolicy whether that is because nothing of its policy ever is
     */
    record Failed(RunId of, Reason why, boolean byPolicy) implements ProcessEvent {}

    record Restarting(RunId of, Reason.Retried why, Duration delay) implements ProcessEvent {}

    record GaveUp(RunId of, Reason.LimitReached why) implements ProcessEvent {}

    /**
     * It has taken over.
     *
     * @param before the run whose place it has
     */
    record Replaced(RunId of, long pid, RunId before, long pidBefore) implements ProcessEvent {}

    record ReplacementFailed(RunId of, String why) implements ProcessEvent {}

    // ---- groups ----

    /**
     * Members restart because another one failed.
     *
     * @param members who restarts
     * @param failed the member for which they do
     */
    record GroupRestarting(RunId of, List<String> members, String failed) implements ProcessEvent {
        public GroupRestarting {
            members = List.copyOf(members);
        }
    }

    /**
     * It failed too often, and all of it is stopped.
     *
     * @param failed the member that failed last
     */
    record GroupFailed(RunId of, String failed) implements ProcessEvent {}

    // ---- what can be said of all of them ----

    default String name() {
        return of().name();
    }

    default long run() {
        return of().run();
    }

    /** Its row in the table of all kinds. */
    default ProcessEventKind kind() {
        return ProcessEventKind.of(this);
    }

    default Optional<Requester> who() {
        return this instanceof Asked asked ? Optional.of(asked.by()) : Optional.empty();
    }

    /** Why a run ended, when that is what happened. */
    default Optional<Ending> end() {
        return switch (this) {
            case Exited exited -> Optional.of(exited.ending());
            case StartFailed _ -> Optional.of(Ending.START_FAILED);
            default -> Optional.empty();
        };
    }

    /** One sentence for people, without the name and without who asked. */
    default String text() {
        return Sentences.of(this);
    }

    /** The same with who asked. */
    default String sentence() {
        return text() + who().map(it -> " by " + it).orElse("");
    }

    /** Figures for programs, such as {@code pid} or {@code exit_code}. */
    default Map<String, String> details() {
        return Sentences.details(this);
    }
}
