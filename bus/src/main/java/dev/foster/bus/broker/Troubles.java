package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Tells somebody of clients that had to go, from a thread of its own: the event loops must not wait
 * for a log. Strangers can make as many troubles as they like, so only a few of a kind are told in
 * a minute; the next one says how many were not.
 */
final class Troubles implements AutoCloseable {
    /** How many of a kind are told in a minute. */
    static final int MOST = 10;

    private static final Logger LOG = System.getLogger(Troubles.class.getName());
    private static final long MINUTE = 60_000_000_000L;
    private static final long END_MILLIS = 2_000;

    private static final class Window {
        private long since;
        private int told;
        private long untold;
    }

    private final Map<ClientTrouble.Kind, Window> windows = new EnumMap<>(ClientTrouble.Kind.class);
    private final LinkedBlockingQueue<Optional<ClientTrouble>> waiting =
            new LinkedBlockingQueue<>();
    private final Consumer<ClientTrouble> listener;
    private final Thread thread;

    Troubles(Consumer<ClientTrouble> listener) {
        this.listener = listener;
        thread = Thread.ofPlatform().daemon().name("bus-troubles").start(this::run);
    }

    void tell(ClientConnection connection, Refusal refusal) {
        ClientTrouble.Kind kind = kind(refusal);
        if (kind == null) {
            return;
        }
        String why = refusal.why;
        if (refusal == Refusal.SLOW_CONSUMER) {
            why += ": " + connection.outbound().pending() + " bytes waited";
        }
        tell(kind, connection, why, System.nanoTime());
    }

    private synchronized void tell(
            ClientTrouble.Kind kind, ClientConnection connection, String why, long now) {
        Window window = windows.computeIfAbsent(kind, _ -> new Window());
        if (window.told == 0 || now - window.since >= MINUTE) {
            window.since = now;
            window.told = 0;
        }
        if (window.told >= MOST) {
            window.untold++;
            return;
        }
        window.told++;
        waiting.add(
                Optional.of(
                        new ClientTrouble(
                                kind,
                                connection.id(),
                                connection.peer(),
                                ClientTrouble.harmless(connection.session().user()),
                                why,
                                window.untold)));
        window.untold = 0;
    }

    private static ClientTrouble.@Nullable Kind kind(Refusal refusal) {
        return switch (refusal) {
            case SLOW_CONSUMER, NO_MEMORY -> ClientTrouble.Kind.SLOW_CONSUMER;
            case NOT_AUTHORIZED, AUTHENTICATION_LATE, TOO_MANY, TLS_FAILED ->
                    ClientTrouble.Kind.REFUSED;
            case UNKNOWN_OPERATION,
                    MALFORMED,
                    LINE_TOO_LONG,
                    PAYLOAD_TOO_BIG,
                    WRONG_PROTOCOL,
                    NO_HEADERS ->
                    ClientTrouble.Kind.PROTOCOL_ERROR;
            case USER_REMOVED, STALE, CLIENT_LEFT, SERVER_CLOSED -> null;
        };
    }

    private void run() {
        while (true) {
            try {
                Optional<ClientTrouble> next = waiting.take();
                if (next.isEmpty()) {
                    return;
                }
                listener.accept(next.get());
            } catch (InterruptedException end) {
                return;
            } catch (Throwable fault) {
                LOG.log(Level.WARNING, "cannot tell of a client of the bus: " + fault);
            }
        }
    }

    /** Tells what waits, and no more. */
    @Override
    public void close() {
        waiting.add(Optional.empty());
        try {
            if (!thread.join(Duration.ofMillis(END_MILLIS))) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
