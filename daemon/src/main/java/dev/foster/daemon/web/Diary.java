package dev.foster.daemon.web;

import dev.foster.daemon.journal.Journal;
import dev.foster.http.HttpRequest;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the journal is told about the dashboard. */
final class Diary {
    private final Journal journal;

    Diary(Journal journal) {
        this.journal = journal;
    }

    /** Who is behind a request, as far as can be known. */
    static String visitor(HttpRequest request) {
        return "dashboard from " + request.peer().place();
    }

    void opened(String address, String who) {
        tell("web-opened", "the dashboard is open at " + address, Optional.of(who));
    }

    void loggedIn(HttpRequest request, String how) {
        tell(
                "web-log-in",
                "somebody logged in to the dashboard " + how,
                Optional.of(visitor(request)));
    }

    void reset(String who) {
        tell(
                "web-reset",
                "the dashboard has a new token, and everybody was logged out",
                Optional.of(who));
    }

    private void tell(String kind, String text, Optional<String> who) {
        journal.add(Instant.now(), Optional.empty(), kind, Optional.empty(), text, who, Map.of());
    }
}
