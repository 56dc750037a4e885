package dev.foster.sdk.bus;

import dev.foster.sdk.bus.credentials.CredentialsFile;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Nats;
import io.nats.client.Options;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Connects to the bus for the first time, on a thread of its own: meanwhile the plugin's class is
 * loaded, and the limit holds for all servers and attempts together.
 */
final class FirstConnect {
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final Duration RECONNECT = Duration.ofMillis(200);

    private final RunnerEnvironment surroundings;
    private final long deadline;
    private final CompletableFuture<Connection> result = new CompletableFuture<>();
    private volatile String lastProblem = "there was no answer";

    private FirstConnect(RunnerEnvironment surroundings) {
        this.surroundings = surroundings;
        this.deadline = System.nanoTime() + surroundings.connectLimit().toNanos();
    }

    static FirstConnect begin(RunnerEnvironment surroundings, ConnectionListener listener) {
        var connect = new FirstConnect(surroundings);
        Thread.ofPlatform().daemon().name("foster-connect").start(() -> connect.attempts(listener));
        return connect;
    }

    Connection await() throws Failure, InterruptedException {
        try {
            return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw failure(
                    lastProblem + ", for " + surroundings.connectLimit().toMillis() + " ms",
                    "check that the bus runs there",
                    late);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof AuthenticationException) {
                throw failure(
                        "it did not let us in, " + Failure.why(cause),
                        "check user, password or token",
                        cause);
            }
            throw failure(Failure.why(cause), "check the address and the credentials", cause);
        }
    }

    private Failure failure(String why, String what, Throwable cause) {
        return new Failure(
                Failure.CONNECT,
                "cannot connect to " + surroundings.servers() + ": " + why + "; " + what,
                cause);
    }

    private void attempts(ConnectionListener listener) {
        try {
            Options options = options(listener);
            while (!result.isDone()) {
                try {
                    result.complete(Nats.connect(options));
                } catch (AuthenticationException refused) {
                    // Asking again would not change the answer.
                    throw refused;
                } catch (IOException notYet) {
                    lastProblem = Failure.why(notYet);
                    Thread.sleep(RETRY);
                }
            }
        } catch (Throwable failed) {
            result.completeExceptionally(failed);
        }
    }

    /** The library would wait for the rest of its time before it says so. */
    private void checkRefusal(String error) {
        String said = error.toLowerCase(Locale.ROOT);
        // Who was too slow to say who it is was not refused: the next attempt may be in time.
        if (said.startsWith("auth") && !said.contains("timeout")) {
            var _ = result.completeExceptionally(new AuthenticationException(error));
        }
    }

    private Options options(ConnectionListener listener) throws Exception {
        RunnerEnvironment.Credentials credentials = surroundings.credentials();
        var options =
                new Options.Builder()
                        .server(surroundings.servers())
                        .connectionName(surroundings.id())
                        .inboxPrefix(surroundings.inbox())
                        .connectionTimeout(surroundings.connectLimit())
                        // A bus that restarts must not end its plugins.
                        .maxReconnects(-1)
                        .reconnectWait(RECONNECT)
                        .reconnectJitter(RECONNECT.dividedBy(4))
                        .useTimeoutException()
                        .errorListener(new BusNotices(this::checkRefusal))
                        .connectionListener(listener);
        if (credentials.user().isPresent()) {
            options.userInfo(credentials.user().get(), credentials.password().orElse(""));
        } else if (credentials.token().isPresent()) {
            options.token(credentials.token().get().toCharArray());
        } else if (credentials.file().isPresent()) {
            options.authHandler(CredentialsFile.read(Path.of(credentials.file().get())));
        }
        if (credentials.authority().isPresent()) {
            options.sslContext(Authority.trusting(credentials.authority().get()));
        }
        return options.build();
    }
}
