package dev.foster.tui.frame;

/**
 * Takes a text apart into what a person sees as one character each, and tells how many cells that
 * takes. A mark belongs to the letter before it, a family of emoji is one picture.
 */
public final class Clusters {
    static final int JOINER = 0x200d;
    private static final int PICTURE_VARIANT = 0xfe0f;
    private static final int FIRST_FLAG_LETTER = 0x1f1e6;
    private static final int LAST_FLAG_LETTER = 0x1f1ff;
    private static final int FIRST_WIDE = 0x1100;

    /** Ranges that East Asian terminals draw two cells wide, first and last of each. */
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3,
        0x23f3, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf,
        0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff00,
        0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18cff, 0x1aff0, 0x1b2ff, 0x1f200, 0x1f202, 0x1f210,
        0x1f23b, 0x1f240, 0x1f248, 0x1f250, 0x1f251, 0x1f260, 0x1f265, 0x20000, 0x2fffd, 0x30000,
        0x3fffd
    };

    private static final int FIRST_MARK = 0x300;

    /** Of what is written most, nothing is made anew. */
    private static final String[] SINGLE = new String[128];

    static {
        for (char c = 0; c < SINGLE.length; c++) {
            SINGLE[c] = String.valueOf(c);
        }
    }

    private final String text;
    private int start;
    private int end;
    private int width;

    public Clusters(String text) {
        this.text = text;
    }

    /** Goes on to the next; false behind the last. */
    public boolean next() {
        start = end;
        if (start >= text.length()) {
            return false;
        }
        char first = text.charAt(start);
        boolean alone = start + 1 >= text.length() || text.charAt(start + 1) < FIRST_MARK;
        if (first < FIRST_MARK && alone) {
            end = start + 1;
            width = 1;
            return true;
        }
        take();
        return true;
    }

    private void take() {
        int base = text.codePointAt(start);
        end = start + Character.charCount(base);
        width = width(base);
        boolean flag = isFlagLetter(base);
        int last = base;
        while (end < text.length()) {
            int next = text.codePointAt(end);
            if (next == PICTURE_VARIANT && Character.isEmoji(last)) {
                width = 2;
            } else if (flag && isFlagLetter(next)) {
                flag = false;
                width = 2;
            } else if (!isMark(next) && !isJoined(last, next)) {
                return;
            }
            end += Character.charCount(next);
            last = next;
        }
    }

    /** Whether what would be a character of its own becomes part of the picture before it. */
    private boolean isJoined(int last, int next) {
        if (Character.isEmojiModifier(next)) {
            return Character.isEmojiModifierBase(last);
        }
        return last == JOINER && width > 0 && Character.isExtendedPictographic(next);
    }

    /** The one it stands at. */
    public String cluster() {
        char first = text.charAt(start);
        return end == start + 1 && first < SINGLE.length
                ? SINGLE[first]
                : text.substring(start, end);
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /** How many cells it takes: 1 or 2; 0 for a mark that has no letter. */
    public int width() {
        return width;
    }

    /** How many cells a text takes. */
    public static int width(String text) {
        if (isSimple(text)) {
            return text.length();
        }
        int sum = 0;
        var clusters = new Clusters(text);
        while (clusters.next()) {
            sum += clusters.width();
        }
        return sum;
    }

    /** Whether every character of it is one by itself, in one cell: most text is. */
    private static boolean isSimple(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_MARK) {
                return false;
            }
        }
        return true;
    }

    private static int width(int codePoint) {
        if (isMark(codePoint)) {
            return 0;
        }
        if (codePoint < FIRST_WIDE) {
            return 1;
        }
        return isWide(codePoint) || Character.isEmojiPresentation(codePoint) ? 2 : 1;
    }

    private static boolean isWide(int codePoint) {
        for (int i = 0; i < WIDE.length && codePoint >= WIDE[i]; i += 2) {
            if (codePoint <= WIDE[i + 1]) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFlagLetter(int codePoint) {
        return codePoint >= FIRST_FLAG_LETTER && codePoint <= LAST_FLAG_LETTER;
    }

    /** What has no cell of its own. */
    static boolean isMark(int codePoint) {
        if (codePoint < FIRST_MARK) {
            return false;
        }
        // The later parts of a Korean syllable stand in the cell of the first.
        if ((codePoint >= 0x1160 && codePoint <= 0x11ff)
                || (codePoint >= 0xd7b0 && codePoint <= 0xd7ff)) {
            return true;
        }
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> true;
            default -> false;
        };
    }
}
