package dev.foster.tui.frame;

import java.util.ArrayList;
import java.util.List;

/** A line of text in styles. */
public record Text(List<Span> spans) {
    public static final Text EMPTY = new Text(List.of());
    private static final String MORE = "…";

    /** A piece in one style. */
    public record Span(String text, Style style) {}

    public Text {
        spans = List.copyOf(spans);
    }

    public static Text of(String text) {
        return of(text, Style.PLAIN);
    }

    public static Text of(String text, Style style) {
        return text.isEmpty() ? EMPTY : new Text(List.of(new Span(text, style)));
    }

    public Text plus(Text more) {
        var all = new ArrayList<>(spans);
        all.addAll(more.spans);
        return new Text(all);
    }

    public Text plus(String text, Style style) {
        return plus(of(text, style));
    }

    public Text plus(String text) {
        return plus(of(text));
    }

    /** Without its styles. */
    public String plain() {
        if (spans.size() == 1) {
            return spans.getFirst().text();
        }
        var all = new StringBuilder();
        spans.forEach(span -> all.append(span.text()));
        return all.toString();
    }

    /** How many cells it takes. */
    public int width() {
        int sum = 0;
        for (Span span : spans) {
            sum += Clusters.width(span.text());
        }
        return sum;
    }

    /** At most so wide; what does not fit gives way to three dots. */
    public Text fit(int width) {
        if (width() <= width) {
            return this;
        }
        Text start = part(0, Math.max(0, width - 1));
        Style last = start.spans.isEmpty() ? Style.PLAIN : start.spans.getLast().style();
        return width <= 0 ? EMPTY : start.plus(MORE, last);
    }

    /** What stands in the cells from one column up to another. */
    public Text part(int from, int to) {
        var parts = new ArrayList<Span>();
        int column = 0;
        for (Span span : spans) {
            var clusters = new Clusters(span.text());
            var part = new StringBuilder();
            while (column < to && clusters.next()) {
                int end = column + clusters.width();
                if (column >= from && end <= to) {
                    part.append(span.text(), clusters.start(), clusters.end());
                } else if (end > from) {
                    // Half of a wide one is a blank.
                    part.append(' ');
                }
                column = end;
            }
            if (!part.isEmpty()) {
                parts.add(new Span(part.toString(), span.style()));
            }
        }
        return new Text(parts);
    }

    /** The rows it takes in a place so wide; one at least. */
    public List<Text> wrap(int width) {
        int whole = width();
        if (whole <= width || width <= 1) {
            return List.of(this);
        }
        var rows = new ArrayList<Text>();
        var row = new ArrayList<Span>();
        int column = 0;
        for (Span span : spans) {
            var clusters = new Clusters(span.text());
            int begin = 0;
            while (clusters.next()) {
                if (column + clusters.width() > width) {
                    add(row, span.text().substring(begin, clusters.start()), span.style());
                    rows.add(new Text(row));
                    row.clear();
                    begin = clusters.start();
                    column = 0;
                }
                column += clusters.width();
            }
            add(row, span.text().substring(begin), span.style());
        }
        if (!row.isEmpty()) {
            rows.add(new Text(row));
        }
        return rows;
    }

    private static void add(List<Span> row, String text, Style style) {
        if (!text.isEmpty()) {
            row.add(new Span(text, style));
        }
    }
}
