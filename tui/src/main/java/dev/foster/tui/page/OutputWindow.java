package dev.foster.tui.page;

import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.Shown;
import dev.foster.tui.world.LogLine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The part of an output that is seen. Only those lines are looked at: there may be very many.
 *
 * @param rows from top to bottom
 * @param first the place of the first line seen from its beginning
 * @param last the place of the last line seen; before the first if there is none
 */
record OutputWindow(List<Row> rows, int first, int last) {

    record Row(LogLine line, Text text) {}

    static OutputWindow of(List<LogLine> lines, Reading reading, LineRows looks, int height) {
        if (lines.isEmpty() || height < 1) {
            return new OutputWindow(List.of(), 0, -1);
        }
        if (reading.top().isPresent()) {
            OutputWindow held = from(lines, reading.top().get(), looks, height);
            // Near the end there may be too little to fill the place: then the end is what is seen.
            if (held.rows.size() == height) {
                return held;
            }
        }
        return end(lines, looks, height);
    }

    private static OutputWindow from(List<LogLine> lines, long top, LineRows looks, int height) {
        int first = Shown.index(lines, top);
        var rows = new ArrayList<Row>();
        int next = first;
        while (next < lines.size() && rows.size() < height) {
            LogLine line = lines.get(next++);
            for (Text text : looks.of(line)) {
                if (rows.size() < height) {
                    rows.add(new Row(line, text));
                }
            }
        }
        return new OutputWindow(rows, first, next - 1);
    }

    private static OutputWindow end(List<LogLine> lines, LineRows looks, int height) {
        var upwards = new ArrayList<Row>();
        int last = lines.size() - 1;
        int first = last;
        for (int next = last; next >= 0 && upwards.size() < height; next--) {
            LogLine line = lines.get(next);
            List<Text> texts = looks.of(line);
            for (Text text : texts.reversed()) {
                if (upwards.size() < height) {
                    upwards.add(new Row(line, text));
                    first = next;
                }
            }
            boolean whole = upwards.size() < height || texts.size() == 1;
            first = whole ? next : Math.min(next + 1, last);
        }
        Collections.reverse(upwards);
        return new OutputWindow(upwards, first, last);
    }
}
