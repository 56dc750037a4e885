package dev.foster.daemon.recovery;

import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.ProblemCode;
import dev.foster.process.ProcessMark;
import dev.foster.process.Remains;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a daemon that was killed left: processes, which are ended before anything is started, and
 * what people had stopped by hand.
 */
public record Aftermath(int ended, Set<String> stoppedByHand) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Nothing was left. */
    public static Aftermath none() {
        return new Aftermath(0, Set.of());
    }

    /**
     * Ends what is left of a daemon.
     *
     * @param journal what it wrote, and those before it
     * @throws ControlProblem when something of it cannot be ended: a second copy is not started
     */
    public static Aftermath clear(DaemonRecord record, List<EventView> journal) {
        Set<ProcessMark> marks = marks(record, journal);
        int found = Remains.find(record.cookie(), marks).size();
        List<ProcessMark> left = Remains.end(record.cookie(), marks, LIMIT);
        if (!left.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot bring up the project: processes of an earlier foster are still there"
                            + " and cannot be killed ("
                            + left
                            + "); end them first");
        }
        return new Aftermath(found, stopped(record, journal));
    }

    private static Set<ProcessMark> marks(DaemonRecord record, List<EventView> journal) {
        var marks = new LinkedHashSet<ProcessMark>();
        for (EventView event : journal) {
            if (event.id() >= record.firstEvent()
                    && event.details().get("mark") instanceof String mark) {
                ProcessMark.parse(mark).ifPresent(marks::add);
            }
        }
        return marks;
    }

    private static Set<String> stopped(DaemonRecord record, List<EventView> journal) {
        Map<String, String> lastAsked = new HashMap<>();
        for (EventView event : journal) {
            if (event.id() >= record.firstEvent() && event.kind().endsWith("-asked")) {
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
