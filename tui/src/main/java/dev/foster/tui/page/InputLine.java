package dev.foster.tui.page;

import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.TextInput;

/** A text that is being written, with the cursor in it, moved so that the cursor is seen. */
final class InputLine {
    private static final char JOINER = '\u200d';

    private InputLine() {}

    static void draw(Region place, TextInput draft) {
        String text = seen(draft.text());
        int at = Math.clamp(draft.at(), 0, text.length());
        int before = Clusters.width(text.substring(0, at));
        int width = place.width();
        int moved = Math.max(0, before - width + 1);
        place.write(0, 0, Text.of(text).part(moved, moved + width));
        place.cursor(before - moved, 0);
    }

    /** What was pasted may hold more than meets the eye. As long as the text, for the cursor. */
    private static String seen(String text) {
        var seen = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean hidden = Character.getType(c) == Character.FORMAT && c != JOINER;
            if (hidden || Character.isISOControl(c)) {
                seen.setCharAt(i, '?');
            }
        }
        return seen.toString();
    }
}
