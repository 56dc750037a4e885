package dev.foster.tui.frame;

/**
 * Colours as numbers: the terminal's own, its sixteen by name, the 256 of its palette, or any mix
 * of red, green and blue.
 */
public final class Colour {
    /** Whatever the terminal uses when nobody asks for a colour. */
    public static final int DEFAULT = -1;

    public static final int BLACK = 0;
    public static final int RED = 1;
    public static final int GREEN = 2;
    public static final int YELLOW = 3;
    public static final int BLUE = 4;
    public static final int MAGENTA = 5;
    public static final int CYAN = 6;
    public static final int WHITE = 7;
    public static final int GREY = 8;
    public static final int BRIGHT_RED = 9;
    public static final int BRIGHT_GREEN = 10;
    public static final int BRIGHT_YELLOW = 11;
    public static final int BRIGHT_BLUE = 12;
    public static final int BRIGHT_MAGENTA = 13;
    public static final int BRIGHT_CYAN = 14;
    public static final int BRIGHT_WHITE = 15;

    private static final int MIXED = 1 << 24;
    private static final int BYTE = 0xff;

    private Colour() {}

    /** One of the palette, 0 to 255. */
    public static int ofPalette(int number) {
        return number & BYTE;
    }

    public static int mixed(int red, int green, int blue) {
        return MIXED | ((red & BYTE) << 16) | ((green & BYTE) << 8) | (blue & BYTE);
    }

    /** Whether it is a mix, not one of the palette. */
    public static boolean isMixed(int colour) {
        return colour >= MIXED;
    }

    public static int red(int mixed) {
        return (mixed >> 16) & BYTE;
    }

    public static int green(int mixed) {
        return (mixed >> 8) & BYTE;
    }

    public static int blue(int mixed) {
        return mixed & BYTE;
    }
}
