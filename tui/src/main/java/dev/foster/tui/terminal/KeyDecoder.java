package dev.foster.tui.terminal;

import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Makes keys, clicks and pasted text of the bytes a terminal sends. They come in pieces of any
 * size; what may be the beginning of something longer waits for the rest. Only silence tells the
 * Esc key from the beginning of a sequence: whoever feeds this calls {@link #timeout} after some of
 * it, as long as something is {@link #pending}. Used by one thread.
 */
final class KeyDecoder {
    private static final int ESCAPE = 0x1b;
    private static final int BELL = 0x07;
    private static final int DELETED = 0x7f;
    private static final int MOST_SEQUENCE = 64;

    /** How often there may be silence within what was pasted before it counts as ended. */
    private static final int MOST_SILENCES = 25;

    private enum Mode {
        KEYS,
        /** Within an answer of the terminal that ends with a string terminator. */
        ANSWER,
        PASTE
    }

    private final Consumer<Input> to;
    private final SequenceKeys sequences;
    private final PasteBuffer paste = new PasteBuffer();
    private Mode mode = Mode.KEYS;
    private int silences;

    private byte[] waiting = new byte[256];
    private int length;

    KeyDecoder(Consumer<Input> to) {
        this.to = to;
        this.sequences = new SequenceKeys(to);
    }

    /** Takes in what the terminal sent. */
    void feed(byte[] bytes, int count) {
        if (length + count > waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(length + count, 2 * waiting.length));
        }
        System.arraycopy(bytes, 0, waiting, length, count);
        length += count;
        silences = 0;
        int at = 0;
        while (at < length) {
            int taken = take(at);
            if (taken == 0) {
                break;
            }
            at += taken;
        }
        drop(at);
    }

    private void drop(int count) {
        System.arraycopy(waiting, count, waiting, 0, length - count);
        length -= count;
    }

    /** Whether something waits for its rest. */
    boolean pending() {
        return length > 0 || mode != Mode.KEYS;
    }

    /** There has been silence: what waits is all there is. */
    void timeout() {
        switch (mode) {
            case ANSWER -> mode = Mode.KEYS;
            case PASTE -> {
                silences++;
                if (silences < MOST_SILENCES) {
                    return;
                }
                endPaste();
            }
            case KEYS -> {
                if (length == 1 && waiting[0] == ESCAPE) {
                    press(Key.ESCAPE);
                } else if (length == 2 && waiting[0] == ESCAPE) {
                    afterEscape(waiting[1]);
                }
            }
        }
        length = 0;
    }

    /** Two bytes that could have been the beginning of more, and were all. */
    private void afterEscape(byte second) {
        if (second == ESCAPE) {
            press(Key.ESCAPE);
            press(Key.ESCAPE);
        } else if (second > ' ') {
            press(Key.alt(Key.of(String.valueOf((char) second))));
        }
    }

    /** How many bytes from here on were understood; 0 when the rest of them has yet to come. */
    private int take(int at) {
        return switch (mode) {
            case PASTE -> {
                if (paste.ends(waiting[at])) {
                    endPaste();
                }
                yield 1;
            }
            case ANSWER -> answer(at);
            case KEYS -> waiting[at] == ESCAPE ? escape(at) : character(at, false);
        };
    }

    private void endPaste() {
        mode = Mode.KEYS;
        String text = paste.take();
        if (!text.isEmpty()) {
            to.accept(new Input.Paste(text));
        }
    }

    private int answer(int at) {
        if (waiting[at] == BELL) {
            mode = Mode.KEYS;
            return 1;
        }
        if (waiting[at] != ESCAPE) {
            return 1;
        }
        if (at + 1 == length) {
            return 0;
        }
        mode = Mode.KEYS;
        return waiting[at + 1] == '\\' ? 2 : escape(at);
    }

    private int escape(int at) {
        if (at + 1 == length) {
            return 0;
        }
        int second = waiting[at + 1];
        return switch (second) {
            case '[' -> control(at, 2, false);
            case 'O' -> single(at, 2, false);
            case ']', 'P', '_', '^', 'X' -> {
                if (at + 2 == length) {
                    yield 0;
                }
                mode = Mode.ANSWER;
                yield 2;
            }
            case ESCAPE -> twoEscapes(at);
            default -> {
                int taken = character(at + 1, true);
                yield taken == 0 ? 0 : taken + 1;
            }
        };
    }

    /** Some terminals send Alt and a key as an escape before the key's own sequence. */
    private int twoEscapes(int at) {
        if (at + 2 == length) {
            return 0;
        }
        return switch (waiting[at + 2]) {
            case '[' -> control(at, 3, true);
            case 'O' -> single(at, 3, true);
            default -> {
                press(Key.ESCAPE);
                yield 1;
            }
        };
    }

    /** A control sequence: parameters, then the character that says which. */
    private int control(int at, int prefix, boolean alt) {
        int end = at + prefix;
        while (end < length && waiting[end] >= ' ' && waiting[end] <= '?') {
            end++;
        }
        if (end - at > MOST_SEQUENCE) {
            return end - at;
        }
        if (end == length) {
            return 0;
        }
        byte kind = waiting[end];
        if (kind < '@' || kind == DELETED) {
            // No sequence at all, or one cut off by something else.
            return end - at;
        }
        int more = end == at + prefix ? moreAfter(kind) : 0;
        if (end + more >= length) {
            return 0;
        }
        if (sequences.control(waiting, at + prefix, end, alt)) {
            mode = Mode.PASTE;
        }
        return end + more + 1 - at;
    }

    /** How many bytes follow in the two forms that are not like all the others. */
    private static int moreAfter(byte kind) {
        return switch (kind) {
            case 'M' -> 3;
            case '[' -> 1;
            default -> 0;
        };
    }

    /** A key of the keypad, or one of a terminal in application mode. */
    private int single(int at, int prefix, boolean alt) {
        int end = at + prefix;
        while (end < length && waiting[end] >= '0' && waiting[end] <= ';') {
            end++;
        }
        if (end - at > MOST_SEQUENCE) {
            return end - at;
        }
        if (end == length) {
            return 0;
        }
        if (waiting[end] < '@' || waiting[end] == DELETED) {
            return end - at;
        }
        sequences.single(waiting, at + prefix, end, alt);
        return end + 1 - at;
    }

    private int character(int at, boolean alt) {
        int first = waiting[at] & 0xff;
        if (first < 0x80) {
            Key key = SimpleKeys.of(first);
            press(alt ? Key.alt(key) : key);
            return 1;
        }
        int bytes = Utf8.length(first);
        for (int i = 1; i < bytes; i++) {
            if (at + i == length) {
                return 0;
            }
            if (!Utf8.continues(waiting[at + i])) {
                return i;
            }
        }
        int codePoint = Utf8.codePoint(waiting, at, bytes);
        if (codePoint >= 0) {
            Key key = Key.of(Character.toString(codePoint));
            press(alt ? Key.alt(key) : key);
        }
        return bytes;
    }

    private void press(Key key) {
        to.accept(new Input.Press(key));
    }
}
