package dev.foster.tui.frame;

import java.util.function.UnaryOperator;

/** A part of a frame. Nothing that is written to it appears outside. */
public final class Region {
    private final Frame frame;
    private final Area area;

    Region(Frame frame, Area area) {
        this.frame = frame;
        this.area = area;
    }

    /** Where it lies in the frame. */
    public Area area() {
        return area;
    }

    public int width() {
        return area.width();
    }

    public int height() {
        return area.height();
    }

    /** A part of it, cut to fit. */
    public Region part(int x, int y, int width, int height) {
        int left = Math.clamp(x, 0, area.width());
        int top = Math.clamp(y, 0, area.height());
        int right = Math.clamp((long) x + width, left, area.width());
        int bottom = Math.clamp((long) y + height, top, area.height());
        return new Region(
                frame, new Area(area.x() + left, area.y() + top, right - left, bottom - top));
    }

    public Region row(int y) {
        return part(0, y, area.width(), 1);
    }

    /** Writes from a column on, as far as there is room; the result is the column behind it. */
    public int write(int x, int y, Text text) {
        int column = x;
        for (Text.Span span : text.spans()) {
            column = write(column, y, span.text(), span.style());
        }
        return column;
    }

    public int write(int x, int y, String text, Style style) {
        if (y < 0 || y >= area.height()) {
            return x;
        }
        int column = x;
        var clusters = new Clusters(text);
        while (column < area.width() && clusters.next()) {
            int width = clusters.width();
            if (width > 0 && column >= 0 && column + width <= area.width()) {
                frame.put(area.x() + column, area.y() + y, clusters.cluster(), width, style);
            }
            column += width;
        }
        return column;
    }

    /** Writes so that the text ends at the right edge. */
    public void writeRight(int y, Text text) {
        write(area.width() - text.width(), y, text);
    }

    /** Makes all of it blank in a style. */
    public void fill(Style style) {
        for (int y = 0; y < area.height(); y++) {
            for (int x = 0; x < area.width(); x++) {
                frame.put(area.x() + x, area.y() + y, " ", 1, style);
            }
        }
    }

    /** Changes how what stands there looks, not what it is. */
    public void restyle(int x, int y, int width, UnaryOperator<Style> change) {
        for (int column = Math.max(0, x); column < Math.min(area.width(), x + width); column++) {
            if (y >= 0 && y < area.height()) {
                frame.restyle(area.x() + column, area.y() + y, change);
            }
        }
    }

    /** Draws a border with a title; the result is what lies inside. */
    public Region box(Text title, Style border) {
        if (area.width() < 2 || area.height() < 2) {
            return part(0, 0, 0, 0);
        }
        int right = area.width() - 1;
        int bottom = area.height() - 1;
        String line = "─".repeat(right - 1);
        write(0, 0, "╭" + line + "╮", border);
        for (int y = 1; y < bottom; y++) {
            write(0, y, "│", border);
            write(right, y, "│", border);
        }
        write(0, bottom, "╰" + line + "╯", border);
        if (!title.spans().isEmpty() && area.width() > 6) {
            part(2, 0, area.width() - 4, 1).write(0, 0, title.fit(area.width() - 4));
        }
        return part(1, 1, right - 1, bottom - 1);
    }

    /** Shows the terminal's own cursor here. */
    public void cursor(int x, int y) {
        if (x >= 0 && x < area.width() && y >= 0 && y < area.height()) {
            frame.cursor(area.x() + x, area.y() + y);
        }
    }
}
