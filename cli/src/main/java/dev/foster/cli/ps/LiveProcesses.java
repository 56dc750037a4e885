package dev.foster.cli.ps;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.control.ControlClient;
import dev.foster.control.Following;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The list of processes, again and again. */
final class LiveProcesses {
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[J";

    private final Invocation invocation;
    private final Listing listing;
    private final Map<String, ProcessView> processes = new LinkedHashMap<>();
    private final BlockingQueue<Optional<ProcessUpdate>> inbox = new LinkedBlockingQueue<>();

    LiveProcesses(Invocation invocation, Listing listing) {
        this.invocation = invocation;
        this.listing = listing;
    }

    /** Shows them until the daemon or the reader of the output has gone. */
    int run(ControlClient client) {
        try (Following<ProcessUpdate> following = client.followProcesses()) {
            Thread.ofPlatform().daemon().name("foster-watch").start(() -> read(following));
            return show();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILURE;
        }
    }

    private void read(Following<ProcessUpdate> following) {
        Optional<ProcessUpdate> news;
        do {
            news = following.next();
            inbox.add(news);
        } while (news.isPresent());
    }

    private int show() throws InterruptedException {
        while (true) {
            // On a terminal the uptimes tick; elsewhere only news are worth a line.
            Optional<ProcessUpdate> news =
                    listing.redraws() && !processes.isEmpty()
                            ? inbox.poll(TICK.toMillis(), TimeUnit.MILLISECONDS)
                            : inbox.take();
            for (; news != null; news = inbox.poll()) {
                if (news.isEmpty()) {
                    invocation
                            .err()
                            .println(
                                    "cannot go on watching: foster has ended; start it with"
                                            + " foster up");
                    return ExitCodes.NOT_RUNNING;
                }
                learn(news.get());
            }
            if (listing.redraws()) {
                invocation.out().print(HOME_AND_CLEAR);
            }
            listing.print(processes.values().stream().map(LiveProcesses::now).toList());
            if (invocation.out().checkError()) {
                return ExitCodes.BROKEN_PIPE;
            }
        }
    }

    private void learn(ProcessUpdate news) {
        if (news instanceof ProcessUpdate.Snapshot) {
            processes.clear();
        }
        news.processes().forEach(view -> processes.put(view.name(), view));
    }

    /** News tell how long a process was up when they were made. */
    private static ProcessView now(ProcessView view) {
        return view.uptimeMs().isPresent() && view.startedAt().isPresent()
                ? view.uptimeMs(Duration.between(view.startedAt().get(), Instant.now()).toMillis())
                : view;
    }
}
