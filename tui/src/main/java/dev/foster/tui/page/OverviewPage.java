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

/** The table of all processes. */
final class OverviewPage {
    private static final int LOWEST_PREVIEW = 6;

    private OverviewPage() {}

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        Region rest = problems(body, world);
        if (world.processes().isEmpty()) {
            Pages.centred(
                    rest,
                    Text.of("This project has no processes; foster.yaml names them.", Looks.SOFT));
            return;
        }
        List<ProcessView> shown = Shown.processes(world, ui);
        if (!ui.find().isEmpty()) {
            Region row = rest.row(rest.height() - 1);
            found(row, ui.find(), shown.size(), world.processes().size());
            rest = rest.part(0, 0, rest.width(), rest.height() - 1);
        }
        if (shown.isEmpty()) {
            Pages.centred(rest, Text.of("No process has this in its name.", Looks.SOFT));
            return;
        }
        int left = preview(sheet, rest, world, ui, shown.size());
        table(sheet, rest.part(0, 0, rest.width(), rest.height() - left), world, ui, shown);
    }

    /**
     * Where the table leaves room, there is what the selected process says last; the result is how
     * many rows that takes.
     */
    private static int preview(Sheet sheet, Region place, World world, Ui ui, int rows) {
        int left = place.height() - rows - 2;
        Optional<ProcessView> selected = world.process(ui.selected());
        if (left < LOWEST_PREVIEW || selected.isEmpty()) {
            return 0;
        }
        Region below = place.part(0, place.height() - left, place.width(), left);
        new Panel(world, selected.get()).draw(below);
        sheet.clickable(below, new Picture.Target.Row(ui.selected()));
        return left;
    }

    private static void table(
            Sheet sheet, Region place, World world, Ui ui, List<ProcessView> shown) {
        // The last column is for the scroll bar.
        var table = new OverviewTable(world, ui, shown, place.width() - 1);
        table.heads(place.row(0));
        Region list = place.part(0, 1, place.width(), place.height() - 1);
        int rows = list.height();
        int selected = 0;
        for (int i = 0; i < shown.size(); i++) {
            selected = shown.get(i).name().equals(ui.selected()) ? i : selected;
        }
        int first = Math.clamp(selected - rows / 2, 0, Math.max(0, shown.size() - rows));
        for (int y = 0; y < Math.min(rows, shown.size() - first); y++) {
            ProcessView process = shown.get(first + y);
            Region row = list.part(0, y, list.width() - 1, 1);
            table.row(row, process);
            sheet.clickable(row, new Picture.Target.Row(process.name()));
        }
        ScrollBar.draw(list, shown.size(), first, rows);
        sheet.sight(new Picture.Sight(rows, Optional.empty(), Optional.empty()));
    }

    /** What the daemon itself has to complain about. */
    private static Region problems(Region body, World world) {
        List<String> problems =
                world.project().map(project -> project.problems()).orElse(List.of());
        int most = Math.max(1, body.height() / 4);
        int rows = Math.min(most, problems.size());
        for (int y = 0; y < rows; y++) {
            Text text = Text.of("▲ " + SafeWords.words(problems.get(y)), Looks.DOUBTFUL);
            body.write(1, y, text.fit(body.width() - 2));
        }
        return body.part(0, rows, body.width(), body.height() - rows);
    }

    private static void found(Region row, String find, int count, int all) {
        Text text =
                Text.of("name has ", Looks.SOFT)
                        .plus(SafeWords.words(find), Highlight.FOUND)
                        .plus("  " + count + " of " + all + " · Esc shows all", Looks.SOFT);
        row.write(1, 0, text.fit(row.width() - 2));
    }
}
