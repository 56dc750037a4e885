package dev.foster.cli.plugin;

import dev.foster.control.ControlClient;
import dev.foster.control.Following;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;

import java.util.Optional;
import java.util.function.Predicate;

/** Waits until a plugin that was asked to start or stop has done so. */
final class Settled {
    private Settled() {}

    /** How it is once it runs and is ready, or will not be without somebody's help. */
    static Optional<ProcessView> up(ControlClient client, String id) {
        return await(
                client,
                id,
                view ->
                        switch (view.state()) {
                            case RUNNING, UNHEALTHY, SUSPENDED -> view.ready();
                            case FAILED, GAVE_UP, BLOCKED, STUCK, COMPLETED, DISABLED -> true;
                            // Between two attempts: the first has failed.
                            case RESTARTING -> true;
                            case STOPPED -> true;
                            case WAITING, STARTING, STOPPING, UNKNOWN -> false;
                        });
    }

    /** How it is once nothing of it runs. */
    static Optional<ProcessView> down(ControlClient client, String id) {
        return await(client, id, view -> view.state().settled());
    }

    private static Optional<ProcessView> await(
            ControlClient client, String id, Predicate<ProcessView> wanted) {
        try (Following<ProcessUpdate> following = client.followProcesses()) {
            for (Optional<ProcessUpdate> news = following.next();
                    news.isPresent();
                    news = following.next()) {
                Optional<ProcessView> found = found(news.get(), id).filter(wanted);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<ProcessView> found(ProcessUpdate news, String id) {
        return news.processes().stream().filter(view -> view.name().equals(id)).findFirst();
    }
}
