package dev.foster.tui.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects pasted text up to its end, as much as anybody can want of it. */
final class PasteBuffer {
    private static final byte[] END = {0x1b, '[', '2', '0', '1', '~'};
    private static final int MOST_BYTES = 1 << 20;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int matched;

    /** Takes in one more byte; true when with it the end has come. */
    boolean ends(byte next) {
        if (next == END[matched]) {
            matched++;
            return matched == END.length;
        }
        // Not the end after all. Its first byte occurs in it only once.
        bytes.write(END, 0, matched);
        matched = 0;
        if (next == END[0]) {
            matched = 1;
        } else if (bytes.size() < MOST_BYTES) {
            bytes.write(next);
        }
        return false;
    }

    /** The text, with nothing in it that controls but newlines and tabs; then it is empty again. */
    String take() {
        String raw = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        matched = 0;
        var text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '\r') {
                // Terminals send the Enter key for a newline.
                if (i + 1 == raw.length() || raw.charAt(i + 1) != '\n') {
                    text.append('\n');
                }
            } else if (c == '\n' || c == '\t' || !Character.isISOControl(c)) {
                text.append(c);
            }
        }
        return text.toString();
    }
}
