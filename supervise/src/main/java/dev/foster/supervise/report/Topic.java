package dev.foster.supervise.report;

import java.util.Locale;

/** What somebody can ask to be told of. */
public enum Topic {
    /** A run ended by itself and not well, or could not begin. */
    CRASH,
    /** It is restarted no more. */
    GAVE_UP,
    /** It is ready again after one of the others. */
    RECOVERED,
    OVER_LIMIT,
    /** Its probes failed, or it was not ready in time, or does not go. */
    UNHEALTHY,
    STARTED,
    /** It was stopped, or has completed. */
    STOPPED;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
