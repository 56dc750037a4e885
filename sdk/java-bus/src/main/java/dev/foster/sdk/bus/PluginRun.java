package dev.foster.sdk.bus;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One run of a plugin, from connecting to the end of the process.
 *
 * <p>The thread that calls {@link #start} does nothing but start; whoever asks for a stop, at any
 * time, begins it on a thread of its own, which first waits until starting has been given up or is
 * done. So the two never work at the same time, and a plugin that is asked to stop while it starts
 * ends in order, too.
 */
final class PluginRun {
    private static final Duration FLUSH_LIMIT = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration FAILED_LIMIT = Duration.ofSeconds(2);

    private final RunnerEnvironment surroundings;
    private final RunnerExit ending;
    private final Thread starter = Thread.currentThread();
    private final CountDownLatch startOver = new CountDownLatch(1);
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile @Nullable ConnectedBus bus;
    private volatile @Nullable MessagePlugin initialized;

    PluginRun(RunnerEnvironment surroundings, RunnerExit ending) {
        this.surroundings = surroundings;
        this.ending = ending;
    }

    /** Returns when the plugin is announced, or when it was asked to stop before. */
    void start(Optional<String> className, List<String> arguments) throws Failure {
        try {
            begin(className, arguments);
        } catch (InterruptedException askedToStop) {
            if (!stopping.get()) {
                throw new Failure(
                        Failure.OTHER,
                        "cannot start " + surroundings.id() + ": interrupted; start it again",
                        askedToStop);
            }
        } catch (Failure failure) {
            // What was given up because of a stop did not fail.
            if (!stopping.get()) {
                throw failure;
            }
            RunnerNotices.say("the start was given up: " + failure.sentence());
        } finally {
            startOver.countDown();
        }
    }

    private void begin(Optional<String> className, List<String> arguments)
            throws Failure, InterruptedException {
        FirstConnect connect = FirstConnect.begin(surroundings, listener());
        PluginClass plugin = PluginClass.find(className);
        Connection connection = connect.await();
        var connected = new ConnectedBus(surroundings, arguments, connection);
        bus = connected;
        var talk = new HostTalk(surroundings, connected);
        talk.listen(this::stop, this::health);
        MessagePlugin constructed = plugin.construct();
        checkWanted();
        initialize(constructed, connected);
        initialized = constructed;
        checkWanted();
        announce(talk, constructed);
    }

    private void initialize(MessagePlugin plugin, ConnectedBus connected)
            throws Failure, InterruptedException {
        try {
            plugin.initialize(connected);
        } catch (InterruptedException askedToStop) {
            throw askedToStop;
        } catch (Throwable failed) {
            // It may have taken requests by now that nobody else will answer.
            connected.drain(FAILED_LIMIT);
            throw new Failure(
                    Failure.codeOf(failed, Failure.INITIALIZE),
                    "cannot initialize "
                            + surroundings.id()
                            + ": "
                            + Failure.why(failed)
                            + "; see the trace above",
                    failed);
        }
    }

    private Optional<String> health() {
        MessagePlugin plugin = initialized;
        return plugin == null ? Optional.of("it is not initialized yet") : plugin.health();
    }

    /**
     * Says that the plugin is ready. If the bus is lost meanwhile it may not have heard that, and
     * is told again when it is back: twice is better than never.
     */
    private void announce(HostTalk talk, MessagePlugin plugin)
            throws Failure, InterruptedException {
        boolean heard = false;
        while (!heard) {
            checkWanted();
            try {
                // Whoever hears it may ask at once: the bus has to know of us by then.
                talk.flush(FLUSH_LIMIT);
                talk.announce(plugin);
                talk.flush(FLUSH_LIMIT);
                heard = true;
            } catch (TimeoutException lostMeanwhile) {
                Thread.sleep(PAUSE);
            } catch (IllegalStateException closed) {
                throw new Failure(
                        Failure.LOST,
                        "cannot announce "
                                + surroundings.id()
                                + ": the connection was closed; leave that to the runner",
                        closed);
            }
        }
    }

    private void checkWanted() throws InterruptedException {
        if (stopping.get()) {
            throw new InterruptedException("asked to stop");
        }
    }

    private ConnectionListener listener() {
        return (connection, event) -> {
            ConnectedBus connected = bus;
            // Attempts of the first connect that failed are none of ours.
            boolean ours = connected != null && connected.connection().equals(connection);
            if (stopping.get() || !ours) {
                return;
            }
            switch (event) {
                case DISCONNECTED -> RunnerNotices.say("lost the bus; connecting again");
                case RECONNECTED -> RunnerNotices.say("found the bus again");
                case CLOSED -> {
                    if (startOver.getCount() == 0) {
                        lost();
                    }
                }
                default -> {
                    // The rest is of no use to anybody here.
                }
            }
        };
    }

    private void lost() {
        ending.fail(
                new Failure(
                        Failure.LOST,
                        "cannot reach "
                                + surroundings.servers()
                                + ": the connection was closed for good; check the credentials of "
                                + surroundings.id()));
    }

    /** Ends the plugin in order, and the process with it; does nothing the second time. */
    void stop() {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        long deadline = System.nanoTime() + surroundings.drainLimit().toNanos();
        ending.noLaterThan(deadline, surroundings.id());
        // Not a daemon, whichever thread asked.
        Thread.ofPlatform().daemon(false).name("foster-stop").start(() -> stopBy(deadline));
    }

    private void stopBy(long deadline) {
        try {
            if (startOver.getCount() > 0) {
                starter.interrupt();
                startOver.await();
            }
            ConnectedBus connected = bus;
            if (connected == null) {
                ending.shutdownFinished();
                ending.end(0);
                return;
            }
            // Time is left for the plugin's own shutdown, however long a handler takes.
            if (!connected.drain(Duration.ofNanos((deadline - System.nanoTime()) * 3 / 4))) {
                RunnerNotices.say("messages were left unhandled: their handlers took too long");
            }
            int code = shutDown();
            ending.shutdownFinished();
            close(connected.connection(), deadline);
            ending.end(code);
        } catch (InterruptedException | RuntimeException unexpected) {
            ending.fail(
                    new Failure(
                            Failure.OTHER,
                            "cannot stop "
                                    + surroundings.id()
                                    + ": "
                                    + Failure.why(unexpected)
                                    + "; see the trace above",
                            unexpected));
        }
    }

    private int shutDown() {
        MessagePlugin plugin = initialized;
        try {
            if (plugin != null) {
                plugin.shutdown();
            }
            return 0;
        } catch (Throwable failed) {
            RunnerNotices.say(
                    failed,
                    "cannot shut down "
                            + surroundings.id()
                            + ": "
                            + Failure.why(failed)
                            + "; see the trace above");
            return Failure.OTHER;
        }
    }

    private static void close(Connection connection, long deadline) throws InterruptedException {
        try {
            // Also drains what the plugin subscribed with the connection itself.
            long left = Math.max(1_000_000, deadline - System.nanoTime());
            if (connection.getStatus() != Connection.Status.CONNECTED) {
                connection.close();
                return;
            }
            var _ = connection.drain(Duration.ofNanos(left)).get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException unreachable) {
            RunnerNotices.say("left without taking leave: " + Failure.why(unreachable));
        } catch (IllegalStateException closedByThePlugin) {
            // Then there is nothing to close.
        }
    }
}
