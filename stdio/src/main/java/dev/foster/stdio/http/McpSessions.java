package dev.foster.stdio.http;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.thread.Turns;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The sessions of all servers, by their ids. */
final class McpSessions {
    /** Of clients that have not heard yet why their session has ended. */
    private static final int MOST_GONE = 256;

    private final FrontLimits limits;
    private final FrontListener listener;
    private final LongSupplier clock;
    private final InstantSource wall;
    private final Map<String, McpSession> all = new ConcurrentHashMap<>();
    private final Map<String, Gone> gone =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Gone> eldest) {
                    return size() > MOST_GONE;
                }
            };
    private volatile Runnable wake = () -> {};
    private boolean closed;

    /** A session whose server was given up. */
    private record Gone(String caller, String why) {}

    McpSessions(
            FrontLimits limits, FrontListener listener, LongSupplier clock, InstantSource wall) {
        this.limits = limits;
        this.listener = listener;
        this.clock = clock;
        this.wall = wall;
    }

    /** Runs this whenever there is one more. */
    void whenAdmitted(Runnable action) {
        wake = action;
    }

    /**
     * Makes room for one more.
     *
     * @throws RpcProblem when there are too many
     */
    synchronized McpSession admit(String server, Caller caller) {
        long own = all.values().stream().filter(session -> session.belongsTo(caller)).count();
        if (own >= limits.sessionsPerCaller()) {
            throw tooMany(
                    "this caller has " + limits.sessionsPerCaller() + " (sessions_per_caller)",
                    "end one of them, or allow more");
        }
        if (closed || all.size() >= limits.sessions()) {
            throw tooMany(
                    closed ? "the broker is closing" : "there are " + all.size() + " (sessions)",
                    "come later" + (closed ? "" : ", or allow more"));
        }
        var session =
                new McpSession(SessionId.random(), server, caller, limits.streams(), clock, wall);
        all.put(session.id().text(), session);
        wake.run();
        return session;
    }

    private static RpcProblem tooMany(String why, String way) {
        return new RpcProblem(Mcp.TOO_MANY, "cannot open a session: " + why + "; " + way);
    }

    /** One that has not ended and whose client knows its id. */
    Optional<McpSession> find(String server, String id) {
        return Optional.ofNullable(all.get(id))
                .filter(session -> session.server().equals(server) && !session.hasEnded());
    }

    /** The client knows it now. */
    void opened(McpSession session) {
        listener.sessionOpened(session.facts());
    }

    /** Ends it; false if it has ended before. */
    boolean end(McpSession session, String why) {
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

    /** Ends it because its server failed too often: whoever asks next is told why. */
    void giveUp(McpSession session, String why) {
        String id = session.id().text();
        synchronized (gone) {
            gone.put(id, new Gone(session.callerName(), why));
        }
        if (!end(session, why)) {
            synchronized (gone) {
                gone.remove(id);
            }
        }
    }

    /** Why there is no such session any more, for its own client, and once. */
    Optional<String> lastWords(String id, Caller caller) {
        synchronized (gone) {
            Gone last = gone.get(id);
            return last != null && last.caller().equals(caller.name()) && gone.remove(id, last)
                    ? Optional.of(last.why())
                    : Optional.empty();
        }
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
        for (McpSession session : all.values()) {
            if (session.server().equals(server)) {
                end(session, why);
            }
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<SessionFacts> facts() {
        return all.values().stream().filter(McpSession::isOpen).map(McpSession::facts).toList();
    }

    /** Ends those whose time is over, and lets the others forget what is old. */
    void sweep() {
        for (McpSession session : all.values()) {
            Turns.take("look after MCP sessions", () -> sweep(session));
        }
    }

    private void sweep(McpSession session) {
        if (session.isOpen()) {
            session.overdue(limits).ifPresent(why -> end(session, why));
            session.streams().forget(clock.getAsLong());
        }
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        all.values().forEach(session -> end(session, "the broker is closing"));
    }
}
