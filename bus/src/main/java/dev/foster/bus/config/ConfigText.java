package dev.foster.bus.config;

/** The text of a configuration file and how far it has been read. */
final class ConfigText {
    static final char END = '\0';

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    ConfigText(String file, String text) {
        this.file = file;
        this.text = text;
    }

    ConfigPlace place() {
        return new ConfigPlace(file, line, at - lineStart + 1);
    }

    boolean ended() {
        return at >= text.length();
    }

    /** The next letter, which stays; {@link #END} behind the last. */
    char peek() {
        return ended() ? END : text.charAt(at);
    }

    boolean looksAt(String word) {
        return text.startsWith(word, at);
    }

    char next() {
        char letter = peek();
        at++;
        if (letter == '\n') {
            line++;
            lineStart = at;
        }
        return letter;
    }

    /** Takes the letter if it is the next. */
    boolean take(char letter) {
        if (ended() || peek() != letter) {
            return false;
        }
        next();
        return true;
    }

    /** Passes blanks, line ends and comments. */
    void skipBlanks() {
        while (!ended()) {
            if (comment()) {
                skipLine();
            } else if (blank(peek()) || lineEnd(peek())) {
                next();
            } else {
                return;
            }
        }
    }

    /** Passes blanks within the line. */
    void skipSpaces() {
        while (!ended() && blank(peek())) {
            next();
        }
    }

    private boolean comment() {
        return peek() == '#' || looksAt("//");
    }

    private void skipLine() {
        while (!ended() && peek() != '\n') {
            next();
        }
    }

    static boolean blank(char letter) {
        return letter == ' ' || letter == '\t';
    }

    static boolean lineEnd(char letter) {
        return letter == '\n' || letter == '\r';
    }
}
