package dev.foster.tui.page;

import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.List;
import java.util.Optional;

/** What all of the processes say, side by side. */
final class PanelsPage {
    private PanelsPage() {}

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        List<ProcessView> panels = Shown.processes(world, ui);
        if (panels.isEmpty()) {
            Pages.centred(body, Text.of("There is no process to show.", Looks.SOFT));
            return;
        }
        int selected = 0;
        for (int i = 0; i < panels.size(); i++) {
            selected = panels.get(i).name().equals(ui.selected()) ? i : selected;
        }
        if (ui.zoomed()) {
            panel(sheet, body, world, ui, panels.get(selected), selected);
            return;
        }
        Grid grid = Grid.of(panels.size(), body.width(), body.height());
        int first = grid.firstRow(selected);
        Region place = body;
        int hidden = panels.size() - grid.columns() * (first + grid.seen());
        if (grid.scrolls()) {
            more(body.row(body.height() - 1), first * grid.columns(), Math.max(0, hidden));
            place = body.part(0, 0, body.width(), body.height() - 1);
        }
        for (int i = first * grid.columns();
                i < Math.min(panels.size(), (first + grid.seen()) * grid.columns());
                i++) {
            Region cell = grid.cell(place, i, first);
            panel(sheet, cell, world, ui, panels.get(i), i);
        }
        sheet.sight(new Picture.Sight(grid.seen(), Optional.empty(), Optional.empty()));
    }

    private static void panel(
            Sheet sheet, Region place, World world, Ui ui, ProcessView process, int index) {
        boolean focused = process.name().equals(ui.selected());
        boolean marked = ui.marked().contains(process.name());
        new Panel(world, process, index, focused, marked).draw(place);
        sheet.clickable(place, new Picture.Target.Row(process.name()));
    }

    private static void more(Region row, int above, int below) {
        if (above > 0) {
            row.write(1, 0, "▲ " + above + " more above", Looks.SOFT);
        }
        if (below > 0) {
            row.writeRight(0, Text.of("▼ " + below + " more below ", Looks.SOFT));
        }
    }
}
