package dev.foster.tui.page;

import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.List;
import java.util.Optional;

/** One process: how it is, what it says, and what is known about it. */
final class ProcessPage {
    /** From this width on, what is known stands beside the output. */
    private static final int WIDE = 100;

    private static final int WIDEST_FACTS = 56;

    /** Below this height there is room for the output alone. */
    private static final int ROOMY = 14;

    private ProcessPage() {}

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        Optional<ProcessView> found = world.process(ui.selected());
        if (found.isEmpty()) {
            Pages.centred(
                    body,
                    Text.of(
                            ui.selected().isEmpty()
                                    ? "No process is selected."
                                    : "There is no process " + SafeWords.words(ui.selected()) + ".",
                            Looks.SOFT));
            return;
        }
        ProcessView process = found.get();
        ProcessSummary.draw(body.row(0), world, process);
        Region rest = body.part(0, 1, body.width(), body.height() - 1);
        var output = new OutputArea(sheet, world, process, ui.reading());
        if (!ui.reading().facts()) {
            output.draw(rest);
        } else if (body.width() >= WIDE) {
            int facts = Math.min(WIDEST_FACTS, body.width() * 2 / 5);
            int left = rest.width() - facts;
            output.draw(rest.part(0, 0, left, rest.height()));
            beside(rest.part(left, 0, facts, rest.height()), world, process);
        } else {
            output.draw(above(rest, world, process));
        }
    }

    private static void beside(Region place, World world, ProcessView process) {
        for (int y = 1; y < place.height(); y++) {
            place.write(0, y, "│", Looks.SOFT);
        }
        place.write(0, 0, "┬" + "─".repeat(Math.max(0, place.width() - 1)), Looks.SOFT);
        Region inside = place.part(2, 1, place.width() - 3, place.height() - 1);
        List<Text> rows = new FactLines(world, process).rows(inside.width(), 4);
        for (int y = 0; y < Math.min(rows.size(), inside.height()); y++) {
            boolean cut = y == inside.height() - 1 && rows.size() > inside.height();
            inside.write(
                    0,
                    y,
                    cut
                            ? Text.of((rows.size() - y) + " more lines", Looks.SOFT)
                            : rows.get(y).fit(inside.width()));
        }
    }

    /** The result is what is left for the output. */
    private static Region above(Region rest, World world, ProcessView process) {
        if (rest.height() < ROOMY) {
            return rest;
        }
        List<Text> rows = new FactLines(world, process).rows(rest.width() - 2, 1);
        int height = Math.min(rows.size(), rest.height() / 3);
        for (int y = 0; y < height; y++) {
            rest.write(1, y, rows.get(y).fit(rest.width() - 2));
        }
        return rest.part(0, height, rest.width(), rest.height() - height);
    }
}
