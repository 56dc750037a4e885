package dev.foster.tui.feed;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.Following;
import dev.foster.control.McpView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessUpdate;
import dev.foster.tui.world.ChatState;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.World;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps up with the daemon: each stream of its API has a thread here. When the daemon is gone, they
 * look for it again for a while, as one that is started again at once keeps its project.
 */
public final class Feeds implements AutoCloseable {
    private static final int FIRST_EVENTS = 300;
    private static final int FIRST_LINES = 1000;
    private static final int CLOSE_LINES = 500;
    private static final int GLIMPSED_LINES = 100;
    private static final long PAUSE_MILLIS = 200;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_MILLIS = 1000;
    private static final int SELDOM = 10;

    private final ControlClient client;
    private final Known known;
    private final Consumer<Boolean> ended;
    private final TailFeed crowd;
    private final TailFeed one;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final BlockingQueue<Wanted> turned = new LinkedBlockingQueue<>();
    private final Set<Following<?>> open = new HashSet<>();
    private volatile Wanted wanted = Wanted.NOTHING;
    private volatile boolean closed;
    private int looks;

    /**
     * @param changed told after every change; must not wait
     * @param ended told when the daemon has gone for good: whether without a farewell
     */
    public Feeds(ControlClient client, Runnable changed, Consumer<Boolean> ended) {
        this.client = client;
        this.known = new Known(changed);
        this.ended = ended;
        // More is known about the one that is looked at than what the crowd tells of it.
        this.crowd = new TailFeed(client, known, name -> !wanted.one().equals(Optional.of(name)));
        this.one = new TailFeed(client, known, name -> wanted.one().equals(Optional.of(name)));
    }

    public void begin() {
        Thread.ofVirtual().name("foster-processes").start(this::followProcesses);
        Thread.ofVirtual().name("foster-events").start(() -> repeat(this::followEvents));
        Thread.ofVirtual().name("foster-about").start(() -> repeat(this::lookAround));
        crowd.begin("foster-crowd");
        one.begin("foster-one");
    }

    public World world() {
        return known.snapshot();
    }

    Known known() {
        return known;
    }

    /** Says what the screen shows now. */
    public void want(Wanted now) {
        if (now.equals(wanted)) {
            return;
        }
        wanted = now;
        turned.add(now);
        crowd.want(
                now.crowd().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new TailFeed.Demand(now.crowd(), now.lines(), now.lines(), false)));
        one.want(
                now.one()
                        .map(
                                name ->
                                        now.closely()
                                                ? new TailFeed.Demand(
                                                        List.of(name),
                                                        CLOSE_LINES,
                                                        FIRST_LINES,
                                                        true)
                                                : new TailFeed.Demand(
                                                        List.of(name),
                                                        GLIMPSED_LINES,
                                                        GLIMPSED_LINES,
                                                        false)));
    }

    // ---- the processes, and whether there is a daemon at all ----

    private void followProcesses() {
        long lostAt = System.nanoTime();
        boolean lost = true;
        while (!closed && lost && System.nanoTime() - lostAt < PATIENCE_NANOS) {
            try (var following = opened(client.followProcessesAndUsage())) {
                known.project(client.project());
                known.link(new DaemonLink.Live());
                // An end that was announced is one; silence may be a restart.
                lost = readProcesses(following);
                lostAt = System.nanoTime();
                if (lost) {
                    known.link(new DaemonLink.Lost("it does not answer any more"));
                }
            } catch (ControlProblem notYet) {
                pause();
            }
        }
        if (!closed) {
            ended.accept(lost);
        }
    }

    /** Whether it ended without a farewell. */
    private boolean readProcesses(Following<ProcessUpdate> following) {
        for (Optional<ProcessUpdate> news = following.next();
                news.isPresent() && !closed;
                news = following.next()) {
            known.processes(news.get());
        }
        return following.lost();
    }

    // ---- the rest ----

    private interface Listening {
        void listen() throws InterruptedException;
    }

    private void repeat(Listening listening) {
        while (!closed) {
            try {
                listening.listen();
            } catch (ControlProblem notNow) {
                // Whoever watches the processes says when that is for good.
                pause();
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private void followEvents() {
        List<EventView> first = client.events(OptionalLong.empty(), FIRST_EVENTS, Optional.empty());
        known.events(first);
        long last = first.isEmpty() ? 0 : first.getLast().id();
        try (var following = opened(client.followEvents(last, Optional.empty()))) {
            for (Optional<EventView> event = following.next();
                    event.isPresent() && !closed;
                    event = following.next()) {
                known.event(event.get());
            }
        }
        pause();
    }

    private void lookAround() throws InterruptedException {
        Wanted now = wanted;
        known.project(client.project());
        if (now.closely() && now.one().isPresent()) {
            String name = now.one().get();
            known.about(name, client.why(name), client.facts(name));
        }
        if (now.bus()) {
            known.bus(bus());
        }
        // Else only now and then: whether there are any.
        if (now.mcp() || looks++ % SELDOM == 0) {
            known.mcp(mcp());
        }
        // Sooner than usual when another page is shown.
        var _ = turned.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        turned.clear();
    }

    /** A daemon of an earlier version has none. */
    private McpView mcp() {
        try {
            return client.mcp();
        } catch (ControlProblem problem) {
            if (problem.code() == ProblemCode.NO_SUCH_PATH) {
                return McpView.NONE;
            }
            throw problem;
        }
    }

    /** A project need not have one; what the daemon then says tells how to get it. */
    private ChatState bus() {
        try {
            return new ChatState(client.bus().commands(), Optional.empty());
        } catch (ControlProblem none) {
            return new ChatState(List.of(), Optional.of(String.valueOf(none.getMessage())));
        }
    }

    /** Remembers what must be closed for its reader to wake up. */
    private synchronized <T> Following<T> opened(Following<T> following) {
        open.removeIf(Following::closed);
        open.add(following);
        if (closed) {
            following.close();
        }
        return following;
    }

    private void pause() {
        try {
            var _ = closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            open.forEach(Following::close);
        }
        closing.countDown();
        turned.add(Wanted.NOTHING);
        crowd.close();
        one.close();
    }
}
