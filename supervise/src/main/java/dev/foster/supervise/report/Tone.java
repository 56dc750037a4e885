package dev.foster.supervise.report;

/** Whether what happened is good or bad news. */
public enum Tone {
    GOOD,
    NEUTRAL,
    /** Not as it should be; it may become good again by itself. */
    DOUBTFUL,
    BAD,
    /** A process says something that its owner wants to be told of. */
    ALARM
}
