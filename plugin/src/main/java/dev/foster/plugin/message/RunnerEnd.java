package dev.foster.plugin.message;

import dev.foster.plugin.protocol.Quoted;
import dev.foster.process.ChildStream;
import dev.foster.process.Exit;
import dev.foster.process.Line;
import dev.foster.supervise.spec.Diagnosis;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a runner says of its end: how far it came in its exit code, and why in its last line. */
final class RunnerEnd {
    /** How many lines others may have written behind it. */
    static final int LINES = 20;

    /** How such a sentence begins. */
    private static final String BEGINNING = "cannot ";

    private static final int LONGEST = 1000;
    private static final int OTHER = 1;
    private static final int FIRST_STAGE = 10;
    private static final int LAST_STAGE = 17;

    /** Command line, import, and which class it is: nothing of that changes by itself. */
    private static final Set<Integer> LASTING = Set.of(10, 11, 13);

    private RunnerEnd() {}

    /** Why it ended, if it is a runner that failed and says so. */
    static Optional<Diagnosis> of(Exit exit, List<Line> tail) {
        if (!(exit.ending() instanceof Exit.Ending.Code(int code)) || !isStage(code)) {
            return Optional.empty();
        }
        return tail.reversed().stream()
                .filter(line -> line.stream() == ChildStream.STDERR)
                .map(Line::text)
                .filter(text -> text.startsWith(BEGINNING))
                .findFirst()
                .map(RunnerEnd::bounded)
                .map(why -> new Diagnosis(why, LASTING.contains(code)));
    }

    private static boolean isStage(int code) {
        return code == OTHER || (code >= FIRST_STAGE && code <= LAST_STAGE);
    }

    private static String bounded(String text) {
        return Quoted.plain(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
    }
}
