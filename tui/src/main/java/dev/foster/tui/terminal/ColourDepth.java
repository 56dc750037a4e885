package dev.foster.tui.terminal;

import dev.foster.tui.frame.Colour;

import java.util.Locale;
import java.util.Map;

/** How many colours a terminal has. */
public enum ColourDepth {
    NONE,
    SIXTEEN,
    PALETTE,
    TRUE;

    private static final int FIRST_OF_CUBE = 16;
    private static final int FIRST_GREY = 232;
    private static final int GREYS = 24;
    private static final int[] LEVELS = {0, 95, 135, 175, 215, 255};

    /** What the environment says about it; {@code FOSTER_COLOR} has the last word. */
    public static ColourDepth of(Map<String, String> environment) {
        switch (environment.getOrDefault("FOSTER_COLOR", "").toLowerCase(Locale.ROOT)) {
            case "none" -> {
                return NONE;
            }
            case "16" -> {
                return SIXTEEN;
            }
            case "256" -> {
                return PALETTE;
            }
            case "true" -> {
                return TRUE;
            }
            default -> {
                // Then it is for others to say.
            }
        }
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return NONE;
        }
        String colours = environment.getOrDefault("COLORTERM", "").toLowerCase(Locale.ROOT);
        String terminal = environment.getOrDefault("TERM", "");
        if (colours.equals("truecolor") || colours.equals("24bit") || terminal.contains("direct")) {
            return TRUE;
        }
        return terminal.contains("256color") ? PALETTE : SIXTEEN;
    }

    /** The nearest colour this terminal has. */
    int nearest(int colour) {
        if (colour == Colour.DEFAULT) {
            return colour;
        }
        return switch (this) {
            case NONE -> Colour.DEFAULT;
            case SIXTEEN -> colour < FIRST_OF_CUBE ? colour : ofSixteen(mixed(colour));
            case PALETTE -> Colour.isMixed(colour) ? ofPalette(colour) : colour;
            case TRUE -> colour;
        };
    }

    /** One of the palette beyond the sixteen, as a mix. */
    private static int mixed(int colour) {
        if (Colour.isMixed(colour)) {
            return colour;
        }
        if (colour >= FIRST_GREY) {
            int level = grey(colour - FIRST_GREY);
            return Colour.mixed(level, level, level);
        }
        int place = colour - FIRST_OF_CUBE;
        return Colour.mixed(LEVELS[place / 36], LEVELS[place / 6 % 6], LEVELS[place % 6]);
    }

    private static int grey(int step) {
        return 8 + 10 * step;
    }

    private static int ofPalette(int mixed) {
        int red = Colour.red(mixed);
        int green = Colour.green(mixed);
        int blue = Colour.blue(mixed);
        int r = level(red);
        int g = level(green);
        int b = level(blue);
        int step = Math.clamp(((red + green + blue) / 3 - 3) / 10, 0, GREYS - 1);
        int cube = distance(mixed, LEVELS[r], LEVELS[g], LEVELS[b]);
        int grey = distance(mixed, grey(step), grey(step), grey(step));
        return grey < cube ? FIRST_GREY + step : FIRST_OF_CUBE + 36 * r + 6 * g + b;
    }

    private static int level(int value) {
        int nearest = 0;
        for (int i = 1; i < LEVELS.length; i++) {
            if (Math.abs(LEVELS[i] - value) < Math.abs(LEVELS[nearest] - value)) {
                nearest = i;
            }
        }
        return nearest;
    }

    private static int distance(int mixed, int red, int green, int blue) {
        int r = Colour.red(mixed) - red;
        int g = Colour.green(mixed) - green;
        int b = Colour.blue(mixed) - blue;
        // The eye sees a difference of green best and one of blue least.
        return 3 * r * r + 4 * g * g + 2 * b * b;
    }

    /**
     * People choose the sixteen themselves, so their exact mix is unknown: the hue decides, then
     * how bright it is.
     */
    private static int ofSixteen(int mixed) {
        int red = Colour.red(mixed);
        int green = Colour.green(mixed);
        int blue = Colour.blue(mixed);
        int most = Math.max(red, Math.max(green, blue));
        int least = Math.min(red, Math.min(green, blue));
        if (most - least < 40 || most < 60) {
            return ofGreys((most + least) / 2);
        }
        int middle = (most + least) / 2;
        int hue = (red > middle ? 1 : 0) | (green > middle ? 2 : 0) | (blue > middle ? 4 : 0);
        return most > 215 ? hue + Colour.GREY : hue;
    }

    private static int ofGreys(int level) {
        if (level < 64) {
            return Colour.BLACK;
        }
        if (level < 160) {
            return Colour.GREY;
        }
        return level < 240 ? Colour.WHITE : Colour.BRIGHT_WHITE;
    }
}
