package dev.foster.tui.frame;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One picture of the whole screen: a grid of cells. It is drawn through {@link Region}s and not
 * changed any more once it is shown. No cell ever holds a control character, whatever is written.
 */
public final class Frame {
    /** The right half of a wide character. */
    public static final String HALF = "";

    private static final String BLANK = " ";
    private static final String UNPRINTABLE = "?";
    private static final String[] ASCII = new String[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = c < ' ' || c == 0x7f ? UNPRINTABLE : String.valueOf(c);
        }
    }

    /** Where the terminal's own cursor stands. */
    public record Cursor(int x, int y) {}

    private final Size size;
    private final String[] texts;
    private final Style[] styles;
    private Optional<Cursor> cursor = Optional.empty();

    public Frame(Size size) {
        this.size = size;
        int cells = size.width() * size.height();
        this.texts = new String[cells];
        this.styles = new Style[cells];
        Arrays.fill(texts, BLANK);
        Arrays.fill(styles, Style.PLAIN);
    }

    public Size size() {
        return size;
    }

    /** All of it, to draw on. */
    public Region whole() {
        return new Region(this, new Area(0, 0, size.width(), size.height()));
    }

    /** What a cell shows; {@link #HALF} behind a wide character. */
    public String text(int x, int y) {
        return texts[y * size.width() + x];
    }

    public Style style(int x, int y) {
        return styles[y * size.width() + x];
    }

    /**
     * The first column of a row, from one on, in which another frame of this size differs; its
     * width when none does.
     */
    @SuppressWarnings("ReferenceEquality") // most cells hold the very same, which is quick to see
    public int difference(Frame other, int from, int y) {
        int start = y * size.width();
        int end = start + size.width();
        for (int at = start + from; at < end; at++) {
            String text = texts[at];
            Style style = styles[at];
            if ((text != other.texts[at] && !text.equals(other.texts[at]))
                    || (style != other.styles[at] && !style.equals(other.styles[at]))) {
                return at - start;
            }
        }
        return size.width();
    }

    public Optional<Cursor> cursor() {
        return cursor;
    }

    void cursor(int x, int y) {
        cursor = Optional.of(new Cursor(x, y));
    }

    /** Puts a cluster of this width into a cell of the frame; the caller has made sure it fits. */
    void put(int x, int y, String cluster, int width, Style style) {
        int at = y * size.width() + x;
        clear(at, x);
        texts[at] = printable(cluster);
        styles[at] = style;
        if (width == 2) {
            clear(at + 1, x + 1);
            texts[at + 1] = HALF;
            styles[at + 1] = style;
        }
    }

    /** Writing over one half of a wide character takes the other away. */
    private void clear(int at, int x) {
        if (texts[at].isEmpty() && x > 0) {
            texts[at - 1] = BLANK;
        }
        if (x + 1 < size.width() && texts[at + 1].isEmpty()) {
            texts[at + 1] = BLANK;
        }
    }

    void restyle(int x, int y, UnaryOperator<Style> change) {
        int at = y * size.width() + x;
        styles[at] = change.apply(styles[at]);
    }

    private static String printable(String cluster) {
        char first = cluster.charAt(0);
        if (first < ASCII.length && cluster.length() == 1) {
            return ASCII[first];
        }
        if (Character.isISOControl(first)) {
            return UNPRINTABLE;
        }
        return cluster.length() == 1 ? cluster : withoutTurns(cluster);
    }

    /** Without what turns the direction of everything behind it; only what joins may stay. */
    private static String withoutTurns(String cluster) {
        if (cluster.codePoints().noneMatch(Frame::isTurn)) {
            return cluster;
        }
        var rest = new StringBuilder();
        cluster.codePoints().filter(c -> !isTurn(c)).forEach(rest::appendCodePoint);
        return rest.toString();
    }

    private static boolean isTurn(int codePoint) {
        return Character.getType(codePoint) == Character.FORMAT && codePoint != Clusters.JOINER;
    }

    /** Its rows without styles, blanks at their ends cut off. */
    public String plain() {
        var all = new StringBuilder();
        for (int y = 0; y < size.height(); y++) {
            var row = new StringBuilder();
            for (int x = 0; x < size.width(); x++) {
                row.append(text(x, y));
            }
            all.append(row.toString().stripTrailing()).append('\n');
        }
        return all.toString();
    }
}
