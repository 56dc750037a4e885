package dev.foster.daemon.journal;

import dev.foster.control.Tone;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.Kind;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tone of every kind of event, as front ends are told. */
final class Tones {
    private static final Map<String, Tone> OF_WORDS =
            Stream.<EventKind[]>of(Kind.values(), DaemonEvent.values())
                    .flatMap(Stream::of)
                    .collect(Collectors.toMap(EventKind::word, Tones::of));

    private Tones() {}

    static Tone of(EventKind kind) {
        return switch (kind.tone()) {
            case GOOD -> Tone.GOOD;
            case NEUTRAL -> Tone.NEUTRAL;
            case DOUBTFUL -> Tone.DOUBTFUL;
            case BAD -> Tone.BAD;
            case ALARM -> Tone.ALARM;
        };
    }

    /** Of a kind as it stands in a file; one that this program does not know is neutral. */
    static Tone of(String word) {
        return OF_WORDS.getOrDefault(word, Tone.NEUTRAL);
    }
}
