package dev.foster.tui.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** What is said to a terminal. */
final class TerminalCodes {
    static final String BEGIN_UPDATE = "\033[?2026h";
    static final String END_UPDATE = "\033[?2026l";
    static final String HIDE_CURSOR = "\033[?25l";
    static final String SHOW_CURSOR = "\033[?25h";
    static final String PLAIN = "\033[0m";
    static final String CLEAR = "\033[H\033[2J";
    static final String CLEAR_TO_END_OF_LINE = "\033[K";

    private static final String OTHER_SCREEN = "\033[?1049h";
    private static final String USUAL_SCREEN = "\033[?1049l";
    private static final String WRAP = "\033[?7h";
    // So that the last cell of the screen can be written without scrolling it.
    private static final String NO_WRAP = "\033[?7l";
    private static final String MOUSE = "\033[?1000h\033[?1006h";
    private static final String NO_MOUSE = "\033[?1006l\033[?1000l";
    private static final String MARKED_PASTE = "\033[?2004h";
    private static final String UNMARKED_PASTE = "\033[?2004l";

    /** Ends what may have been cut off in the middle. */
    private static final String END_OF_ANY_STRING = "\033\\";

    private static final int MOST_COPIED_BYTES = 75_000;

    private TerminalCodes() {}

    static String take(boolean mouse) {
        return OTHER_SCREEN
                + NO_WRAP
                + HIDE_CURSOR
                + MARKED_PASTE
                + (mouse ? MOUSE : "")
                + PLAIN
                + CLEAR;
    }

    /** Undoes all that may have been done; does no harm when done twice. */
    static String giveBack() {
        return END_OF_ANY_STRING
                + END_UPDATE
                + NO_MOUSE
                + UNMARKED_PASTE
                + PLAIN
                + WRAP
                + USUAL_SCREEN
                + SHOW_CURSOR;
    }

    /**
     * Gives a text to the clipboard; of a very long one its beginning, for terminals have limits.
     */
    static String clipboard(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        int end = Math.min(all.length, MOST_COPIED_BYTES);
        while (end < all.length && Utf8.continues(all[end])) {
            end--;
        }
        String coded = Base64.getEncoder().encodeToString(Arrays.copyOf(all, end));
        return "\033]52;c;" + coded + "\033\\";
    }
}
