package dev.foster.tui.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A line that is written from left to right, and now and then taken back. */
final class StyledLine {
    private static final int TAB = 8;

    private final StringBuilder text;
    private final List<Style> styles = new ArrayList<>();
    private int[] starts = new int[4];

    /** Everything before this place is known to take {@link #measuredColumns}. */
    private int measured;

    private int measuredColumns;

    StyledLine(int capacity) {
        text = new StringBuilder(capacity);
    }

    void append(String from, int start, int end, Style style) {
        run(style);
        text.append(from, start, end);
    }

    void append(int codePoint, Style style) {
        run(style);
        text.appendCodePoint(codePoint);
    }

    private void run(Style style) {
        int runs = styles.size();
        if (runs > 0 && styles.get(runs - 1).equals(style)) {
            return;
        }
        if (runs == starts.length) {
            starts = Arrays.copyOf(starts, runs * 2);
        }
        starts[runs] = text.length();
        styles.add(style);
    }

    /** Goes on at the next column that is a multiple of eight. */
    void tab(Style style) {
        // Only what came since the last tab is measured: many of them must not cost the square.
        measuredColumns += Clusters.width(text.substring(measured));
        int blanks = TAB - measuredColumns % TAB;
        run(style);
        text.repeat(' ', blanks);
        measuredColumns += blanks;
        measured = text.length();
    }

    /** Takes the last character back, with the marks on it. */
    void erase() {
        int start = text.length();
        int codePoint = 0;
        do {
            if (start == 0) {
                break;
            }
            codePoint = text.codePointBefore(start);
            start -= Character.charCount(codePoint);
        } while (Clusters.isMark(codePoint));
        // What it was joined by would join whatever comes next.
        while (start > 0 && text.charAt(start - 1) == Clusters.JOINER) {
            start--;
        }
        if (start < measured) {
            int width = Clusters.width(text.substring(start, Math.min(measured, text.length())));
            measuredColumns = Math.max(0, measuredColumns - width);
            measured = start;
        }
        text.setLength(start);
        while (!styles.isEmpty() && starts[styles.size() - 1] >= start) {
            styles.removeLast();
        }
    }

    void clear() {
        text.setLength(0);
        styles.clear();
        measured = 0;
        measuredColumns = 0;
    }

    Text done() {
        var spans = new ArrayList<Text.Span>(styles.size());
        for (int i = 0; i < styles.size(); i++) {
            int end = i + 1 < styles.size() ? starts[i + 1] : text.length();
            if (end > starts[i]) {
                spans.add(new Text.Span(text.substring(starts[i], end), styles.get(i)));
            }
        }
        return spans.isEmpty() ? Text.EMPTY : new Text(spans);
    }
}
