package dev.foster.daemon.journal;

import dev.foster.control.EventTone;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.ProcessEventKind;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tone of every kind of event, as front ends are told. */
final class Tones {
    private static final Map<String, EventTone> OF_WORDS =
            Stream.<EventKind[]>of(ProcessEventKind.values(), DaemonEvent.values())
                    .flatMap(Stream::of)
                    .collect(Collectors.toMap(EventKind::word, Tones::of));

    private Tones() {}

    static EventTone of(EventKind kind) {
        return switch (kind.tone()) {
            case GOOD -> EventTone.GOOD;
            case NEUTRAL -> EventTone.NEUTRAL;
            case DOUBTFUL -> EventTone.DOUBTFUL;
            case BAD -> EventTone.BAD;
            case ALARM -> EventTone.ALARM;
        };
    }

    /** Of a kind as it stands in a file; one that this program does not know is neutral. */
    static EventTone of(String word) {
        return OF_WORDS.getOrDefault(word, EventTone.NEUTRAL);
    }
}
