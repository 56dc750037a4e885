package dev.foster.tui.page;

import dev.foster.tui.frame.Region;

/**
 * Places for a number of panels, in rows that fill a place.
 *
 * @param rows all of them
 * @param seen how many of the rows there is room for
 */
record Grid(int count, int columns, int rows, int seen) {
    private static final int NARROWEST = 20;
    private static final int LOWEST = 4;

    /** A panel is easy to read when it is this many times as wide as it is high. */
    private static final double SHAPE = 4.5;

    /** The one with the best shape; if they do not all fit, the one that shows most of them. */
    static Grid of(int count, int width, int height) {
        int most = Math.clamp(width / NARROWEST, 1, count);
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int columns = 1; columns <= most; columns++) {
            int rows = (count + columns - 1) / columns;
            double wide = (double) width / columns;
            double high = (double) height / rows;
            double empty = (double) (columns * rows - count) / count;
            double penalty = Math.abs(Math.log(wide / high / SHAPE)) + empty;
            if (high >= LOWEST && penalty < least) {
                least = penalty;
                best = columns;
            }
        }
        if (best > 0) {
            int rows = (count + best - 1) / best;
            return new Grid(count, best, rows, rows);
        }
        int rows = (count + most - 1) / most;
        // One row of the place tells how many there are beyond.
        return new Grid(count, most, rows, Math.max(1, (height - 1) / LOWEST));
    }

    boolean scrolls() {
        return seen < rows;
    }

    /** The first row to show, so that a panel is seen. */
    int firstRow(int selected) {
        return Math.clamp(selected / columns - seen / 2, 0, Math.max(0, rows - seen));
    }

    /** Where a panel is drawn. Those of a last row that is not full share its width. */
    Region cell(Region place, int index, int firstRow) {
        int row = index / columns;
        int column = index % columns;
        int inRow = Math.min(columns, count - row * columns);
        int left = place.width() * column / inRow;
        int right = place.width() * (column + 1) / inRow;
        int top = place.height() * (row - firstRow) / seen;
        int bottom = place.height() * (row - firstRow + 1) / seen;
        return place.part(left, top, right - left, bottom - top);
    }
}
