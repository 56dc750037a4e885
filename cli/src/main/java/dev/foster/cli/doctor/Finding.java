package dev.foster.cli.doctor;

import dev.foster.json.Members;

import java.util.Locale;
import java.util.Map;

/**
 * One thing that was found.
 *
 * @param about what it concerns, in a word or two
 */
record Finding(Grade grade, String about, String text) {

    /** How good it is. */
    enum Grade {
        GOOD("ok"),
        /** It works with less. */
        LESS("note"),
        BAD("bad");

        private final String word;

        Grade(String word) {
            this.word = word;
        }
    }

    String line() {
        return String.format(Locale.ROOT, "%-5s %-12s %s", grade.word, about, text);
    }

    Map<String, Object> toJson() {
        return Members.none()
                .put("grade", grade.word)
                .put("about", about)
                .put("text", text)
                .object();
    }
}
