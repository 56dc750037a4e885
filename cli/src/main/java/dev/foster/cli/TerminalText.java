package dev.foster.cli;

/** Text of processes, made harmless for a terminal. */
public final class TerminalText {
    private static final int ESCAPE = 0x1b;

    private TerminalText() {}

    /**
     * Control characters become question marks, but colours stay: a process could otherwise move
     * the cursor, or write into the terminal's input.
     */
    public static String line(String text) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean control = (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0);
            if (control && !(c == ESCAPE && isColour(text, i + 1))) {
                safe = safe == null ? new StringBuilder(text) : safe;
                safe.setCharAt(i, '?');
            }
        }
        return safe == null ? text : safe.toString();
    }

    private static boolean isColour(String text, int from) {
        if (from >= text.length() || text.charAt(from) != '[') {
            return false;
        }
        int at = from + 1;
        while (at < text.length() && "0123456789;:".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() && text.charAt(at) == 'm';
    }
}
