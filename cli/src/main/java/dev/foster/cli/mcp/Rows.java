package dev.foster.cli.mcp;

import dev.foster.cli.TerminalText;

import java.util.ArrayList;
import java.util.List;

/** A table: the first row is its head, and each column is as wide as its widest cell. */
final class Rows {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Rows(String... head) {
        rows.add(List.of(head));
    }

    void add(String... cells) {
        rows.add(List.of(cells).stream().map(TerminalText::line).toList());
    }

    List<String> lines() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            line.append(cell).append(" ".repeat(widths[i] - cell.length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
