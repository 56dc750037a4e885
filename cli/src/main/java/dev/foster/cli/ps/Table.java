package dev.foster.cli.ps;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** Things as a table. What does not fit is left out, the least needed first. */
final class Table<T> {
    private static final String GAP = "  ";
    private static final int SHORTEST_NAME = 8;

    /**
     * A column; the first one has names, and is cut where nothing else can be left out.
     *
     * @param rank the highest is left out first; 0 never
     * @param paint gives a cell its colour
     */
    record Column<T>(
            String head,
            boolean right,
            int rank,
            Function<T, String> cell,
            Function<T, Function<String, String>> paint) {

        static <T> Column<T> left(String head, int rank, Function<T, String> cell) {
            return new Column<>(head, false, rank, cell, _ -> Function.identity());
        }

        static <T> Column<T> right(String head, int rank, Function<T, String> cell) {
            return new Column<>(head, true, rank, cell, _ -> Function.identity());
        }

        Column<T> painted(Function<T, Function<String, String>> wanted) {
            return new Column<>(head, right, rank, cell, wanted);
        }
    }

    private final List<Column<T>> all;
    private final OptionalInt width;

    Table(List<Column<T>> columns, OptionalInt width) {
        this.all = columns;
        this.width = width;
    }

    List<String> lines(List<T> rows) {
        var columns = new ArrayList<>(all);
        int limit = width.orElse(Integer.MAX_VALUE);
        while (total(columns, rows) > limit && columns.size() > 2) {
            columns.remove(leastNeeded(columns));
        }
        int overflow = Math.max(0, total(columns, rows) - limit);
        int nameWidth = Math.max(SHORTEST_NAME, widest(columns.getFirst(), rows) - overflow);
        var lines = new ArrayList<String>();
        lines.add(line(columns, rows, nameWidth, Column::head, _ -> Function.identity()));
        for (T row : rows) {
            lines.add(
                    line(
                            columns,
                            rows,
                            nameWidth,
                            column -> column.cell().apply(row),
                            column -> column.paint().apply(row)));
        }
        return lines;
    }

    private static <T> Column<T> leastNeeded(List<Column<T>> columns) {
        Column<T> least = columns.getFirst();
        for (Column<T> column : columns) {
            least = column.rank() > least.rank() ? column : least;
        }
        return least;
    }

    private static <T> int total(List<Column<T>> columns, List<T> rows) {
        int cells = columns.stream().mapToInt(column -> widest(column, rows)).sum();
        return cells + GAP.length() * (columns.size() - 1);
    }

    private static <T> int widest(Column<T> column, List<T> rows) {
        return Math.max(
                column.head().length(),
                rows.stream().mapToInt(row -> column.cell().apply(row).length()).max().orElse(0));
    }

    private static <T> String line(
            List<Column<T>> columns,
            List<T> rows,
            int nameWidth,
            Function<Column<T>, String> cell,
            Function<Column<T>, Function<String, String>> paint) {
        var line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            Column<T> column = columns.get(i);
            int columnWidth = i == 0 ? nameWidth : widest(column, rows);
            String text = cut(cell.apply(column), columnWidth);
            String space = " ".repeat(columnWidth - text.length());
            String padded = column.right() ? space + text : text + space;
            boolean last = i == columns.size() - 1;
            String shown = last ? padded.stripTrailing() : padded + GAP;
            line.append(paint.apply(column).apply(shown));
        }
        return line.toString();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
