package dev.foster.supervise.report;

import java.util.Locale;

/** What kind of thing happened; an enum's constant, which gives it its name. */
public interface EventKind {
    String name();

    Tone tone();

    /** The kind as it stands in files and on the wire. */
    default String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
