package dev.foster.control;

import dev.foster.json.JsonProblem;
import dev.foster.json.Members;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest lines of a process since it was last told about. On the wire a line is a list of its
 * cursor, its stream and its text, because many of them go there; its time is its cursor's.
 *
 * @param skipped how many lines were said meanwhile that are not among these
 * @param more whether there are older lines than these; told the first time only
 * @param lines the oldest first; the text of a long one is cut, and says so
 */
public record TailView(
        String process, long skipped, Optional<Boolean> more, List<LogLineView> lines) {
    private static final long SECOND = 1_000_000_000L;

    public TailView {
        lines = List.copyOf(lines);
    }

    /** News of a process that was told about before. */
    public TailView(String process, long skipped, List<LogLineView> lines) {
        this(process, skipped, Optional.empty(), lines);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("process", process)
                .put("skipped", skipped)
                .put("more", more)
                .put("lines", lines, line -> List.of(line.cursor(), line.stream(), line.text()))
                .object();
    }

    public static TailView fromJson(Object json) {
        Members members = Members.of(json);
        String process = members.text("process");
        return new TailView(
                process,
                members.number("skipped"),
                members.object().containsKey("more")
                        ? Optional.of(members.flag("more"))
                        : Optional.empty(),
                members.list("lines", line -> line(process, line)));
    }

    /** The tails of an event, or of an answer. */
    static List<TailView> listFrom(Object json) {
        return Members.of(json).list("tails", TailView::fromJson);
    }

    private static LogLineView line(String process, Object json) {
        if (json instanceof List<?> parts
                && parts.size() >= 3
                && parts.get(0) instanceof String cursor
                && parts.get(1) instanceof String stream
                && parts.get(2) instanceof String text) {
            return new LogLineView(at(cursor), process, stream, text, cursor);
        }
        throw new JsonProblem("a line is not a list of cursor, stream and text");
    }

    private static Instant at(String cursor) {
        try {
            long nanos = Long.parseLong(cursor);
            return Instant.ofEpochSecond(nanos / SECOND, nanos % SECOND);
        } catch (NumberFormatException notATime) {
            throw new JsonProblem("the cursor " + cursor + " is not a time in nanoseconds");
        }
    }
}
