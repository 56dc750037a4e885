package dev.foster.daemon.journal;

import dev.foster.control.EventView;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.Happening;
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
public record Entry(
        Instant at,
        EventKind kind,
        String text,
        Optional<String> process,
        Optional<Long> run,
        Optional<String> who,
        Map<String, Object> details) {

    public Entry {
        details = Map.copyOf(details);
    }

    /** Something that happened just now, to the project. */
    public static Entry of(EventKind kind, String text) {
        return new Entry(
                Instant.now(),
                kind,
                text,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    /** Something that happened to a process or a group. */
    public static Entry of(Happening happening, Instant at) {
        return new Entry(
                at,
                happening.kind(),
                happening.text(),
                Optional.of(happening.name()),
                happening.run() == 0 ? Optional.empty() : Optional.of(happening.run()),
                happening.who().map(Requester::words),
                Map.copyOf(happening.details()));
    }

    public Entry about(String name) {
        return new Entry(at, kind, text, Optional.of(name), run, who, details);
    }

    public Entry about(String name, long itsRun) {
        return new Entry(at, kind, text, Optional.of(name), Optional.of(itsRun), who, details);
    }

    public Entry by(String asker) {
        return new Entry(at, kind, text, process, run, Optional.of(asker), details);
    }

    public Entry with(Map<String, Object> more) {
        return new Entry(at, kind, text, process, run, who, more);
    }

    EventView view(long id) {
        return new EventView(id, at, process, kind.word(), Tones.of(kind), run, text, who, details);
    }
}
