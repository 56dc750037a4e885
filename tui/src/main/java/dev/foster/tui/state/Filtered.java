package dev.foster.tui.state;

import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of an output that have a text in them. Of an output that has only grown at its end and
 * lost at its beginning, just the new lines are looked at: there may be tens of thousands, and more
 * ten times a second.
 */
record Filtered(Output output, String filter, List<LogLine> lines) {
    static final Filtered NOTHING = new Filtered(Output.NONE, "", List.of());

    // The same ones, not ones that are alike: to compare all lines would take what this saves.
    @SuppressWarnings("ReferenceEquality")
    Filtered next(Output now, String wanted) {
        if (!filter.equals(wanted)) {
            return all(now, wanted);
        }
        return now == output ? this : grown(now);
    }

    private static Filtered all(Output now, String wanted) {
        return new Filtered(now, wanted, found(now.lines(), wanted));
    }

    @SuppressWarnings("ReferenceEquality")
    private Filtered grown(Output now) {
        List<LogLine> before = output.lines();
        List<LogLine> after = now.lines();
        if (before.isEmpty() || after.isEmpty()) {
            return all(now, filter);
        }
        long begin = after.getFirst().cursor();
        int end = Shown.index(after, before.getLast().cursor());
        boolean grown =
                end < after.size()
                        && after.get(end) == before.getLast()
                        && begin >= before.getFirst().cursor();
        if (!grown) {
            return all(now, filter);
        }
        var more = new ArrayList<>(lines.subList(Shown.index(lines, begin), lines.size()));
        more.addAll(found(after.subList(end + 1, after.size()), filter));
        return new Filtered(now, filter, List.copyOf(more));
    }

    private static List<LogLine> found(List<LogLine> lines, String wanted) {
        var sought = new Sought(wanted);
        return lines.stream().filter(line -> sought.in(line.text())).toList();
    }
}
