package dev.foster.tui.page;

import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Columns for things of a kind, as many as there is room for. */
final class Columns<T> {
    private static final int GAP = 2;
    private static final int WIDEST = 44;
    private static final int NARROWEST = 8;

    /**
     * A column; the first is cut where nothing else can give way.
     *
     * @param rank the highest gives way first; 0 never
     */
    record Column<T>(String head, boolean right, int rank, Function<T, Text> cell) {}

    private final List<Column<T>> columns;
    private final List<Integer> widths = new ArrayList<>();

    Columns(List<Column<T>> all, List<T> things, int width) {
        this.columns = new ArrayList<>(all);
        for (Column<T> column : columns) {
            int widest = column.head().length();
            for (T thing : things) {
                widest = Math.max(widest, column.cell().apply(thing).width());
            }
            widths.add(Math.min(WIDEST, widest));
        }
        while (total() > width && columns.size() > 1) {
            int least = least();
            columns.remove(least);
            widths.remove(/* index */ least);
        }
        int over = Math.max(0, total() - width);
        widths.set(0, Math.max(Math.min(NARROWEST, width), widths.getFirst() - over));
    }

    private int least() {
        int least = columns.size() - 1;
        for (int i = 0; i < columns.size(); i++) {
            least = columns.get(i).rank() > columns.get(least).rank() ? i : least;
        }
        return least;
    }

    private int total() {
        int total = -GAP;
        for (int width : widths) {
            total += width + GAP;
        }
        return total;
    }

    void heads(Region row) {
        int x = 0;
        for (int i = 0; i < columns.size(); i++) {
            x = cell(row, x, i, Text.of(columns.get(i).head(), Looks.SOFT));
        }
    }

    void row(Region row, T thing) {
        int x = 0;
        for (int i = 0; i < columns.size(); i++) {
            x = cell(row, x, i, columns.get(i).cell().apply(thing));
        }
    }

    private int cell(Region row, int x, int column, Text text) {
        int width = widths.get(column);
        Region cell = row.part(x, 0, width, 1);
        if (columns.get(column).right()) {
            cell.writeRight(0, text.fit(width));
        } else {
            cell.write(0, 0, text.fit(width));
        }
        return x + width + GAP;
    }
}
