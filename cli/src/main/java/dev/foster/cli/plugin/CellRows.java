package dev.foster.cli.plugin;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells as lines, each column as wide as its widest cell. */
final class CellRows {
    private static final String GAP = "  ";

    private CellRows() {}

    static List<String> of(List<List<String>> rows) {
        int count = rows.getFirst().size();
        int[] widths = new int[count];
        for (List<String> row : rows) {
            for (int i = 0; i < count; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var lines = new ArrayList<String>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < count; i++) {
                line.append(row.get(i));
                line.append(" ".repeat(widths[i] - row.get(i).length())).append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
