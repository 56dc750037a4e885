package dev.foster.cli.control;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.TerminalText;
import dev.foster.control.ControlClient;
import dev.foster.control.Following;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.process.Quantities;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits until processes have become what was asked for. Tells on standard error what they go
 * through meanwhile, and on standard output what became of them.
 */
final class Settling {
    private final Invocation invocation;
    private final String doing;
    private final Goal goal;
    private final Set<String> waitedFor;
    private final Map<String, String> told = new HashMap<>();
    private boolean failed;

    /**
     * A wait for all of these.
     *
     * @param doing what was asked, as it stands behind "cannot"
     */
    Settling(Invocation invocation, String doing, Goal goal, List<String> names) {
        this.invocation = invocation;
        this.doing = doing;
        this.goal = goal;
        this.waitedFor = new LinkedHashSet<>(names);
    }

    /** Waits; the result is the exit code. */
    int await(ControlClient client, Optional<Duration> limit) {
        if (waitedFor.isEmpty()) {
            return ExitCodes.OK;
        }
        var over = new CountDownLatch(1);
        try (Following<ProcessUpdate> following = client.followProcesses()) {
            limit.ifPresent(time -> closeAfter(time, following, over));
            for (Optional<ProcessUpdate> news = following.next();
                    news.isPresent();
                    news = following.next()) {
                learn(news.get());
                if (waitedFor.isEmpty()) {
                    return failed ? ExitCodes.FAILURE : ExitCodes.OK;
                }
            }
        } finally {
            over.countDown();
        }
        return unfinished(limit);
    }

    private int unfinished(Optional<Duration> limit) {
        String who = String.join(", ", waitedFor);
        if (limit.isPresent()) {
            invocation
                    .err()
                    .println(
                            "cannot "
                                    + doing
                                    + " "
                                    + who
                                    + " within "
                                    + Quantities.of(limit.get())
                                    + ": the time is over; see foster why "
                                    + waitedFor.iterator().next());
            return ExitCodes.TIMED_OUT;
        }
        invocation
                .err()
                .println(
                        "cannot "
                                + doing
                                + " "
                                + who
                                + ": foster has ended meanwhile; start it with foster up");
        return ExitCodes.NOT_RUNNING;
    }

    /** The one way to end a wait for news is to end the news. */
    private static void closeAfter(
            Duration time, Following<ProcessUpdate> following, CountDownLatch over) {
        Thread.ofPlatform()
                .daemon()
                .name("foster-wait-limit")
                .start(
                        () -> {
                            try {
                                if (!over.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                                    following.close();
                                }
                            } catch (InterruptedException interrupt) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private void learn(ProcessUpdate news) {
        news.processes().forEach(this::learn);
        if (news instanceof ProcessUpdate.Snapshot(List<ProcessView> all)) {
            waitedFor.removeIf(name -> isRemoved(name, all));
        }
    }

    /** A reload may take a process out of the project; then it has stopped for good. */
    private boolean isRemoved(String name, List<ProcessView> all) {
        if (all.stream().anyMatch(view -> view.name().equals(name))) {
            return false;
        }
        if (goal.reachedByRemoval()) {
            invocation.out().println(name + ": removed");
        } else {
            invocation
                    .err()
                    .println(
                            "cannot "
                                    + doing
                                    + " "
                                    + name
                                    + ": it is no longer in the project; see foster ps");
            failed = true;
        }
        return true;
    }

    private void learn(ProcessView view) {
        if (!waitedFor.contains(view.name())) {
            return;
        }
        String now = describe(view);
        switch (goal.of(view)) {
            case REACHED -> {
                invocation.out().println(view.name() + ": " + now);
                waitedFor.remove(view.name());
            }
            case OUT_OF_REACH -> {
                invocation
                        .err()
                        .println(
                                "cannot "
                                        + doing
                                        + " "
                                        + view.name()
                                        + ": it is "
                                        + now
                                        + "; see foster why "
                                        + view.name());
                failed = true;
                waitedFor.remove(view.name());
            }
            case UNDER_WAY -> {
                if (!now.equals(told.put(view.name(), now))) {
                    invocation.err().println(view.name() + ": " + now);
                }
            }
        }
    }

    private static String describe(ProcessView view) {
        String pid =
                view.state().alive() ? view.pid().map(number -> ", pid " + number).orElse("") : "";
        String why = view.reason().map(reason -> " (" + TerminalText.line(reason) + ")").orElse("");
        return view.state().word() + pid + why;
    }
}
