package dev.foster.daemon.inbound;

import dev.foster.daemon.journal.Journal;
import dev.foster.http.WrongTokens;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the journal says of somebody who came with a wrong token, by where he came to. */
public enum WrongTokenEvent {
    DASHBOARD(
            "web-log-in-refused",
            "somebody tried to log in to the dashboard with a wrong token",
            "dashboard from "),
    API("api-refused", "somebody asked the API with a wrong token", ""),
    METRICS("metrics-refused", "somebody asked for metrics with a wrong token", ""),
    MCP("mcp-refused", "somebody came to the MCP servers with a wrong token", "");

    private final String kind;
    private final String text;
    private final String before;

    WrongTokenEvent(String kind, String text, String before) {
        this.kind = kind;
        this.text = text;
        this.before = before;
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
        journal.add(
                Instant.now(),
                Optional.empty(),
                kind,
                Optional.empty(),
                text + rest,
                Optional.of(before + place),
                others == 0 ? Map.of() : Map.of("others", others));
    }
}
