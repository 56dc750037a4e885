package dev.foster.control;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which log lines are wanted. The conditions narrow each other down.
 *
 * @param names whose lines; empty means everybody's
 * @param tail only the last so many, of all names together
 * @param since only those not older than this
 * @param after only those behind the line with this cursor
 * @param before only those in front of the line with this cursor
 */
public record LogQuery(
        List<String> names,
        OptionalInt tail,
        Optional<Instant> since,
        Optional<String> after,
        Optional<String> before) {

    public LogQuery {
        names = List.copyOf(names);
    }

    public static LogQuery all() {
        return new LogQuery(
                List.of(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public LogQuery names(List<String> wanted) {
        return new LogQuery(wanted, tail, since, after, before);
    }

    public LogQuery tail(int wanted) {
        return new LogQuery(names, OptionalInt.of(wanted), since, after, before);
    }

    public LogQuery since(Instant wanted) {
        return new LogQuery(names, tail, Optional.of(wanted), after, before);
    }

    public LogQuery after(String cursor) {
        return new LogQuery(names, tail, since, Optional.of(cursor), before);
    }

    public LogQuery before(String cursor) {
        return new LogQuery(names, tail, since, after, Optional.of(cursor));
    }

    /** What is left of it behind a line that it brought. */
    public LogQuery behind(String cursor) {
        return new LogQuery(
                names, OptionalInt.empty(), Optional.empty(), Optional.of(cursor), before);
    }
}
