package dev.foster.plugin.protocol.handshake;

import java.util.Optional;
import java.util.OptionalLong;

/** Numbers, truths and white space as Go's standard library reads them. */
final class GoText {
    private GoText() {}

    /** A decimal integer of 64 bits with an optional sign; leading zeros count for nothing. */
    static OptionalLong atoi(String text) {
        int digits = text.startsWith("+") || text.startsWith("-") ? 1 : 0;
        if (text.length() == digits) {
            return OptionalLong.empty();
        }
        for (int i = digits; i < text.length(); i++) {
            // Java would take the digits of every script.
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return OptionalLong.empty();
            }
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException outOfRange) {
            return OptionalLong.empty();
        }
    }

    static Optional<Boolean> parseBool(String text) {
        return switch (text) {
            case "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
            case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** Without white space at both ends. */
    static String trim(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && isSpace(text.charAt(begin))) {
            begin++;
        }
        while (end > begin && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(begin, end);
    }

    private static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r') || c == 0x85 || Character.isSpaceChar(c);
    }
}
