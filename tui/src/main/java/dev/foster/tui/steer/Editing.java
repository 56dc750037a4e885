package dev.foster.tui.steer;

import dev.foster.tui.keys.Key;
import dev.foster.tui.state.TextInput;

/** Writing a line of text with the keys people know from their shells. */
final class Editing {
    private Editing() {}

    /** Whether a key with Alt means something here. */
    static boolean knows(Key key) {
        return key.equals(Key.alt(Key.BACKSPACE));
    }

    static TextInput press(TextInput draft, Key key) {
        return switch (key.name()) {
            case "Backspace" -> draft.erase();
            case "Delete" -> draft.delete();
            case "Left" -> draft.left();
            case "Right" -> draft.right();
            case "Home", "Ctrl-a" -> draft.home();
            case "End", "Ctrl-e" -> draft.end();
            case "Ctrl-w", "Alt-Backspace" -> draft.eraseWord();
            case "Ctrl-u" -> draft.eraseLine();
            default -> key.written().isEmpty() ? draft : draft.insert(key.written());
        };
    }
}
