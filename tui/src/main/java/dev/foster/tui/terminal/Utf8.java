package dev.foster.tui.terminal;

/** Characters beyond ASCII as bytes. */
final class Utf8 {
    private static final int[] LEAST = {0, 0, 0xa0, 0x800, 0x10000};

    private Utf8() {}

    /** How many bytes a character has that begins so; 1 for what begins none. */
    static int length(int first) {
        if (first >= 0xc2 && first < 0xe0) {
            return 2;
        }
        if (first >= 0xe0 && first < 0xf0) {
            return 3;
        }
        return first >= 0xf0 && first < 0xf5 ? 4 : 1;
    }

    static boolean continues(byte next) {
        return (next & 0xc0) == 0x80;
    }

    /** The character; -1 where there is none, or one that controls. */
    static int codePoint(byte[] bytes, int at, int length) {
        if (length == 1) {
            return -1;
        }
        int codePoint = bytes[at] & (0xff >> (length + 1));
        for (int i = 1; i < length; i++) {
            codePoint = codePoint << 6 | (bytes[at + i] & 0x3f);
        }
        boolean valid =
                codePoint >= LEAST[length]
                        && codePoint <= Character.MAX_CODE_POINT
                        && (codePoint < Character.MIN_SURROGATE
                                || codePoint > Character.MAX_SURROGATE);
        return valid ? codePoint : -1;
    }
}
