package dev.foster.cli.bus;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.TerminalText;
import dev.foster.sdk.bus.credentials.CredentialsFile;

import io.nats.client.AuthHandler;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** One connection to a bus, whose complaints become problems of ours. */
final class BusSession implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration FLUSH = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofMillis(500);

    /** Without it the library writes a log of its own; what matters here is asked for. */
    private static final class Silence implements ErrorListener {}

    private final Connection connection;
    private final BusTarget target;

    private BusSession(Connection connection, BusTarget target) {
        this.connection = connection;
        this.target = target;
    }

    /**
     * Connects.
     *
     * @param patient whether to look for the bus again when it is lost
     */
    static BusSession open(BusTarget target, Invocation invocation, boolean patient)
            throws InterruptedException {
        try {
            Options options = options(target, invocation, patient).build();
            return new BusSession(Nats.connect(options), target);
        } catch (AuthenticationException refused) {
            throw notLetIn(target);
        } catch (IOException failure) {
            throw unreachable(target, failure);
        } catch (IllegalArgumentException malformed) {
            throw new BusVerbProblem(
                    ExitCodes.USAGE,
                    "cannot connect to the bus at "
                            + target
                            + ": "
                            + String.valueOf(malformed.getMessage()).replaceFirst("^[\\w.]+: ", "")
                            + "; write nats://HOST:PORT");
        }
    }

    private static Options.Builder options(
            BusTarget target, Invocation invocation, boolean patient) {
        Options.Builder options =
                new Options.Builder()
                        .servers(target.servers().toArray(String[]::new))
                        .connectionName("foster bus")
                        .connectionTimeout(CONNECT)
                        .errorListener(new Silence())
                        .reportNoResponders()
                        .noRandomize()
                        .maxReconnects(patient ? -1 : 0)
                        .reconnectWait(RETRY);
        if (patient) {
            options.connectionListener((_, event) -> tell(invocation, event));
        }
        target.user()
                .ifPresent(
                        name ->
                                options.userInfo(
                                        name.toCharArray(),
                                        target.password().orElse("").toCharArray()));
        target.token().ifPresent(token -> options.token(token.toCharArray()));
        target.credentials().ifPresent(file -> options.authHandler(credentials(file)));
        target.authority().ifPresent(file -> options.sslContext(TrustedAuthority.context(file)));
        return options;
    }

    private static AuthHandler credentials(Path file) {
        try {
            return CredentialsFile.read(file);
        } catch (IOException unusable) {
            throw new BusVerbProblem(
                    ExitCodes.USAGE, unusable.getMessage() + "; name another with --creds");
        }
    }

    private static void tell(Invocation invocation, ConnectionListener.Events event) {
        switch (event) {
            case DISCONNECTED ->
                    invocation.err().println("foster: lost the bus, looking for it again");
            case RECONNECTED -> invocation.err().println("foster: found the bus again");
            default -> {}
        }
    }

    private static BusVerbProblem notLetIn(BusTarget target) {
        return new BusVerbProblem(
                ExitCodes.FAILURE,
                "cannot connect to the bus at "
                        + target
                        + ": it does not let us in; say who you are with --user and --password,"
                        + " --token or --creds");
    }

    private static BusVerbProblem unreachable(BusTarget target, IOException failure) {
        if (String.valueOf(failure.getMessage()).contains("Authorization")) {
            return notLetIn(target);
        }
        return new BusVerbProblem(
                ExitCodes.NOT_RUNNING,
                "cannot connect to the bus at "
                        + target
                        + ": nobody there speaks NATS ("
                        + failure.getMessage()
                        + "); start one with foster bus serve, or name another with --server");
    }

    Connection connection() {
        return connection;
    }

    BusTarget target() {
        return target;
    }

    /**
     * What the bus complained about since the last time. Asked for, not listened to: a listener is
     * told some time later, maybe when we have already said that all went well.
     */
    Optional<String> complaint() {
        String last = connection.getLastError();
        connection.clearLastError();
        return Optional.ofNullable(last).filter(text -> !text.isEmpty());
    }

    /**
     * Waits until the bus has done everything so far.
     *
     * @param purpose as it stands behind "cannot", when the bus refuses
     */
    void settle(String purpose) throws InterruptedException {
        try {
            connection.flush(FLUSH);
        } catch (TimeoutException | IllegalStateException lost) {
            throw new BusVerbProblem(
                    ExitCodes.FAILURE,
                    "cannot "
                            + purpose
                            + ": "
                            + complaint().map(TerminalText::line).orElse("the bus was lost")
                            + "; see foster bus stats");
        }
        Optional<String> complaint = complaint();
        if (complaint.isPresent()) {
            throw refused(purpose, complaint.get());
        }
    }

    static BusVerbProblem refused(String purpose, String complaint) {
        return new BusVerbProblem(
                ExitCodes.FAILURE,
                "cannot "
                        + purpose
                        + ": the bus says "
                        + TerminalText.line(complaint)
                        + "; use another subject, or connect as someone who may");
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
