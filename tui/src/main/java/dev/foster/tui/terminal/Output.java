package dev.foster.tui.terminal;

import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Style;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One update of a terminal while it is put together. Its buffer is used again. */
final class Output {
    private static final String INTRODUCER = "\033[";
    private static final int[] ATTRIBUTES = {
        Style.BOLD, Style.FAINT, Style.ITALIC, Style.UNDERLINE, Style.REVERSE, Style.STRUCK
    };
    private static final int[] ATTRIBUTE_CODES = {1, 2, 3, 4, 7, 9};
    private static final int FOREGROUND = 30;
    private static final int BACKGROUND = 40;

    private final ColourDepth depth;
    private final StringBuilder buffer = new StringBuilder(1 << 14);

    /** The style in force, as it was asked for, and as this terminal can show it. */
    private Style asked = Style.PLAIN;

    private int foreground = Colour.DEFAULT;
    private int background = Colour.DEFAULT;
    private int attributes;

    Output(ColourDepth depth) {
        this.depth = depth;
    }

    void reset() {
        buffer.setLength(0);
        buffer.append(TerminalCodes.BEGIN_UPDATE).append(TerminalCodes.HIDE_CURSOR);
        plain();
    }

    int length() {
        return buffer.length();
    }

    void clearAll() {
        buffer.append(TerminalCodes.PLAIN).append(TerminalCodes.CLEAR);
    }

    void clearToEndOfLine() {
        style(Style.PLAIN);
        buffer.append(TerminalCodes.CLEAR_TO_END_OF_LINE);
    }

    void text(String text) {
        buffer.append(text);
    }

    void move(int x, int y) {
        buffer.append(INTRODUCER).append(y + 1).append(';').append(x + 1).append('H');
    }

    void forward(int columns) {
        buffer.append(INTRODUCER);
        if (columns > 1) {
            buffer.append(columns);
        }
        buffer.append('C');
    }

    /** Whether this style is in force. */
    @SuppressWarnings("ReferenceEquality") // most neighbours have the very same, quick to see
    boolean has(Style style) {
        return asked == style || asked.equals(style);
    }

    void style(Style style) {
        if (has(style)) {
            return;
        }
        asked = style;
        int nextForeground = depth.nearest(style.foreground());
        int nextBackground = depth.nearest(style.background());
        int nextAttributes = style.attributes();
        if (nextForeground == foreground
                && nextBackground == background
                && nextAttributes == attributes) {
            return;
        }
        int begin = buffer.length();
        if ((attributes & ~nextAttributes) != 0) {
            code(begin, 0);
            foreground = Colour.DEFAULT;
            background = Colour.DEFAULT;
            attributes = 0;
        }
        for (int i = 0; i < ATTRIBUTES.length; i++) {
            if ((nextAttributes & ~attributes & ATTRIBUTES[i]) != 0) {
                code(begin, ATTRIBUTE_CODES[i]);
            }
        }
        if (nextForeground != foreground) {
            colour(begin, FOREGROUND, nextForeground);
        }
        if (nextBackground != background) {
            colour(begin, BACKGROUND, nextBackground);
        }
        if (buffer.length() > begin) {
            buffer.append('m');
        }
        foreground = nextForeground;
        background = nextBackground;
        attributes = nextAttributes;
    }

    private void code(int begin, int code) {
        if (buffer.length() == begin) {
            buffer.append(INTRODUCER);
        } else {
            buffer.append(';');
        }
        buffer.append(code);
    }

    private void colour(int begin, int plane, int colour) {
        if (colour == Colour.DEFAULT) {
            code(begin, plane + 9);
        } else if (colour < Colour.GREY) {
            code(begin, plane + colour);
        } else if (colour <= Colour.BRIGHT_WHITE) {
            code(begin, plane + 60 + colour - Colour.GREY);
        } else if (Colour.isMixed(colour)) {
            code(begin, plane + 8);
            buffer.append(";2;").append(Colour.red(colour));
            buffer.append(';').append(Colour.green(colour));
            buffer.append(';').append(Colour.blue(colour));
        } else {
            code(begin, plane + 8);
            buffer.append(";5;").append(colour);
        }
    }

    /** All of it, with the cursor where it shall be. */
    byte[] finish(Optional<Frame.Cursor> cursor) {
        style(Style.PLAIN);
        if (cursor.isPresent()) {
            move(cursor.get().x(), cursor.get().y());
            buffer.append(TerminalCodes.SHOW_CURSOR);
        }
        buffer.append(TerminalCodes.END_UPDATE);
        return buffer.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void plain() {
        asked = Style.PLAIN;
        foreground = Colour.DEFAULT;
        background = Colour.DEFAULT;
        attributes = 0;
    }
}
