package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * The grammar of subjects: tokens between dots, of which a pattern may replace one by {@code *} and
 * the rest by {@code >}.
 *
 * <p>Inside the broker a subject's bytes travel as Latin-1 text, one character per byte: no byte is
 * lost, whatever the client sent, and comparing costs no decoding.
 */
final class Subjects {
    private Subjects() {}

    /** The text the broker uses inside for a subject as people write it. */
    static String fromText(String subject) {
        return new String(subject.getBytes(UTF_8), ISO_8859_1);
    }

    /** The text people read for a subject as the broker keeps it. */
    static String toText(String subject) {
        return new String(subject.getBytes(ISO_8859_1), UTF_8);
    }

    static List<String> tokens(String subject) {
        List<String> tokens = new ArrayList<>();
        int from = 0;
        for (int at = subject.indexOf('.'); at >= 0; at = subject.indexOf('.', from)) {
            tokens.add(subject.substring(from, at));
            from = at + 1;
        }
        tokens.add(subject.substring(from));
        return tokens;
    }

    /** Whether one may subscribe to it: no empty token, and {@code >} only at the end. */
    static boolean isPattern(String subject) {
        List<String> tokens = tokens(subject);
        int tail = tokens.indexOf(">");
        return !tokens.contains("") && (tail < 0 || tail == tokens.size() - 1);
    }

    /** Whether it names one subject: no empty token and no wildcard. */
    static boolean isLiteral(String subject) {
        List<String> tokens = tokens(subject);
        return !tokens.contains("") && !tokens.contains("*") && !tokens.contains(">");
    }

    /** Whether everything that the inner pattern matches is matched by the outer one as well. */
    static boolean covers(String outer, String inner) {
        List<String> wide = tokens(outer);
        List<String> narrow = tokens(inner);
        for (int at = 0; at < wide.size(); at++) {
            if (at == narrow.size()) {
                return false;
            }
            String mine = wide.get(at);
            String other = narrow.get(at);
            if (mine.equals(">")) {
                return true;
            }
            if (other.equals(">") || (!mine.equals("*") && !mine.equals(other))) {
                return false;
            }
        }
        return wide.size() == narrow.size();
    }

    /** Whether there is a subject that both patterns match. */
    static boolean overlap(String one, String two) {
        List<String> left = tokens(one);
        List<String> right = tokens(two);
        int shared = Math.min(left.size(), right.size());
        for (int at = 0; at < shared; at++) {
            String mine = left.get(at);
            String other = right.get(at);
            if (mine.equals(">") || other.equals(">")) {
                return true;
            }
            if (!mine.equals("*") && !other.equals("*") && !mine.equals(other)) {
                return false;
            }
        }
        return left.size() == right.size();
    }
}
