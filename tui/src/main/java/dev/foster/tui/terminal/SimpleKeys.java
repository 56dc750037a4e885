package dev.foster.tui.terminal;

import dev.foster.tui.keys.Key;

/** The keys that are one byte. */
final class SimpleKeys {
    private static final String CONTROLS = "abcdefghijklmnopqrstuvwxyz[\\]^_";

    private SimpleKeys() {}

    static Key of(int code) {
        return switch (code) {
            case 0x00 -> new Key("Ctrl-Space");
            case 0x08, 0x7f -> Key.BACKSPACE;
            case '\t' -> Key.TAB;
            case '\r', '\n' -> Key.ENTER;
            case 0x1b -> Key.ESCAPE;
            default ->
                    code < ' '
                            ? Key.control(CONTROLS.charAt(code - 1))
                            : Key.of(String.valueOf((char) code));
        };
    }
}
