package dev.foster.daemon;

import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;

import java.util.List;
import java.util.Optional;

/** When a daemon ends by itself. */
public enum EndRule {
    /** Never: only when somebody asks. */
    NEVER,
    /** When every process that was started has ended for good, or waits in vain. */
    ALL_DONE,
    /** As soon as one process has failed for good. */
    ON_FAILURE,
    /** As soon as one process has ended for good, well or badly. */
    ON_COMPLETION;

    /**
     * The end of a daemon.
     *
     * @param code what the program ends with: that of the process that ended it
     */
    public record End(int code, String why) {}

    /** Whether this state can be what makes an end: all others need not be looked at. */
    static boolean mayEnd(ProcessStatus state) {
        return ended(state) || blocked(state) || !state.wanted();
    }

    /** Whether these states are the end. */
    Optional<End> judge(List<ProcessStatus> states) {
        return switch (this) {
            case NEVER -> Optional.empty();
            case ALL_DONE -> allDone(states);
            case ON_FAILURE -> first(states.stream().filter(EndRule::failed).toList());
            case ON_COMPLETION -> first(states.stream().filter(EndRule::ended).toList());
        };
    }

    private static Optional<End> allDone(List<ProcessStatus> states) {
        boolean any = states.stream().anyMatch(EndRule::ended);
        boolean all =
                states.stream()
                        .allMatch(state -> ended(state) || blocked(state) || !state.wanted());
        if (!any || !all) {
            return Optional.empty();
        }
        Optional<End> failure = first(states.stream().filter(EndRule::failed).toList());
        // What waits in vain has not done what it was for.
        Optional<End> blocked = first(states.stream().filter(EndRule::blocked).toList());
        return failure.or(() -> blocked)
                .or(() -> Optional.of(new End(0, "everything has completed")));
    }

    private static Optional<End> first(List<ProcessStatus> candidates) {
        return candidates.stream()
                .min((one, other) -> one.since().compareTo(other.since()))
                .map(
                        state ->
                                new End(
                                        code(state),
                                        state.name()
                                                + " "
                                                + state.word().word()
                                                + ": "
                                                + state.reason()));
    }

    private static int code(ProcessStatus state) {
        if (blocked(state)) {
            return 1;
        }
        return failed(state)
                ? Math.max(1, state.lastExit().map(exit -> exit.shellCode()).orElse(1))
                : 0;
    }

    /** Wanted, and waiting for what has failed or was stopped. */
    private static boolean blocked(ProcessStatus state) {
        return state.word() == Word.BLOCKED;
    }

    private static boolean failed(ProcessStatus state) {
        return state.word() == Word.FAILED || state.word() == Word.GAVE_UP;
    }

    private static boolean ended(ProcessStatus state) {
        return failed(state) || state.word() == Word.COMPLETED;
    }
}
