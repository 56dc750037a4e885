package dev.foster.tui.terminal;

import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.function.Consumer;

/** What the sequences mean that terminals send for keys and the mouse. */
final class SequenceKeys {
    private static final int SHIFT = 1;
    private static final int ALT = 2;
    private static final int CONTROL = 4;
    private static final int META = 8;
    private static final int PASTE_BEGINS = 200;
    private static final int ANY_CODE = 27;
    private static final int MOST_PARAMETERS = 8;
    private static final int MOST_VALUE = 0x10ffff;

    private static final int WHEEL_LINES = 3;
    private static final int WHEEL_UP = 64;
    private static final int WHEEL_DOWN = 65;

    /** The keys held down, which say nothing about the button. */
    private static final int MOUSE_MODIFIERS = 4 | 8 | 16;

    private final Consumer<Input> to;
    private final int[] values = new int[MOST_PARAMETERS];
    private int count;

    SequenceKeys(Consumer<Input> to) {
        this.to = to;
    }

    /** A control sequence; true when pasted text follows. */
    boolean control(byte[] bytes, int from, int end, boolean alt) {
        byte kind = bytes[end];
        boolean empty = from == end;
        if (!empty && bytes[from] > ';') {
            if (bytes[from] == '<') {
                parse(bytes, from + 1, end);
                mouse(kind);
            }
            return false;
        }
        parse(bytes, from, end);
        int held = (value(1) > 0 ? value(1) - 1 : 0) | (alt ? ALT : 0);
        switch (kind) {
            case '~' -> {
                if (value(0) == PASTE_BEGINS) {
                    return true;
                }
                tilde(held);
            }
            case '^' -> press(numbered(value(0)), held | CONTROL);
            case '@' -> press(numbered(value(0)), held | CONTROL | SHIFT);
            case 'u' -> press(code(value(0)), held);
            case 'Z' -> press(Key.TAB, held | SHIFT);
            case 'a', 'b', 'c', 'd' -> press(named((byte) (kind - 32)), held | SHIFT);
            case '[' -> press(Key.function(bytes[end + 1] - 'A' + 1), held, bytes[end + 1]);
            case 'M' -> oldMouse(bytes, end, empty);
            case 'R' -> {
                // With another first number it answers where the cursor is.
                if (empty || value(0) == 1) {
                    press(named(kind), held);
                }
            }
            default -> press(named(kind), held);
        }
        return false;
    }

    /** A sequence of the keypad. */
    void single(byte[] bytes, int from, int end, boolean alt) {
        parse(bytes, from, end);
        int modifier = count > 1 ? value(1) : value(0);
        int held = (modifier > 0 ? modifier - 1 : 0) | (alt ? ALT : 0);
        byte kind = bytes[end];
        if (kind >= 'j' && kind <= 'y') {
            press(Key.of(String.valueOf("*+,-./0123456789".charAt(kind - 'j'))), held);
        } else if (kind >= 'a' && kind <= 'd') {
            press(named((byte) (kind - 32)), held | CONTROL);
        } else {
            press(
                    switch (kind) {
                        case 'M' -> Key.ENTER;
                        case 'I' -> Key.TAB;
                        case 'X' -> Key.of("=");
                        default -> named(kind);
                    },
                    held);
        }
    }

    private void parse(byte[] bytes, int from, int end) {
        count = 0;
        int value = 0;
        boolean counts = true;
        for (int i = from; i <= end; i++) {
            byte next = i < end ? bytes[i] : (byte) ';';
            if (next == ';') {
                if (count < MOST_PARAMETERS) {
                    values[count] = value;
                    count++;
                }
                value = 0;
                counts = true;
            } else if (next == ':') {
                // What follows says more about the same thing.
                counts = false;
            } else if (counts && next >= '0' && next <= '9') {
                value = Math.min(MOST_VALUE, value * 10 + next - '0');
            }
        }
    }

    private int value(int at) {
        return at < count ? values[at] : 0;
    }

    private void tilde(int held) {
        if (value(0) == ANY_CODE && count > 2) {
            press(code(value(2)), held);
        } else {
            press(numbered(value(0)), held);
        }
    }

    private static @Nullable Key named(byte kind) {
        return switch (kind) {
            case 'A' -> Key.UP;
            case 'B' -> Key.DOWN;
            case 'C' -> Key.RIGHT;
            case 'D' -> Key.LEFT;
            case 'H' -> Key.HOME;
            case 'F' -> Key.END;
            case 'P', 'Q', 'R', 'S' -> Key.function(kind - 'P' + 1);
            default -> null;
        };
    }

    private static @Nullable Key numbered(int number) {
        return switch (number) {
            case 1, 7 -> Key.HOME;
            case 2 -> new Key("Insert");
            case 3 -> Key.DELETE;
            case 4, 8 -> Key.END;
            case 5 -> Key.PAGE_UP;
            case 6 -> Key.PAGE_DOWN;
            case 11, 12, 13, 14, 15 -> Key.function(number - 10);
            case 17, 18, 19, 20, 21 -> Key.function(number - 11);
            case 23, 24 -> Key.function(number - 12);
            default -> null;
        };
    }

    /** A key by the character it has without others held down. */
    private static @Nullable Key code(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint == 0 ? null : SimpleKeys.of(codePoint);
        }
        boolean writes =
                Character.isDefined(codePoint)
                        && !Character.isISOControl(codePoint)
                        && Character.getType(codePoint) != Character.SURROGATE
                        && Character.getType(codePoint) != Character.PRIVATE_USE;
        return writes ? Key.of(Character.toString(codePoint)) : null;
    }

    private void press(Key key, int held, byte letter) {
        if (letter >= 'A' && letter <= 'E') {
            press(key, held);
        }
    }

    private void press(@Nullable Key key, int held) {
        if (key == null) {
            return;
        }
        var name = new StringBuilder();
        if ((held & (ALT | META)) != 0) {
            name.append("Alt-");
        }
        if ((held & CONTROL) != 0) {
            name.append("Ctrl-");
        }
        boolean writes = !key.written().isEmpty() && !key.equals(Key.SPACE);
        if ((held & SHIFT) != 0 && !writes) {
            name.append("Shift-");
        }
        String own =
                (held & SHIFT) != 0 && writes ? key.name().toUpperCase(Locale.ROOT) : key.name();
        to.accept(new Input.Press(new Key(name.append(own).toString())));
    }

    private void mouse(byte kind) {
        if (kind == 'M' && count >= 3) {
            button(value(0), value(1) - 1, value(2) - 1);
        }
    }

    /** The form without numbers, of terminals that know no other. */
    private void oldMouse(byte[] bytes, int end, boolean empty) {
        if (empty) {
            int first = end + 1;
            button(
                    (bytes[first] & 0xff) - 32,
                    (bytes[first + 1] & 0xff) - 33,
                    (bytes[first + 2] & 0xff) - 33);
        }
    }

    private void button(int code, int x, int y) {
        if (x < 0 || y < 0) {
            return;
        }
        switch (code & ~MOUSE_MODIFIERS) {
            case 0 -> to.accept(new Input.Click(x, y));
            case WHEEL_UP -> to.accept(new Input.Wheel(x, y, -WHEEL_LINES));
            case WHEEL_DOWN -> to.accept(new Input.Wheel(x, y, WHEEL_LINES));
            default -> {
                // Another button, one let go, or the mouse moved.
            }
        }
    }
}
