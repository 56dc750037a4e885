package dev.foster.tui.state;

import dev.foster.tui.frame.ChildText;

/**
 * A text that is looked for in what is seen of lines, in whatever case of letters. Tens of
 * thousands of lines may be asked several times a second, so those with colours are not taken
 * apart: the colours are skipped.
 */
final class Sought {
    private static final char ESCAPE = 0x1b;

    private final String part;
    private final char lower;
    private final char upper;
    private final boolean blanks;

    Sought(String part) {
        this.part = part;
        char first = part.isEmpty() ? 0 : part.charAt(0);
        this.lower = Character.toLowerCase(first);
        this.upper = Character.toUpperCase(first);
        this.blanks = part.indexOf(' ') >= 0;
    }

    boolean in(String raw) {
        if (part.isEmpty()) {
            return true;
        }
        int escape = raw.indexOf(ESCAPE);
        if (moved(raw) || !coloursOnly(raw, escape)) {
            return inPlain(ChildText.of(raw).plain());
        }
        return escape < 0 ? inPlain(raw) : inColours(raw);
    }

    /** Whether it wrote over itself, or shows blanks that are none. */
    private boolean moved(String raw) {
        return raw.indexOf('\r') >= 0 || (blanks && raw.indexOf('\t') >= 0);
    }

    private boolean inPlain(String text) {
        int last = text.length() - part.length();
        for (int i = 0; i <= last; i++) {
            if (begins(text.charAt(i)) && text.regionMatches(true, i, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }

    private boolean inColours(String raw) {
        for (int i = seen(raw, 0); i < raw.length(); i = seen(raw, i + 1)) {
            if (begins(raw.charAt(i)) && standsAt(raw, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean begins(char c) {
        return c == lower || c == upper;
    }

    private boolean standsAt(String raw, int place) {
        int at = place;
        for (int i = 0; i < part.length(); i++) {
            if (at >= raw.length() || !part.regionMatches(true, i, raw, at, 1)) {
                return false;
            }
            at = seen(raw, at + 1);
        }
        return true;
    }

    /** Where the next character that is seen stands. */
    private static int seen(String raw, int from) {
        int at = from;
        while (at < raw.length() && raw.charAt(at) == ESCAPE) {
            at = raw.indexOf('m', at) + 1;
        }
        return at;
    }

    /** Whether every escape sequence sets a colour; others may move what is seen. */
    private static boolean coloursOnly(String raw, int first) {
        for (int at = first; at >= 0; at = raw.indexOf(ESCAPE, at)) {
            at++;
            if (at >= raw.length() || raw.charAt(at) != '[') {
                return false;
            }
            do {
                at++;
            } while (at < raw.length() && parameter(raw.charAt(at)));
            if (at >= raw.length() || raw.charAt(at) != 'm') {
                return false;
            }
        }
        return true;
    }

    private static boolean parameter(char c) {
        return c >= '0' && c <= ';';
    }
}
