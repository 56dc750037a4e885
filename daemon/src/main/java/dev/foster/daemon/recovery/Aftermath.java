package dev.foster.daemon.recovery;

import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.ProblemCode;
import dev.foster.process.ProcessMark;
import dev.foster.process.Remains;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a daemon that was killed left: processes, which are ended before anything is started, and
 * what people had stopped by hand.
 *
 * @param ended how many processes were left
 * @param stoppedByHand the names of those that somebody stopped last
 * @param notice what could not be found out, and what that means
 */
public record Aftermath(int ended, Set<String> stoppedByHand, Optional<String> notice) {
    /** The first thing a daemon tells the journal. */
    public static final String DAEMON_STARTED = "daemon-started";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /**
     * Ends what is left of the daemon before.
     *
     * @param journal what it wrote, and those before it
     * @throws ControlProblem when something of it cannot be ended: a second copy is not started
     */
    public static Aftermath clear(Predecessor predecessor, List<EventView> journal) {
        return switch (predecessor) {
            case Predecessor.None _ -> new Aftermath(0, Set.of(), Optional.empty());
            case Predecessor.Killed(DaemonRecord record) -> clear(record, journal);
            case Predecessor.Unreadable(Path file, String why) ->
                    clearByJournal("cannot read " + file + ": " + why, journal);
        };
    }

    private static Aftermath clear(DaemonRecord record, List<EventView> journal) {
        try {
            return clear(record.cookie(), record.firstEvent(), journal, Optional.empty());
        } catch (IllegalArgumentException nonsense) {
            // A record that was tampered with: no engine ever had this cookie.
            return clearByJournal(
                    "cannot use the record of an earlier foster: \""
                            + record.cookie()
                            + "\" is no mark of its processes",
                    journal);
        }
    }

    /** Without a record, the last daemon that began a life in the journal is the one before. */
    private static Aftermath clearByJournal(String why, List<EventView> journal) {
        long firstEvent =
                journal.stream()
                        .filter(event -> event.kind().equals(DAEMON_STARTED))
                        .mapToLong(EventView::id)
                        .max()
                        .orElse(0);
        String notice =
                why
                        + "; what the journal knows of its processes was ended, so look with ps"
                        + " whether others are still there";
        return clear("", firstEvent, journal, Optional.of(notice));
    }

    private static Aftermath clear(
            String cookie, long firstEvent, List<EventView> journal, Optional<String> notice) {
        List<EventView> its = journal.stream().filter(event -> event.id() >= firstEvent).toList();
        Set<ProcessMark> marks = marks(its);
        int found = Remains.find(cookie, marks).size();
        List<ProcessMark> left = Remains.end(cookie, marks, LIMIT);
        if (!left.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot bring up the project: processes of an earlier foster are still there"
                            + " and cannot be killed ("
                            + left
                            + "); end them first");
        }
        return new Aftermath(found, stopped(its), notice);
    }

    private static Set<ProcessMark> marks(List<EventView> events) {
        var marks = new LinkedHashSet<ProcessMark>();
        for (EventView event : events) {
            if (event.details().get("mark") instanceof String mark) {
                ProcessMark.parse(mark).ifPresent(marks::add);
            }
        }
        return marks;
    }

    private static Set<String> stopped(List<EventView> events) {
        Map<String, String> lastAsked = new HashMap<>();
        for (EventView event : events) {
            if (event.kind().endsWith("-asked")) {
                event.process().ifPresent(name -> lastAsked.put(name, event.kind()));
            }
        }
        var names = new LinkedHashSet<String>();
        lastAsked.forEach(
                (name, kind) -> {
                    if (kind.equals("stop-asked")) {
                        names.add(name);
                    }
                });
        return names;
    }
}
