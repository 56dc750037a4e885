package dev.foster.tui.state;

import dev.foster.control.ProcessView;
import dev.foster.tui.world.Line;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.World;

import java.util.List;
import java.util.Optional;

/** What of the world a person has chosen to see. */
public final class Shown {
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

    /** The lines that the filter leaves. */
    public static List<Line> lines(Output output, Reading reading) {
        return reading.filter().isEmpty()
                ? output.lines()
                : output.lines().stream()
                        .filter(line -> contains(line.text(), reading.filter()))
                        .toList();
    }

    /** The place of the first line that is not before a cursor. */
    public static int index(List<Line> lines, long cursor) {
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

    /** Whether a text contains another, in whatever case of letters. */
    public static boolean contains(String text, String part) {
        int last = text.length() - part.length();
        if (part.isEmpty()) {
            return true;
        }
        char first = Character.toLowerCase(part.charAt(0));
        for (int i = 0; i <= last; i++) {
            if (Character.toLowerCase(text.charAt(i)) == first
                    && text.regionMatches(true, i, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }
}
