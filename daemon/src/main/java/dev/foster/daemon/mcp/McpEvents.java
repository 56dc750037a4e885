package dev.foster.daemon.mcp;

import dev.foster.daemon.inbound.WrongTokenEvent;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.daemon.log.LogStore;
import dev.foster.process.ChildStream;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.report.ServiceListener;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.supervise.report.ProcessEvent;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Writes down what happens to sessions and children, and what children say. Clients can make it
 * happen as often as they like, so of too many events in a minute only the number is told.
 */
final class McpEvents implements ServiceListener {
    static final int MOST_A_MINUTE = 200;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final Journal journal;
    private final LogStore logs;
    private final LongSupplier clock;
    private long since;
    private int told;
    private int untold;

    McpEvents(Journal journal, LogStore logs, LongSupplier clock) {
        this.journal = journal;
        this.logs = logs;
        this.clock = clock;
        this.since = clock.getAsLong();
    }

    @Override
    public void sessionOpened(SessionFacts session) {
        tell(
                session.server(),
                DaemonEvent.MCP_SESSION_OPENED,
                session.caller() + " opened session " + session.id() + " with " + session.server(),
                Map.of("session", session.id(), "caller", session.caller()));
    }

    @Override
    public void sessionEnded(SessionFacts session, String why) {
        tell(
                session.server(),
                DaemonEvent.MCP_SESSION_ENDED,
                "session " + session.id() + " of " + session.caller() + " ended: " + why,
                Map.of("session", session.id(), "caller", session.caller()));
    }

    @Override
    public void wrongToken(String place, long others) {
        WrongTokenEvent.MCP.tell(journal, place, others);
    }

    @Override
    public void childStarted(String server, long pid, Era era) {
        logs.remark(server, "started as process " + pid);
        tell(
                server,
                DaemonEvent.MCP_CHILD_STARTED,
                server
                        + " started as process "
                        + pid
                        + ", speaks "
                        + era.name().toLowerCase(Locale.ROOT)
                        + " MCP",
                Map.of("pid", pid));
    }

    @Override
    public void childEnded(String server, String how) {
        logs.remark(server, "ended: " + how);
        tell(
                server,
                DaemonEvent.MCP_CHILD_ENDED,
                "a child of " + server + " ended: " + how,
                Map.of());
    }

    @Override
    public void childOverLimit(ProcessEvent.OverLimit what, long pid) {
        var details = new HashMap<String, Object>(what.details());
        details.put("pid", pid);
        logs.remark(what.name(), what.text());
        tell(JournalEntry.of(what, Instant.now()).with(details));
    }

    @Override
    public void childSaid(String server, long pid, String line) {
        logs.add(server, ChildStream.STDERR, line.getBytes(StandardCharsets.UTF_8), false);
    }

    private void tell(String server, DaemonEvent kind, String text, Map<String, Object> details) {
        tell(JournalEntry.of(kind, text).about(server).with(details));
    }

    private synchronized void tell(JournalEntry entry) {
        long now = clock.getAsLong();
        if (now - since >= MINUTE) {
            tellOfTheRest();
            since = now;
            told = 0;
        }
        if (told == MOST_A_MINUTE) {
            untold++;
            return;
        }
        told++;
        journal.add(entry);
    }

    /** Says how many were left out, if any were. */
    synchronized void tellOfTheRest() {
        if (untold > 0) {
            journal.add(
                    JournalEntry.of(
                                    DaemonEvent.MCP_EVENTS_LEFT_OUT,
                                    untold
                                            + " more events of MCP servers in a minute are not"
                                            + " written down")
                            .with(Map.of("count", (long) untold)));
            untold = 0;
        }
    }
}
