package dev.foster.tui.keys;

/**
 * A key. A letter is itself; the others have names as people write them: {@code Enter}, {@code
 * PageUp}, {@code Ctrl-c}, {@code Alt-x}, {@code Space}.
 */
public record Key(String name) {
    public static final Key ENTER = new Key("Enter");
    public static final Key ESCAPE = new Key("Esc");
    public static final Key TAB = new Key("Tab");
    public static final Key BACK_TAB = new Key("Shift-Tab");
    public static final Key SPACE = new Key("Space");
    public static final Key BACKSPACE = new Key("Backspace");
    public static final Key DELETE = new Key("Delete");
    public static final Key UP = new Key("Up");
    public static final Key DOWN = new Key("Down");
    public static final Key LEFT = new Key("Left");
    public static final Key RIGHT = new Key("Right");
    public static final Key HOME = new Key("Home");
    public static final Key END = new Key("End");
    public static final Key PAGE_UP = new Key("PageUp");
    public static final Key PAGE_DOWN = new Key("PageDown");

    /** A printable character, also of more than one Java character. */
    public static Key of(String character) {
        return character.equals(" ") ? SPACE : new Key(character);
    }

    /** A letter with Ctrl held down. */
    public static Key control(char letter) {
        return new Key("Ctrl-" + letter);
    }

    /** Another key with Alt held down. */
    public static Key alt(Key key) {
        return new Key("Alt-" + key.name());
    }

    public static Key function(int number) {
        return new Key("F" + number);
    }

    /** What it writes into a text; empty for a key that writes nothing. */
    public String written() {
        if (equals(SPACE)) {
            return " ";
        }
        return name.codePointCount(0, name.length()) == 1 ? name : "";
    }
}
