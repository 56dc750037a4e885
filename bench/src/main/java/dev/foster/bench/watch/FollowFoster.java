package dev.foster.bench.watch;

import dev.foster.bench.workshop.TrialFailed;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.Following;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;

import java.util.HashMap;
import java.util.Map;

/** Follows Foster through its socket, as its screen and its page do: it tells once a second. */
final class FollowFoster implements Asking {
    private final Map<String, ProcessView> known = new HashMap<>();
    private final Following<ProcessUpdate> following;

    FollowFoster(ProjectPaths project) throws TrialFailed {
        try {
            following = new ControlClient(project, "bench").followProcessesAndUsage();
        } catch (ControlProblem problem) {
            throw new TrialFailed("it does not answer: " + problem.getMessage());
        }
    }

    /** Waits for what is told next, and tells of how many it is known what they use. */
    @Override
    public int ask() throws TrialFailed {
        ProcessUpdate news;
        do {
            news = following.next().orElseThrow(() -> new TrialFailed("it tells no more"));
            news.processes().forEach(view -> known.put(view.name(), view));
        } while (!(news instanceof ProcessUpdate.Beat));
        return (int) known.values().stream().filter(view -> view.memoryBytes().isPresent()).count();
    }

    @Override
    public void close() {
        following.close();
    }
}
