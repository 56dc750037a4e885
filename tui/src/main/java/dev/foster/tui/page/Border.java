package dev.foster.tui.page;

import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;

/** A line around something. */
enum Border {
    ROUND("╭", "╮", "╰", "╯", "─", "│"),
    /** For the one where the person is. */
    THICK("┏", "┓", "┗", "┛", "━", "┃");

    /** The corners, and a blank at either side of what stands in the line. */
    private static final int AROUND = 4;

    private final String topLeft;
    private final String topRight;
    private final String bottomLeft;
    private final String bottomRight;
    private final String across;
    private final String down;

    Border(
            String topLeft,
            String topRight,
            String bottomLeft,
            String bottomRight,
            String across,
            String down) {
        this.topLeft = topLeft;
        this.topRight = topRight;
        this.bottomLeft = bottomLeft;
        this.bottomRight = bottomRight;
        this.across = across;
        this.down = down;
    }

    /** Draws it along the edges of a place; the result is what lies inside. */
    Region around(Region place, Style style) {
        int right = place.width() - 1;
        int bottom = place.height() - 1;
        if (right < 1 || bottom < 1) {
            return place.part(0, 0, 0, 0);
        }
        String line = across.repeat(right - 1);
        place.write(0, 0, topLeft + line + topRight, style);
        for (int y = 1; y < bottom; y++) {
            place.write(0, y, down, style);
            place.write(right, y, down, style);
        }
        place.write(0, bottom, bottomLeft + line + bottomRight, style);
        return place.part(1, 1, right - 1, bottom - 1);
    }

    /** Writes into the upper or lower line, at the left; the result is how many cells it took. */
    static int left(Region place, int y, Text text, int most) {
        int room = Math.min(most, place.width() - AROUND);
        if (room < 1 || text.spans().isEmpty()) {
            return 0;
        }
        Text fit = Text.of(" ").plus(text.fit(room)).plus(" ");
        place.write(1, y, fit);
        return fit.width();
    }

    /** The same at the right. */
    static int right(Region place, int y, Text text) {
        if (text.spans().isEmpty() || text.width() > place.width() - AROUND) {
            return 0;
        }
        Text padded = Text.of(" ").plus(text).plus(" ");
        place.write(place.width() - 1 - padded.width(), y, padded);
        return padded.width();
    }
}
