package dev.foster.plugin.message;

import dev.foster.sdk.bus.credentials.CredentialsFile;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The host's connection to the bus. It is tried for until it is there, as the servers may be
 * started later than this, perhaps by this very host; and kept for ever.
 */
final class HostConnection implements AutoCloseable {
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final Duration ATTEMPT = Duration.ofSeconds(2);

    private final BusEntry entry;
    private final CompletableFuture<Connection> connection = new CompletableFuture<>();
    private final CompletableFuture<Dispatcher> ears = new CompletableFuture<>();
    private final ReentrantLock flushing = new ReentrantLock();
    private final Thread thread;
    private volatile String trouble = "it has not answered yet";
    private volatile Optional<String> heard = Optional.empty();

    HostConnection(BusEntry entry) {
        this.entry = entry;
        this.thread = Thread.ofVirtual().name("foster-bus").start(this::connect);
    }

    private void connect() {
        try {
            Options options = options(entry, new Ears());
            while (true) {
                try {
                    Connection made = Nats.connect(options);
                    ears.complete(made.createDispatcher());
                    connection.complete(made);
                    return;
                } catch (IOException refused) {
                    trouble = heard.orElse(String.valueOf(refused.getMessage()));
                }
                Thread.sleep(AGAIN);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
            trouble = String.valueOf(unusable.getMessage());
        }
    }

    /** What really went wrong is told to a listener; what is thrown only says that it did. */
    private final class Ears implements ErrorListener {
        @Override
        public void errorOccurred(Connection it, String error) {
            heard = Optional.of(error);
        }

        @Override
        public void exceptionOccurred(Connection it, Exception problem) {
            Throwable cause = problem;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            heard = Optional.of(String.valueOf(cause.getMessage()));
        }
    }

    /** How a client of ours connects. */
    private static Options options(BusEntry entry, ErrorListener listener)
            throws IOException, GeneralSecurityException {
        Options.Builder options =
                new Options.Builder()
                        .servers(entry.servers().toArray(String[]::new))
                        .connectionName("foster")
                        .connectionTimeout(ATTEMPT)
                        .maxReconnects(-1)
                        .reconnectWait(AGAIN)
                        .errorListener(listener);
        entry.user()
                .ifPresent(
                        it ->
                                options.userInfo(
                                        it.name().toCharArray(), it.password().toCharArray()));
        entry.token().ifPresent(it -> options.token(it.toCharArray()));
        if (entry.credentials().isPresent()) {
            options.authHandler(CredentialsFile.read(entry.credentials().get()));
        }
        if (entry.authority().isPresent()) {
            options.sslContext(Authority.trusting(entry.authority().get()));
        }
        return options.build();
    }

    Connection await(Duration limit) throws InterruptedException {
        try {
            return connection.copy().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException silence) {
            throw new BusProblem(
                    "cannot reach the bus at "
                            + String.join(", ", entry.servers())
                            + ": "
                            + trouble
                            + "; start it there, or write bus: embedded");
        }
    }

    /** One at a time: of three that wait at once the library concludes that nobody answers. */
    void flush(Duration limit) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + limit.toNanos();
        if (!flushing.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("others wait for an answer still");
        }
        try {
            connection.resultNow().flush(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        } finally {
            flushing.unlock();
        }
    }

    Dispatcher ears() {
        return ears.resultNow();
    }

    Optional<Connection> now() {
        return Optional.ofNullable(connection.getNow(null));
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            // An attempt that succeeds this very moment is closed as well.
            thread.join(ATTEMPT.plusSeconds(1));
            if (connection.isDone()) {
                connection.join().close();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
