package dev.foster.tui.steer;

import dev.foster.tui.state.Command;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.World;

import java.util.List;
import java.util.Optional;

/** Reading what one process said. */
final class OutputReading {
    private final World world;
    private final Picture picture;

    OutputReading(World world, Picture picture) {
        this.world = world;
        this.picture = picture;
    }

    Move read(Ui ui, Command command) {
        return switch (command) {
            case FOLLOW -> Move.to(ui.reading(ui.reading().follows() ? held(ui) : end(ui)));
            case NEXT_MATCH -> match(ui, true, false);
            case PREVIOUS_MATCH -> match(ui, false, false);
            default -> Move.to(ui);
        };
    }

    private static Reading end(Ui ui) {
        return ui.reading().following();
    }

    /** Stays at what is seen now. */
    private Reading held(Ui ui) {
        return picture.sight().first().map(ui.reading()::from).orElse(ui.reading());
    }

    /** To the first line there is, and stays there when older ones come. */
    Move begin(Ui ui) {
        Ui moved = ui.reading(ui.reading().from(0));
        return world.output(ui.selected()).whole()
                ? Move.to(moved)
                : Move.of(moved, new Deed.Older(ui.selected()));
    }

    Move scroll(Ui ui, int by) {
        Output output = world.output(ui.selected());
        List<LogLine> lines = Shown.lines(output, ui.reading());
        if (lines.isEmpty()) {
            return Move.to(ui);
        }
        long wanted = (long) top(ui, lines) + by;
        if (by > 0 && (endIsSeen(lines) || wanted >= lines.size())) {
            return Move.to(ui.reading(end(ui)));
        }
        int index = Math.clamp(wanted, 0, lines.size() - 1);
        Ui moved = ui.reading(ui.reading().from(lines.get(index).cursor()));
        // Before the beginning of what is known there may be more.
        return wanted < 0 && !output.whole()
                ? Move.of(moved, new Deed.Older(ui.selected()))
                : Move.to(moved);
    }

    /** What is seen, which near the end begins before what was asked for. */
    private int top(Ui ui, List<LogLine> lines) {
        return picture.sight()
                .first()
                .or(() -> ui.reading().top())
                .map(cursor -> Shown.index(lines, cursor))
                .orElse(lines.size() - 1);
    }

    private boolean endIsSeen(List<LogLine> lines) {
        return picture.sight().last().filter(last -> last >= lines.getLast().cursor()).isPresent();
    }

    /** Looks for a text, from the last line seen upwards. */
    Move search(Ui ui, String text) {
        Ui searching = ui.reading(ui.reading().search(text));
        return text.isEmpty() ? Move.to(searching) : match(searching, false, true);
    }

    private Move match(Ui ui, boolean down, boolean first) {
        Reading reading = ui.reading();
        if (reading.search().isEmpty()) {
            return Move.to(ui.notice(Optional.of(new Ui.Notice("nothing is searched", false))));
        }
        Output output = world.output(ui.selected());
        List<LogLine> lines = Shown.lines(output, reading);
        int from = start(reading, lines, first);
        int step = down ? 1 : -1;
        int found = find(lines, reading, first ? from : from + step, step);
        if (found < 0 && first) {
            // Above there is nothing; before older lines are fetched, it may stand below.
            found = find(lines, reading, from + 1, 1);
        }
        return found >= 0
                ? Move.to(ui.reading(seen(reading, lines, found)))
                : nothing(ui, output, down);
    }

    /** The next place with what is searched; -1 when there is none. */
    private static int find(List<LogLine> lines, Reading reading, int from, int step) {
        for (int i = from; i >= 0 && i < lines.size(); i += step) {
            if (Shown.contains(lines.get(i), reading.search())) {
                return i;
            }
        }
        return -1;
    }

    private int start(Reading reading, List<LogLine> lines, boolean first) {
        Optional<Long> from = first ? picture.sight().last() : reading.match();
        return from.or(() -> picture.sight().last())
                .map(cursor -> Math.min(Shown.index(lines, cursor), lines.size() - 1))
                .orElse(lines.size() - 1);
    }

    /** A line that is not seen yet comes into the middle. */
    private Reading seen(Reading reading, List<LogLine> lines, int index) {
        long cursor = lines.get(index).cursor();
        Optional<Long> first = picture.sight().first();
        Optional<Long> last = picture.sight().last();
        boolean there =
                first.isPresent()
                        && last.isPresent()
                        && cursor >= first.get()
                        && cursor <= last.get();
        long top =
                there
                        ? first.get()
                        : lines.get(Math.max(0, index - picture.sight().rows() / 2)).cursor();
        return reading.from(top).match(cursor);
    }

    private static Move nothing(Ui ui, Output output, boolean down) {
        boolean further = !down && !output.whole();
        String text = "\"" + ui.reading().search() + "\"";
        Ui told =
                ui.notice(
                        Optional.of(
                                new Ui.Notice(
                                        further
                                                ? "no "
                                                        + text
                                                        + " so far: older lines are being fetched;"
                                                        + " press N again"
                                                : "no " + text + (down ? " below" : " above"),
                                        false)));
        return further ? Move.of(told, new Deed.Older(ui.selected())) : Move.to(told);
    }
}
