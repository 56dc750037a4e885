package dev.foster.tui.frame;

/**
 * How a cell looks.
 *
 * @param foreground a {@link Colour}
 * @param background a {@link Colour}
 * @param attributes bits: {@link #BOLD} and its like
 */
public record Style(int foreground, int background, int attributes) {
    public static final int BOLD = 1;
    public static final int FAINT = 2;
    public static final int ITALIC = 4;
    public static final int UNDERLINE = 8;
    public static final int REVERSE = 16;
    public static final int STRUCK = 32;

    public static final Style PLAIN = new Style(Colour.DEFAULT, Colour.DEFAULT, 0);

    /** Plain but for the colour of the letters. */
    public static Style of(int foreground) {
        return PLAIN.in(foreground);
    }

    public Style in(int colour) {
        return new Style(colour, background, attributes);
    }

    public Style on(int colour) {
        return new Style(foreground, colour, attributes);
    }

    public Style bold() {
        return with(BOLD);
    }

    public Style faint() {
        return with(FAINT);
    }

    public Style underline() {
        return with(UNDERLINE);
    }

    public Style reverse() {
        return with(REVERSE);
    }

    public Style with(int more) {
        return new Style(foreground, background, attributes | more);
    }

    public Style without(int fewer) {
        return new Style(foreground, background, attributes & ~fewer);
    }

    public boolean has(int attribute) {
        return (attributes & attribute) != 0;
    }
}
