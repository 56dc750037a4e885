package dev.foster.tui.frame;

/**
 * A raw line of a child, made safe to show: its colours stay, everything else that would do
 * something to a terminal goes. A line that wrote over itself, as progress bars do, shows its last
 * state. Takes time in proportion to the line, whatever stands in it.
 */
public final class ChildText {
    private static final char ESCAPE = 0x1b;
    private static final char CANCEL = 0x18;
    private static final char SUBSTITUTE = 0x1a;
    private static final char BELL = 0x07;
    private static final char SHIFT_OUT = 0x0e;
    private static final char SHIFT_IN = 0x0f;
    private static final char DELETED = 0x7f;
    private static final char FIRST_C1 = 0x80;
    private static final char LAST_C1 = 0x9f;
    private static final char STRING_END = 0x9c;
    private static final int PICTURES = 0x2400;
    private static final int PICTURE_OF_DELETED = 0x2421;
    private static final int PICTURE_OF_NEWLINE = 0x2424;
    private static final int REPLACEMENT = 0xfffd;

    /** Nobody writes more marks on one letter but to cover the lines around it. */
    private static final int MOST_MARKS = 8;

    private final String raw;
    private final int end;
    private final StyledLine line;
    private final Rendition rendition = new Rendition();
    private int at;
    private int marks;
    private boolean joining;

    /** Whether the next character writes over the line from its beginning. */
    private boolean returned;

    private ChildText(String raw) {
        this.raw = raw;
        this.end = raw.length();
        this.line = new StyledLine(end);
    }

    public static Text of(String raw) {
        return isPlain(raw) ? Text.of(raw) : new ChildText(raw).text();
    }

    /**
     * The same for a line of which at most so many characters are looked at. Of one that wrote over
     * itself, those are the first of its last state.
     */
    public static Text of(String raw, int mostCharacters) {
        if (raw.length() <= mostCharacters) {
            return of(raw);
        }
        int last = raw.length() - 1;
        while (last >= 0 && raw.charAt(last) == '\r') {
            last--;
        }
        int start = raw.lastIndexOf('\r', last) + 1;
        int end = (int) Math.min(raw.length(), (long) start + Math.max(0, mostCharacters));
        if (end > start && end < raw.length() && Character.isHighSurrogate(raw.charAt(end - 1))) {
            end--;
        }
        return of(raw.substring(start, end));
    }

    /** Whether there is nothing to do: most lines of most programs. */
    private static boolean isPlain(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c < ' ' || c >= DELETED) {
                return false;
            }
        }
        return true;
    }

    private Text text() {
        while (at < end) {
            char c = raw.charAt(at);
            if (c >= ' ' && c < DELETED) {
                plain();
            } else if (c == ESCAPE) {
                escape();
            } else if (c < ' ' || c == DELETED) {
                at++;
                control(c);
            } else if (c >= FIRST_C1 && c <= LAST_C1) {
                at++;
                introduced((char) (c - 0x40));
            } else {
                other();
            }
        }
        return line.done();
    }

    private void plain() {
        int start = at;
        while (at < end && raw.charAt(at) >= ' ' && raw.charAt(at) < DELETED) {
            at++;
        }
        begin();
        line.append(raw, start, at, rendition.style());
        marks = 0;
    }

    private void begin() {
        if (returned) {
            line.clear();
            returned = false;
            marks = 0;
        }
    }

    private void control(char c) {
        switch (c) {
            case '\r' -> returned = true;
            case '\t' -> {
                begin();
                line.tab(rendition.style());
                marks = 0;
            }
            case '\b' -> {
                if (!returned) {
                    line.erase();
                    marks = 0;
                }
            }
            case SHIFT_OUT, SHIFT_IN -> {
                // They switch the set of characters.
            }
            default -> picture(c == DELETED ? PICTURE_OF_DELETED : PICTURES + c);
        }
    }

    private void picture(int codePoint) {
        begin();
        line.append(codePoint, rendition.style().faint());
        marks = 0;
    }

    /** A character beyond ASCII. */
    private void other() {
        int codePoint = raw.codePointAt(at);
        at += Character.charCount(codePoint);
        switch (Character.getType(codePoint)) {
            case Character.FORMAT -> {
                // It shows nothing and can turn around or hide what does; but it also makes one
                // picture of several.
                if (codePoint == Clusters.JOINER && joins()) {
                    mark(codePoint);
                }
            }
            case Character.SURROGATE -> letter(REPLACEMENT);
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    picture(PICTURE_OF_NEWLINE);
            default -> {
                if (Clusters.isMark(codePoint)) {
                    mark(codePoint);
                } else {
                    letter(codePoint);
                }
            }
        }
    }

    private boolean joins() {
        return at < end && Character.isExtendedPictographic(raw.codePointAt(at));
    }

    private void letter(int codePoint) {
        begin();
        line.append(codePoint, rendition.style());
        // A chain of pictures is one cluster, too, and must not be endless.
        marks = joining ? marks : 0;
        joining = false;
    }

    private void mark(int codePoint) {
        if (!returned && marks < MOST_MARKS) {
            line.append(codePoint, rendition.style());
            marks++;
            joining = codePoint == Clusters.JOINER;
        }
    }

    private void escape() {
        at++;
        if (at >= end) {
            return;
        }
        char c = raw.charAt(at);
        if (c >= '@' && c <= '_') {
            at++;
            introduced(c);
            return;
        }
        while (at < end && raw.charAt(at) >= ' ' && raw.charAt(at) <= '/') {
            at++;
        }
        if (at < end && raw.charAt(at) >= '0' && raw.charAt(at) < DELETED) {
            at++;
        }
    }

    /** What follows an escape and this character, or the one control character that means both. */
    private void introduced(char kind) {
        switch (kind) {
            case '[' -> sequence();
            case ']', 'P', 'X', '^', '_' -> string();
            default -> {
                // It stands alone, and does nothing here.
            }
        }
    }

    /** A control sequence: parameters, then others, then the character that says what it does. */
    private void sequence() {
        int start = at;
        while (at < end && raw.charAt(at) >= '0' && raw.charAt(at) <= '?') {
            at++;
        }
        int parameters = at;
        while (at < end && raw.charAt(at) >= ' ' && raw.charAt(at) <= '/') {
            at++;
        }
        if (at >= end || raw.charAt(at) < '@' || raw.charAt(at) >= DELETED) {
            return;
        }
        char kind = raw.charAt(at);
        // Others, and the first parameters beyond the semicolon, make it mean something private.
        boolean known = at == parameters && (parameters == start || raw.charAt(start) <= ';');
        at++;
        if (!known) {
            return;
        }
        if (kind == 'm') {
            rendition.apply(raw, start, parameters);
        } else if (isRestart(kind, start, parameters)) {
            returned = true;
        }
    }

    /** Whether it goes to the first column, or erases the line: what comes then replaces it. */
    private boolean isRestart(char kind, int start, int parameters) {
        int length = parameters - start;
        return switch (kind) {
            case 'G' -> length == 0 || (length == 1 && raw.charAt(start) <= '1');
            case 'K' -> length == 1 && raw.charAt(start) == '2';
            default -> false;
        };
    }

    /** A string for the terminal, such as a title or a link: up to its end, or what ends it. */
    private void string() {
        while (at < end) {
            char c = raw.charAt(at);
            if (c == ESCAPE) {
                // Its end, or the beginning of something else.
                return;
            }
            at++;
            if (c == BELL || c == STRING_END || c == CANCEL || c == SUBSTITUTE) {
                return;
            }
        }
    }
}
