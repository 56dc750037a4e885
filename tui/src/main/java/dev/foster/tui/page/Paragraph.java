package dev.foster.tui.page;

import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;

import java.util.ArrayList;
import java.util.List;

/** Text in rows that end between words where they can. */
final class Paragraph {
    private Paragraph() {}

    /** The rows of a text in one style, the style of its beginning. */
    static List<Text> rows(Text text, int width) {
        if (text.width() <= width || width < 2) {
            return List.of(text);
        }
        Style style = text.spans().getFirst().style();
        return rows(text.plain(), width).stream().map(row -> Text.of(row, style)).toList();
    }

    /** Blanks within a row stay, those where it ends do not. */
    static List<String> rows(String text, int width) {
        var rows = new ArrayList<String>();
        var row = new StringBuilder();
        int column = 0;
        for (String word : text.split("(?<= )(?=[^ ])", -1)) {
            int wide = Clusters.width(word.stripTrailing());
            if (column > 0 && column + wide > width) {
                rows.add(row.toString().stripTrailing());
                row.setLength(0);
                column = 0;
            }
            List<Text> parts = wide > width ? Text.of(word).wrap(width) : List.of(Text.of(word));
            parts.subList(0, parts.size() - 1).forEach(part -> rows.add(part.plain()));
            row.append(parts.getLast().plain());
            column += parts.getLast().width();
        }
        rows.add(row.toString().stripTrailing());
        return rows;
    }
}
