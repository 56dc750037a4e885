package dev.foster.tui.page;

import dev.foster.control.Amounts;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.Shown;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a process says, and in which way it is read. */
final class OutputArea {
    private final Sheet sheet;
    private final ProcessView process;
    private final Reading reading;
    private final Output output;

    OutputArea(Sheet sheet, World world, ProcessView process, Reading reading) {
        this.sheet = sheet;
        this.process = process;
        this.reading = reading;
        this.output = world.output(process.name());
    }

    void draw(Region place) {
        Region area = place.part(0, 1, place.width(), place.height() - 1);
        List<LogLine> lines = Shown.lines(output, reading);
        // At the left a bar marks errors, at the right is the scroll bar.
        var looks = new LineRows(reading, area.width() - 2, area.height(), sheet.zone());
        OutputWindow window = OutputWindow.of(lines, reading, looks, area.height());
        int y = 0;
        for (OutputWindow.Row row : window.rows()) {
            area.write(0, y, LineRows.mark(row.line()));
            area.write(1, y, row.text());
            y++;
        }
        if (lines.isEmpty()) {
            Pages.centred(area, Text.of(silence(), Looks.SOFT));
        }
        int seen = window.last() - window.first() + 1;
        ScrollBar.draw(area, lines.size(), window.first(), seen);
        rule(place.row(0), lines.size(), lines.size() - 1 - window.last());
        sheet.sight(
                new Picture.Sight(
                        area.height(),
                        cursor(lines, window, window.first()),
                        cursor(lines, window, window.last())));
    }

    private static Optional<Long> cursor(List<LogLine> lines, OutputWindow window, int place) {
        return window.rows().isEmpty() ? Optional.empty() : Optional.of(lines.get(place).cursor());
    }

    private String silence() {
        return output.lines().isEmpty() ? "It has said nothing yet." : "No line has this in it.";
    }

    /** The line between what is known and what is said; it tells how that is read. */
    private void rule(Region row, int shown, int below) {
        row.write(0, 0, "─".repeat(row.width()), Looks.SOFT);
        Text left = Text.EMPTY;
        for (Text part : ways(shown)) {
            left = left.spans().isEmpty() ? part : left.plus(" · ", Looks.SOFT).plus(part);
        }
        Text right = Text.EMPTY;
        if (below > 0 && !reading.follows()) {
            right = Text.of(" ▼ " + Brief.count(below, "more line") + " ", Looks.ACCENT.bold());
        }
        int room = row.width() - 4 - right.width();
        row.write(1, 0, Text.of(" ").plus(left.fit(room)).plus(" "));
        row.writeRight(0, right.spans().isEmpty() ? right : right.plus("─", Looks.SOFT));
    }

    private List<Text> ways(int shown) {
        var ways = new ArrayList<Text>();
        ways.add(
                reading.follows()
                        ? Text.of("following", Looks.ACCENT)
                        : Text.of("paused, f follows", Looks.SOFT));
        if (!reading.filter().isEmpty()) {
            int hidden = output.lines().size() - shown;
            ways.add(
                    Text.of("only ", Looks.SOFT)
                            .plus(SafeWords.words(reading.filter()), Looks.STRONG)
                            .plus(", " + hidden + " hidden", Looks.SOFT));
        }
        if (!reading.search().isEmpty()) {
            ways.add(
                    Text.of("search ", Looks.SOFT)
                            .plus(SafeWords.words(reading.search()), Highlight.FOUND));
        }
        if (reading.wrap()) {
            ways.add(Text.of("wrapped", Looks.SOFT));
        } else if (reading.column() > 0) {
            ways.add(Text.of("from column " + (reading.column() + 1), Looks.SOFT));
        }
        if (process.logLostBytes() > 0) {
            String lost = Amounts.bytes(process.logLostBytes()) + " not kept";
            ways.add(Text.of(lost, Looks.DOUBTFUL));
        }
        return ways;
    }
}
