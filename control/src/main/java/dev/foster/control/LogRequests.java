package dev.foster.control;

import dev.foster.http.Target;
import dev.foster.json.Members;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Requests for what processes said. */
final class LogRequests {
    /** A little more often than ten times a second. */
    private static final String BEAT_MILLIS = "80";

    private final Asking daemon;

    LogRequests(Asking daemon) {
        this.daemon = daemon;
    }

    List<String> select(List<String> patterns) {
        return daemon.get(
                "find " + String.join(" ", patterns),
                Asking.ofNames("select", patterns).with("logs", "true"),
                json -> Members.of(json).texts("names"));
    }

    void all(LogQuery query, Consumer<LogLineView> reader) {
        Instant now = Instant.now();
        Optional<LogQuery> next = Optional.of(query);
        while (next.isPresent()) {
            Members page = daemon.get("read logs", target(next.get()), Members::of);
            List<LogLineView> lines = page.list("lines", LogLineView::fromJson);
            lines.forEach(reader);
            // Behind the last page of a busy log there is always one more.
            boolean more =
                    page.optionalFlag("more")
                            && !lines.isEmpty()
                            && !lines.getLast().at().isAfter(now);
            next = more ? Optional.of(query.behind(lines.getLast().cursor())) : Optional.empty();
        }
    }

    Following<LogLineView> follow(LogQuery query) {
        return daemon.listen(
                "follow logs",
                target(query),
                event -> Asking.ifKind("line", event, LogLineView::fromJson));
    }

    List<TailView> tails(List<String> names, int lines) {
        return daemon.get(
                "read the last lines",
                Asking.ofNames("tails", names).with("first", Integer.toString(lines)),
                TailView::listFrom);
    }

    Following<List<TailView>> followTails(List<String> names, int lines, int first) {
        return daemon.listen(
                "follow the last lines",
                Asking.ofNames("tails", names)
                        .with("lines", Integer.toString(lines))
                        .with("first", Integer.toString(first))
                        .with("beat", BEAT_MILLIS),
                event -> Asking.ifKind("tails", event, TailView::listFrom));
    }

    private static Target target(LogQuery query) {
        Target target = Asking.ofNames("logs", query.names());
        if (query.tail().isPresent()) {
            target = target.with("tail", Integer.toString(query.tail().getAsInt()));
        }
        if (query.since().isPresent()) {
            target = target.with("since", query.since().get().toString());
        }
        if (query.after().isPresent()) {
            target = target.with("after", query.after().get());
        }
        return query.before().isPresent() ? target.with("before", query.before().get()) : target;
    }
}
