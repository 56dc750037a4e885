package dev.foster.daemon.operations;

import dev.foster.control.EventView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.WhyView;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.process.Quantities;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Why a process is in its state: the chain of causes, from the journal, in words. */
final class StateReasons {
    private static final int OWN_EVENTS = 10;
    private static final int OTHER_EVENTS = 4;
    private static final int LINES = 10;

    private final Supervisor supervisor;
    private final Journal journal;
    private final LogStore logs;

    StateReasons(Supervisor supervisor, Journal journal, LogStore logs) {
        this.supervisor = supervisor;
        this.journal = journal;
        this.logs = logs;
    }

    WhyView why(ProcessStatus state) {
        var causes = new ArrayList<>(events(state.name(), OWN_EVENTS));
        for (String other : blockers(state, new LinkedHashSet<>())) {
            causes.addAll(events(other, OTHER_EVENTS));
        }
        causes.sort(Comparator.comparingLong(EventView::id));
        return new WhyView(
                state.name(),
                dev.foster.control.ProcessState.of(state.word().word()),
                summary(state),
                causes,
                lastLines(state.name()),
                advice(state));
    }

    private List<EventView> events(String name, int count) {
        return journal.read(OptionalLong.empty(), count, Optional.of(name));
    }

    /** Those it waits for, and those they wait for, that are not as they should be. */
    private Set<String> blockers(ProcessStatus state, Set<String> found) {
        if (state.word() == Word.WAITING || state.word() == Word.BLOCKED) {
            for (String other : new Order(supervisor.stack()).waitsFor(state.name()).keySet()) {
                Optional<ProcessStatus> its = supervisor.state(other);
                if (its.isPresent() && !its.get().ready() && found.add(other)) {
                    blockers(its.get(), found);
                }
            }
        }
        return found;
    }

    private List<LogLineView> lastLines(String name) {
        List<LogLineView> said =
                logs.read(LogQuery.all().names(List.of(name)).tail(2 * LINES), 2 * LINES).stream()
                        .filter(line -> !line.stream().equals(LogLineView.FOSTER))
                        .toList();
        return said.subList(Math.max(0, said.size() - LINES), said.size());
    }

    private static String summary(ProcessStatus state) {
        String since = " for " + Quantities.of(Duration.between(state.since(), Instant.now()));
        String exit =
                state.lastExit()
                        .map(last -> "; its last run ended with " + last.describe())
                        .orElse("");
        return switch (state.word()) {
            case DISABLED -> "not started: it is not enabled in the file";
            case WAITING -> state.reason();
            case BLOCKED -> "blocked: " + state.reason();
            case STARTING -> "starting" + since + (state.ready() ? "" : ", not ready yet");
            case RUNNING -> "running and ready" + since + exit;
            case UNHEALTHY -> "running, but its liveness probe fails";
            case SUSPENDED -> "suspended" + since + ": it does nothing until it is continued";
            case STOPPING -> "stopping" + since + ": " + state.reason();
            case RESTARTING -> Views.reason(state).orElse("restarting");
            case STOPPED -> state.run() == 0 ? "not started yet" : "stopped" + since + ", as asked";
            case COMPLETED -> "completed: " + state.reason();
            case FAILED ->
                    "failed: "
                            + state.reason()
                            + (state.spec().restart().when() == RestartPolicy.When.NO
                                    ? "; its policy is no restart"
                                    : "");
            case GAVE_UP -> "gave up: " + state.reason();
            case STUCK -> "stuck: " + state.reason();
        };
    }

    private static Optional<String> advice(ProcessStatus state) {
        String name = state.name();
        return switch (state.word()) {
            case FAILED, GAVE_UP ->
                    Optional.of(
                            "mend the cause"
                                    + (state.why().overLimit() ? " or raise its limits" : "")
                                    + ", then: foster start "
                                    + name);
            case DISABLED, STOPPED -> Optional.of("to start it: foster start " + name);
            case WAITING ->
                    Optional.of("to start it without waiting: foster start --no-deps " + name);
            case BLOCKED ->
                    Optional.of(
                            "start what it waits for, and it follows by itself; to start it without"
                                    + " waiting: foster start --no-deps "
                                    + name);
            case STUCK ->
                    Optional.of("it hangs in the kernel, often on a device or a network disk");
            case SUSPENDED -> Optional.of("to let it go on: foster signal CONT " + name);
            case STARTING, RUNNING, UNHEALTHY, STOPPING, RESTARTING, COMPLETED -> Optional.empty();
        };
    }
}
