package dev.foster.sdk.bus;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What the runner has to say, on standard error. */
final class Notices {
    private Notices() {}

    static void say(String line) {
        System.err.println(line);
    }

    /** The trace first, the sentence last: the host shows the last line. */
    static void say(Throwable thrown, String sentence) {
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        // In one piece, so that no other thread's line gets between.
        System.err.print(trace + sentence + System.lineSeparator());
        System.err.flush();
    }
}
