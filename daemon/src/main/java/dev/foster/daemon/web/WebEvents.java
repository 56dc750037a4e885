package dev.foster.daemon.web;

import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.http.HttpRequest;

/** What the journal is told about the dashboard. */
final class WebEvents {
    private final Journal journal;

    WebEvents(Journal journal) {
        this.journal = journal;
    }

    /** Who is behind a request, as far as can be known. */
    static String visitor(HttpRequest request) {
        return "dashboard from " + request.peer().place();
    }

    void opened(String address, String who) {
        journal.add(
                JournalEntry.of(DaemonEvent.WEB_OPENED, "the dashboard was opened at " + address)
                        .by(who));
    }

    void loggedIn(HttpRequest request, String how) {
        journal.add(
                JournalEntry.of(DaemonEvent.WEB_LOG_IN, "logged in to the dashboard " + how)
                        .by(visitor(request)));
    }

    void reset(String who) {
        journal.add(
                JournalEntry.of(
                                DaemonEvent.WEB_RESET,
                                "everybody was logged out of the dashboard, and it was given a new"
                                        + " token")
                        .by(who));
    }
}
