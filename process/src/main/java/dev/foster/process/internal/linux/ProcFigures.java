package dev.foster.process.internal.linux;

/** Finds the figures in the files of {@code /proc} that say more than one thing; −1 for none. */
final class ProcFigures {
    private ProcFigures() {}

    /** The number after a word at the beginning of a line. */
    static long after(byte[] word, byte[] text, int length) {
        for (int line = 0; line + word.length < length; line = nextLine(text, line, length)) {
            if (startsWith(word, text, line)) {
                return number(text, line + word.length, length);
            }
        }
        return -1;
    }

    /** The second number of a line of numbers. */
    static long second(byte[] text, int length) {
        int at = 0;
        while (at < length && text[at] != ' ') {
            at++;
        }
        return number(text, at, length);
    }

    private static boolean startsWith(byte[] word, byte[] text, int from) {
        for (int i = 0; i < word.length; i++) {
            if (text[from + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    private static int nextLine(byte[] text, int from, int length) {
        int at = from;
        while (at < length && text[at] != '\n') {
            at++;
        }
        return at + 1;
    }

    private static long number(byte[] text, int from, int length) {
        int at = from;
        while (at < length && (text[at] == ' ' || text[at] == '\t')) {
            at++;
        }
        int first = at;
        long value = 0;
        while (at < length && text[at] >= '0' && text[at] <= '9') {
            value = value * 10 + (text[at++] - '0');
        }
        return at == first ? -1 : value;
    }
}
