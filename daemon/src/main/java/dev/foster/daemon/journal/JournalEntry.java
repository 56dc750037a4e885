package dev.foster.daemon.journal;

import dev.foster.control.EventView;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Requester;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Something to be written down.
 *
 * @param text one sentence for people, without who asked
 * @param process whom it concerns; absent when it concerns the project
 * @param run which of its runs
 * @param who who asked for it, if somebody did
 * @param details more for programs, by kind
 */
public record JournalEntry(
        Instant at,
        EventKind kind,
        String text,
        Optional<String> process,
        Optional<Long> run,
        Optional<String> who,
        Map<String, Object> details) {

    public JournalEntry {
        details = Map.copyOf(details);
    }

    /** Something that happened just now, to the project. */
    public static JournalEntry of(EventKind kind, String text) {
        return new JournalEntry(
                Instant.now(),
                kind,
                text,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    /** Something that happened to a process or a group. */
    public static JournalEntry of(ProcessEvent event, Instant at) {
        return new JournalEntry(
                at,
                event.kind(),
                event.text(),
                Optional.of(event.name()),
                event.run() == 0 ? Optional.empty() : Optional.of(event.run()),
                event.who().map(Requester::words),
                Map.copyOf(event.details()));
    }

    public JournalEntry about(String name) {
        return new JournalEntry(at, kind, text, Optional.of(name), run, who, details);
    }

    public JournalEntry about(String name, long itsRun) {
        return new JournalEntry(
                at, kind, text, Optional.of(name), Optional.of(itsRun), who, details);
    }

    public JournalEntry by(String asker) {
        return new JournalEntry(at, kind, text, process, run, Optional.of(asker), details);
    }

    public JournalEntry with(Map<String, Object> more) {
        return new JournalEntry(at, kind, text, process, run, who, more);
    }

    EventView view(long id) {
        return new EventView(id, at, process, kind.word(), Tones.of(kind), run, text, who, details);
    }
}
