package dev.foster.sdk;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A failure with the calls that led to it, as text. */
final class Stack {
    private Stack() {}

    static String of(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
