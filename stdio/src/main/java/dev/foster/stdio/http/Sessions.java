package dev.foster.stdio.http;

import dev.foster.stdio.access.Caller;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The sessions of all servers, by their ids. */
final class Sessions {
    private final FrontLimits limits;
    private final FrontListener listener;
    private final LongSupplier clock;
    private final InstantSource wall;
    private final Map<String, Session> all = new ConcurrentHashMap<>();
    private volatile Runnable wake = () -> {};
    private boolean closed;

    Sessions(FrontLimits limits, FrontListener listener, LongSupplier clock, InstantSource wall) {
        this.limits = limits;
        this.listener = listener;
        this.clock = clock;
        this.wall = wall;
    }

    /** Runs this whenever there is one more. */
    void whenAdmitted(Runnable action) {
        wake = action;
    }

    /** Makes room for one more; empty when there are too many. */
    synchronized Optional<Session> admit(String server, Caller caller) {
        long own = all.values().stream().filter(session -> session.belongsTo(caller)).count();
        if (closed || all.size() >= limits.sessions() || own >= limits.sessionsPerCaller()) {
            return Optional.empty();
        }
        var session =
                new Session(SessionId.random(), server, caller, limits.streams(), clock, wall);
        all.put(session.id().text(), session);
        wake.run();
        return Optional.of(session);
    }

    /** One that has not ended and whose client knows its id. */
    Optional<Session> find(String server, String id) {
        return Optional.ofNullable(all.get(id))
                .filter(session -> session.server().equals(server) && !session.hasEnded());
    }

    /** The client knows it now. */
    void opened(Session session) {
        listener.sessionOpened(session.facts());
    }

    /** Ends it; false if it has ended before. */
    boolean end(Session session, String why) {
        if (!session.end()) {
            return false;
        }
        all.remove(session.id().text());
        SessionFacts last = session.facts();
        session.release(why);
        if (session.isOpen()) {
            listener.sessionEnded(last, why);
        }
        return true;
    }

    /** By the beginning of its id that is shown to people. */
    boolean end(String shown, String why) {
        return all.values().stream()
                .filter(
                        session ->
                                session.id().shown().equals(shown)
                                        || session.id().text().equals(shown))
                .findFirst()
                .filter(session -> end(session, why))
                .isPresent();
    }

    void endAll(String server, String why) {
        for (Session session : all.values()) {
            if (session.server().equals(server)) {
                end(session, why);
            }
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<SessionFacts> facts() {
        return all.values().stream().filter(Session::isOpen).map(Session::facts).toList();
    }

    /** Ends those whose time is over, and lets the others forget what is old. */
    void sweep() {
        for (Session session : all.values()) {
            if (session.isOpen()) {
                session.overdue(limits).ifPresent(why -> end(session, why));
                session.streams().forget(clock.getAsLong());
            }
        }
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        all.values().forEach(session -> end(session, "the broker is closing"));
    }
}
