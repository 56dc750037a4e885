package dev.foster.supervise.rules;

import dev.foster.process.Exit;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Happening.Kind;

import java.time.Duration;
import java.util.Map;

/** The words for what happens. */
final class Telling {
    private static final String[] ORDINALS = {
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"
    };

    private Telling() {}

    static Effect tell(Kind kind, ChildFacts child, String text) {
        return tell(kind, child, text, Map.of());
    }

    static Effect tell(Kind kind, ChildFacts child, String text, Map<String, String> details) {
        return new Effect.Tell(new Happening(kind, child.name(), child.run(), text, details));
    }

    static Effect tellGroup(Kind kind, String group, String text) {
        return new Effect.Tell(new Happening(kind, group, 0, text, Map.of()));
    }

    static Effect exited(ChildFacts child, Exit exit) {
        return tell(
                Kind.EXITED,
                child,
                exit.describe() + " after " + words(exit.lifetime()),
                Map.of("exit_code", Integer.toString(exit.shellCode())));
    }

    /** Such as {@code third failure}, or {@code failure 21} where words get long. */
    static String failure(int number) {
        return number < ORDINALS.length ? ORDINALS[number] + " failure" : "failure " + number;
    }

    static String words(long nanos) {
        return words(Duration.ofNanos(nanos));
    }

    /** Such as {@code 350 ms}, {@code 3.2 s} or {@code 4 min}. */
    static String words(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 120_000) {
            long tenths = Math.round(millis / 100.0);
            return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10.0 + " s";
        }
        return millis < 7_200_000 ? millis / 60_000 + " min" : millis / 3_600_000 + " h";
    }
}
