package dev.foster.tui.frame;

import org.jspecify.annotations.Nullable;

/**
 * The style a child has asked for so far, by the sequences that select graphic rendition. What is
 * not known is passed over with all its parameters.
 */
final class Rendition {
    private static final int MOST_PARAMETERS = 32;
    private static final int MOST_VALUE = 0xffff;
    private static final int FOREGROUND = 38;
    private static final int BACKGROUND = 48;
    private static final int OF_THE_UNDERLINE = 58;
    private static final int BY_MIX = 2;
    private static final int BY_NUMBER = 5;

    /** Most lines use a few styles again and again. Two threads at once lose at worst an entry. */
    private static final @Nullable Style[] SEEN = new Style[512];

    private final int[] values = new int[MOST_PARAMETERS];

    /** Whether a value belongs to the one before it. */
    private final boolean[] inner = new boolean[MOST_PARAMETERS];

    private int count;
    private int foreground = Colour.DEFAULT;
    private int background = Colour.DEFAULT;
    private int attributes;
    private Style style = Style.PLAIN;

    Style style() {
        return style;
    }

    /** Takes in what stands between the introducer and the {@code m}. */
    void apply(String text, int from, int to) {
        parse(text, from, to);
        int at = 0;
        while (at < count) {
            int code = values[at];
            if (code == FOREGROUND || code == BACKGROUND || code == OF_THE_UNDERLINE) {
                at = colour(code, at);
            } else {
                boolean none = code == 4 && isInner(at + 1) && values[at + 1] == 0;
                one(none ? 24 : code);
                at++;
                while (isInner(at)) {
                    at++;
                }
            }
        }
        style = cached(foreground, background, attributes);
    }

    private void parse(String text, int from, int to) {
        count = 0;
        int value = 0;
        boolean isInner = false;
        for (int i = from; i <= to; i++) {
            char c = i < to ? text.charAt(i) : ';';
            if (c >= '0' && c <= '9') {
                value = Math.min(MOST_VALUE, value * 10 + c - '0');
            } else if (count < MOST_PARAMETERS) {
                values[count] = value;
                inner[count] = isInner;
                count++;
                value = 0;
                isInner = c == ':';
            }
        }
    }

    private boolean isInner(int at) {
        return at < count && inner[at];
    }

    private int value(int at) {
        return at < count ? values[at] : 0;
    }

    /** A colour with its parameters, in the form with colons or in that with semicolons. */
    private int colour(int code, int at) {
        int next = at + 1;
        if (isInner(next)) {
            int end = next;
            while (isInner(end)) {
                end++;
            }
            if (value(next) == BY_NUMBER && end > next + 1) {
                set(code, Colour.ofPalette(value(next + 1)));
            } else if (value(next) == BY_MIX && end >= next + 4) {
                // The full form has the number of a colour space before the three.
                int red = end >= next + 5 ? next + 2 : next + 1;
                set(code, Colour.mixed(value(red), value(red + 1), value(red + 2)));
            }
            return end;
        }
        return switch (value(next)) {
            case BY_NUMBER -> {
                set(code, Colour.ofPalette(value(next + 1)));
                yield next + 2;
            }
            case BY_MIX -> {
                set(code, Colour.mixed(value(next + 1), value(next + 2), value(next + 3)));
                yield next + 4;
            }
            default -> next;
        };
    }

    private void set(int code, int colour) {
        if (code == FOREGROUND) {
            foreground = colour;
        } else if (code == BACKGROUND) {
            background = colour;
        }
    }

    private void one(int code) {
        switch (code) {
            case 0 -> {
                foreground = Colour.DEFAULT;
                background = Colour.DEFAULT;
                attributes = 0;
            }
            case 1 -> attributes |= Style.BOLD;
            case 2 -> attributes |= Style.FAINT;
            case 3 -> attributes |= Style.ITALIC;
            case 4, 21 -> attributes |= Style.UNDERLINE;
            case 7 -> attributes |= Style.REVERSE;
            case 9 -> attributes |= Style.STRUCK;
            case 22 -> attributes &= ~(Style.BOLD | Style.FAINT);
            case 23 -> attributes &= ~Style.ITALIC;
            case 24 -> attributes &= ~Style.UNDERLINE;
            case 27 -> attributes &= ~Style.REVERSE;
            case 29 -> attributes &= ~Style.STRUCK;
            case 39 -> foreground = Colour.DEFAULT;
            case 49 -> background = Colour.DEFAULT;
            default -> oneOfSixteen(code);
        }
    }

    private void oneOfSixteen(int code) {
        int bright = code >= 90 ? Colour.GREY : 0;
        int number = code % 10;
        if (number > Colour.WHITE) {
            return;
        }
        switch (code - number) {
            case 30, 90 -> foreground = number + bright;
            case 40, 100 -> background = number + bright;
            default -> {
                // Something new: it must not look like anything else.
            }
        }
    }

    private static Style cached(int foreground, int background, int attributes) {
        int hash = (foreground * 31 + background) * 31 + attributes;
        int at = (hash ^ (hash >>> 16)) & (SEEN.length - 1);
        @Nullable Style seen = SEEN[at];
        if (seen != null
                && seen.foreground() == foreground
                && seen.background() == background
                && seen.attributes() == attributes) {
            return seen;
        }
        var style = new Style(foreground, background, attributes);
        SEEN[at] = style;
        return style;
    }
}
