package dev.foster.tui.state;

import java.util.Optional;

/**
 * How a person reads the output of one process.
 *
 * @param top the cursor of the line at the top; absent while the newest lines are followed
 * @param column how far it is moved to the right
 * @param wrap whether long lines take several rows
 * @param times whether each line begins with its time
 * @param facts whether what is known about the process is shown beside it
 * @param search what is looked for, in any case of letters; empty for nothing
 * @param match the cursor of the line where it was found last
 * @param filter only lines with this are shown; empty for all
 */
public record Reading(
        Optional<Long> top,
        int column,
        boolean wrap,
        boolean times,
        boolean facts,
        String search,
        Optional<Long> match,
        String filter) {
    public static final Reading START =
            new Reading(Optional.empty(), 0, false, false, true, "", Optional.empty(), "");

    public boolean follows() {
        return top.isEmpty();
    }

    public Reading following() {
        return new Reading(Optional.empty(), column, wrap, times, facts, search, match, filter);
    }

    public Reading from(long cursor) {
        return new Reading(Optional.of(cursor), column, wrap, times, facts, search, match, filter);
    }

    public Reading column(int wanted) {
        return new Reading(top, Math.max(0, wanted), wrap, times, facts, search, match, filter);
    }

    public Reading wrap(boolean wanted) {
        return new Reading(top, 0, wanted, times, facts, search, match, filter);
    }

    public Reading times(boolean wanted) {
        return new Reading(top, column, wrap, wanted, facts, search, match, filter);
    }

    public Reading facts(boolean wanted) {
        return new Reading(top, column, wrap, times, wanted, search, match, filter);
    }

    public Reading search(String wanted) {
        return new Reading(top, column, wrap, times, facts, wanted, Optional.empty(), filter);
    }

    public Reading match(long cursor) {
        return new Reading(top, column, wrap, times, facts, search, Optional.of(cursor), filter);
    }

    public Reading filter(String wanted) {
        return new Reading(
                Optional.empty(), column, wrap, times, facts, search, Optional.empty(), wanted);
    }
}
