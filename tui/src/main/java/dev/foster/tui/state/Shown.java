package dev.foster.tui.state;

import dev.foster.control.McpSessionView;
import dev.foster.control.ProcessView;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.World;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What of the world a person has chosen to see. */
public final class Shown {
    /** The answer to the last question: one key or one picture asks it several times. */
    private static volatile Filtered last = Filtered.NOTHING;

    private Shown() {}

    /** The processes of the table or the panels, in order. */
    public static List<ProcessView> processes(World world, Ui ui) {
        if (ui.page() == Page.PANELS) {
            List<String> chosen = world.project().map(p -> p.screen().panels()).orElse(List.of());
            return chosen.isEmpty()
                    ? world.processes()
                    : chosen.stream().map(world::process).flatMap(Optional::stream).toList();
        }
        return ui.find().isEmpty()
                ? world.processes()
                : world.processes().stream()
                        .filter(process -> contains(process.name(), ui.find()))
                        .toList();
    }

    /** The sessions of MCP servers, the oldest first, so that they stay where they are. */
    public static List<McpSessionView> sessions(World world) {
        return world.mcp().sessions().stream()
                .sorted(
                        Comparator.comparing(McpSessionView::openedAt)
                                .thenComparing(McpSessionView::id))
                .toList();
    }

    /** The lines that the filter leaves. */
    public static List<LogLine> lines(Output output, Reading reading) {
        String filter = reading.filter();
        if (filter.isEmpty()) {
            return output.lines();
        }
        Filtered now = last.next(output, filter);
        last = now;
        return now.lines();
    }

    /** The place of the first line that is not before a cursor. */
    public static int index(List<LogLine> lines, long cursor) {
        int low = 0;
        int high = lines.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lines.get(middle).cursor() < cursor) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether what is seen of a line contains a text, in whatever case of letters. */
    public static boolean contains(LogLine line, String part) {
        return new Sought(part).in(line.text());
    }

    /** Whether a text contains another, in whatever case of letters. */
    public static boolean contains(String text, String part) {
        return new Sought(part).in(text);
    }
}
