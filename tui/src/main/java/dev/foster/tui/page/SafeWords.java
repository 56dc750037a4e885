package dev.foster.tui.page;

import dev.foster.tui.frame.ChildText;

/** Words that somebody else chose, such as names and reasons, without what a terminal obeys. */
final class SafeWords {
    /** More of a name or a sentence than this fits no screen. */
    private static final int MOST = 1000;

    private SafeWords() {}

    static String words(String raw) {
        return words(raw, MOST);
    }

    /** The same for what may be longer. */
    static String words(String raw, int most) {
        return ChildText.of(raw, most).plain();
    }
}
