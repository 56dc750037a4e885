package dev.foster.plugin.message;

import dev.foster.sdk.bus.credentials.CredentialsFile;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;

import java.io.IOException;
import java.net.ConnectException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The host's connection to the bus. It is tried for until it is there, as the servers may be
 * started later than this, perhaps by this very host; and for ever, as they may go and come back.
 *
 * <p>The library looks for servers that were lost by itself, and gives up once one has refused it
 * twice. Then another connection takes the place of that one: the servers may change their mind, a
 * file with credentials may be renewed, or somebody {@link #enter enters} in another way.
 */
final class HostConnection implements AutoCloseable {
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final Duration ATTEMPT = Duration.ofSeconds(2);

    /** Servers write down whom they refused; there is no hurry to be refused once more. */
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(2);

    /** Changes are told by the library; this is for one that was not. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Ears ears = new Ears();
    private final ReentrantLock flushing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Thread thread;
    private volatile BusEntry entry;
    private volatile Optional<Connection> made = Optional.empty();
    private volatile Trouble trouble = new Trouble("it has not answered yet", false);

    /** Why there is no connection. */
    private record Trouble(String why, boolean refused) {}

    HostConnection(BusEntry entry) {
        this.entry = entry;
        this.thread = Thread.ofVirtual().name("foster-bus").start(this::keep);
    }

    BusEntry entry() {
        return entry;
    }

    /** From now on this is how the host comes in. */
    void enter(BusEntry next) {
        entry = next;
        tell();
    }

    Ears ears() {
        return ears;
    }

    // ---- kept for ever ----

    private void keep() {
        try {
            while (true) {
                BusEntry way = entry;
                if (!attempt(way)) {
                    pause(way, trouble.refused() ? AFTER_REFUSAL : AGAIN);
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Connects, and uses that; false when it came to nothing. */
    private boolean attempt(BusEntry way) throws InterruptedException {
        var witness = new Witness(way);
        try {
            Options options = options(way, witness);
            use(Nats.connect(options), way);
            return true;
        } catch (AuthenticationException refused) {
            witness.refused();
        } catch (IOException unreachable) {
            witness.unreachable(String.valueOf(unreachable.getMessage()));
        } catch (UnusableEntry unusable) {
            witness.blame(new Trouble(String.valueOf(unusable.getMessage()), true));
        } catch (RuntimeException | Error fault) {
            // This thread has to last.
            witness.blame(new Trouble(fault.toString(), false));
        }
        return false;
    }

    /** What was given to come in with cannot be used. */
    private static final class UnusableEntry extends Exception {
        private static final long serialVersionUID = 1;

        UnusableEntry(Exception why) {
            super(why.getMessage(), why);
        }
    }

    /** Returns when it is lost for good, or another way in is wanted. */
    private void use(Connection connection, BusEntry way) throws InterruptedException {
        ears.moveTo(connection);
        made = Optional.of(connection);
        tell();
        lock.lock();
        try {
            while (way.equals(entry) && connection.getStatus() != Connection.Status.CLOSED) {
                var _ = news.awaitNanos(LOOK.toNanos());
            }
        } finally {
            lock.unlock();
        }
        made = Optional.empty();
        connection.close();
    }

    private void pause(BusEntry way, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        lock.lock();
        try {
            while (way.equals(entry) && end - System.nanoTime() > 0) {
                var _ = news.awaitNanos(end - System.nanoTime());
            }
        } finally {
            lock.unlock();
        }
    }

    private void tell() {
        lock.lock();
        try {
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What really went wrong is told to listeners; what is thrown only says that it did. */
    private final class Witness implements ErrorListener {
        private final BusEntry way;
        private volatile Optional<String> heard = Optional.empty();

        Witness(BusEntry way) {
            this.way = way;
        }

        void refused() {
            blame(new Trouble("it does not let us in", true));
        }

        void unreachable(String otherwise) {
            blame(new Trouble(heard.orElse(otherwise), false));
        }

        private void blame(Trouble now) {
            // What becomes of a connection that was replaced concerns nobody.
            if (way.equals(entry)) {
                trouble = now;
                tell();
            }
        }

        @Override
        public void errorOccurred(Connection it, String error) {
            heard = Optional.of(error);
            String said = error.toLowerCase(Locale.ROOT);
            // Who was too slow to say who it is was not refused: the next attempt may be in time.
            if (said.contains("auth") && !said.contains("timeout")) {
                refused();
            }
        }

        @Override
        public void exceptionOccurred(Connection it, Exception problem) {
            Throwable cause = problem;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String why = String.valueOf(cause.getMessage());
            heard = Optional.of(why);
            // Whoever refuses hangs up, too, which is not what people need to know.
            if (!trouble.refused() || cause instanceof ConnectException) {
                blame(new Trouble(why, false));
            }
        }

        void changed(ConnectionListener.Events event) {
            if (event == ConnectionListener.Events.DISCONNECTED) {
                blame(new Trouble("the connection was lost", false));
            }
            tell();
        }
    }

    /** How a client of ours connects. */
    private static Options options(BusEntry entry, Witness witness) throws UnusableEntry {
        Options.Builder options =
                new Options.Builder()
                        .servers(entry.servers().toArray(String[]::new))
                        .connectionName("foster")
                        .connectionTimeout(ATTEMPT)
                        .maxReconnects(-1)
                        .reconnectWait(AGAIN)
                        .errorListener(witness)
                        .connectionListener((_, event) -> witness.changed(event));
        entry.user()
                .ifPresent(
                        it ->
                                options.userInfo(
                                        it.name().toCharArray(), it.password().toCharArray()));
        entry.token().ifPresent(it -> options.token(it.toCharArray()));
        try {
            if (entry.credentials().isPresent()) {
                options.authHandler(CredentialsFile.read(entry.credentials().get()));
            }
            if (entry.authority().isPresent()) {
                options.sslContext(BusAuthority.trusting(entry.authority().get()));
            }
            return options.build();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
            throw new UnusableEntry(unusable);
        }
    }

    // ---- used ----

    /** The connection, as soon as there is one that works. */
    Connection await(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        lock.lock();
        try {
            while (true) {
                Optional<Connection> now = now();
                if (now.isPresent()) {
                    return now.get();
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new BusAway(entry, trouble.why(), trouble.refused());
                }
                var _ = news.awaitNanos(Math.min(left, LOOK.toNanos()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** One at a time: of three that wait at once the library concludes that nobody answers. */
    void flush(Duration limit) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + limit.toNanos();
        if (!flushing.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("others wait for an answer still");
        }
        try {
            now().orElseThrow(() -> new TimeoutException("it is away"))
                    .flush(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        } catch (IllegalStateException closed) {
            throw new TimeoutException(closed.getMessage());
        } finally {
            flushing.unlock();
        }
    }

    /** The connection, while it works. */
    Optional<Connection> now() {
        return made.filter(it -> it.getStatus() == Connection.Status.CONNECTED);
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            // An attempt that succeeds this very moment is closed as well.
            thread.join(ATTEMPT.plusSeconds(1));
            Optional<Connection> last = made;
            if (last.isPresent()) {
                last.get().close();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
