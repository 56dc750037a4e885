package dev.foster.daemon.inbound;

import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.http.WrongTokens;

import java.util.Map;

/** What the journal says of somebody who came with a wrong token, by where he came to. */
public enum WrongTokenEvent {
    DASHBOARD(
            DaemonEvent.WEB_LOG_IN_REFUSED,
            "somebody tried to log in to the dashboard with a wrong token"),
    API(DaemonEvent.API_REFUSED, "somebody asked the API with a wrong token"),
    METRICS(DaemonEvent.METRICS_REFUSED, "somebody asked for metrics with a wrong token"),
    MCP(DaemonEvent.MCP_REFUSED, "somebody came to the MCP servers with a wrong token");

    private final DaemonEvent kind;
    private final String text;

    WrongTokenEvent(DaemonEvent kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /** Counts them for one listener. */
    public WrongTokens into(Journal journal) {
        return new WrongTokens((place, others) -> tell(journal, place, others), System::nanoTime);
    }

    /**
     * Writes one down.
     *
     * @param place the address it came from
     * @param others how many before it were not written down
     */
    public void tell(Journal journal, String place, long others) {
        String rest =
                others == 0 ? "" : "; " + others + " more before this one are not written down";
        Map<String, Object> details =
                others == 0 ? Map.of("from", place) : Map.of("from", place, "others", others);
        journal.add(JournalEntry.of(kind, text + " from " + place + rest).with(details));
    }
}
