package dev.foster.cli.plugin;

import dev.foster.json.Members;
import dev.foster.process.Quantities;

import java.time.Duration;
import java.util.Map;

/**
 * One step of a check.
 *
 * @param text what was found, or why it failed; the first line says it all
 */
record CheckStep(String name, Verdict verdict, Duration took, String text) {
    private static final int NAME_WIDTH = 10;
    private static final int TIME_WIDTH = 7;

    /** How a step went. */
    enum Verdict {
        GOOD("✓"),
        /** It works, and somebody should look at it all the same. */
        DOUBTFUL("!"),
        BAD("✗");

        private final String mark;

        Verdict(String mark) {
            this.mark = mark;
        }
    }

    boolean good() {
        return verdict != Verdict.BAD;
    }

    /** For people. */
    String line() {
        String time = Quantities.of(took);
        return verdict.mark
                + " "
                + name
                + " ".repeat(Math.max(1, NAME_WIDTH - name.length()))
                + " ".repeat(Math.max(0, TIME_WIDTH - time.length()))
                + time
                + "  "
                + text.lines().findFirst().orElse("");
    }

    Map<String, Object> toJson() {
        return Members.none()
                .put("step", name)
                .put("good", good())
                .put("warning", verdict == Verdict.DOUBTFUL)
                .put("ms", took.toMillis())
                .put("text", text)
                .object();
    }
}
