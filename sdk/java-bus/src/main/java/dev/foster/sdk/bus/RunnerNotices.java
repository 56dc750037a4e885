package dev.foster.sdk.bus;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What the runner has to say, on standard error. */
final class RunnerNotices {
    private static boolean silent;

    private RunnerNotices() {}

    static synchronized void say(String line) {
        if (!silent) {
            System.err.println(line);
        }
    }

    /** The trace first, the sentence last: the host shows the last line. */
    static synchronized void say(Throwable thrown, String sentence) {
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        if (!silent) {
            // In one piece, so that no other thread's line gets between.
            System.err.print(trace + sentence + System.lineSeparator());
            System.err.flush();
        }
    }

    /** The same, and nothing is said after it: the client's own threads go on until the end. */
    static synchronized void sayLast(Throwable thrown, String sentence) {
        say(thrown, sentence);
        silent = true;
    }
}
