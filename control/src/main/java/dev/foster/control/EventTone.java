package dev.foster.control;

import java.util.Arrays;
import java.util.Locale;

/** Whether what happened is good or bad news. */
public enum EventTone {
    GOOD,
    NEUTRAL,
    /** Not as it should be; it may become good again by itself. */
    DOUBTFUL,
    BAD,
    /** A process says something that its owner wants to be told of. */
    ALARM;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A word that this program does not know is of a newer daemon, and neutral. */
    public static EventTone of(String word) {
        return Arrays.stream(values())
                .filter(tone -> tone.word().equals(word))
                .findFirst()
                .orElse(NEUTRAL);
    }
}
