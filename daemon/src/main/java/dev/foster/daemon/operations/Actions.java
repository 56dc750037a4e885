package dev.foster.daemon.operations;

import dev.foster.control.ActionResult;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.recovery.StoppedByHand;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/** Starts, stops, restarts and replaces processes, and says which of them that concerned. */
final class Actions {
    /** What a process that was replaced has to finish its work. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);

    private final Supervisor supervisor;
    private final StoppedByHand stopped;

    Actions(Supervisor supervisor, StoppedByHand stopped) {
        this.supervisor = supervisor;
        this.stopped = stopped;
    }

    ActionResult start(List<String> names, boolean withDependencies, String who) {
        Collection<String> all = withDependencies ? supervisor.withDependencies(names) : names;
        ActionResult result = result(all, state -> state.wanted() && state.pid().isPresent());
        stopped.started(all);
        if (withDependencies) {
            supervisor.start(names, who);
        } else {
            supervisor.startAlone(names, who);
        }
        return result;
    }

    ActionResult stop(List<String> names, boolean force, String who) {
        ActionResult result = result(names, Actions::rests);
        // First, so that whoever sees it stopped can rely on its staying so.
        stopped.stopped(names);
        if (force) {
            supervisor.kill(names, who);
        } else {
            supervisor.stop(names, who);
        }
        return result;
    }

    /** Whether a stop would change nothing: not even that it is wanted, or that it is there. */
    private static boolean rests(ProcessStatus state) {
        return state.word().down() && state.word() != Word.BLOCKED && state.word() != Word.STUCK;
    }

    private ActionResult result(Collection<String> names, Predicate<ProcessStatus> already) {
        var changed = new ArrayList<String>();
        var unchanged = new ArrayList<String>();
        for (String name : names) {
            boolean done = supervisor.state(name).filter(already).isPresent();
            (done ? unchanged : changed).add(name);
        }
        return new ActionResult(changed, unchanged, List.of());
    }

    ActionResult restart(List<String> names, String who) {
        stopped.started(names);
        supervisor.restart(names, who);
        return new ActionResult(names, List.of(), List.of());
    }

    /** Returns when each new one has taken over. */
    ActionResult replace(List<String> names, String who) {
        List<CompletableFuture<?>> begun =
                names.stream()
                        .<CompletableFuture<?>>map(
                                name -> supervisor.replace(name, DRAIN_LIMIT, who))
                        .toList();
        var failures = new ArrayList<String>();
        for (CompletableFuture<?> replacement : begun) {
            try {
                replacement.join();
            } catch (CompletionException failure) {
                failures.add(
                        String.valueOf(
                                Objects.requireNonNullElse(failure.getCause(), failure)
                                        .getMessage()));
            }
        }
        if (!failures.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    String.join("; ", failures) + "; see foster logs; what ran before still runs");
        }
        return new ActionResult(names, List.of(), List.of());
    }
}
