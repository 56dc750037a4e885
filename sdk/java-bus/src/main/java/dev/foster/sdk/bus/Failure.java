package dev.foster.sdk.bus;

import org.jspecify.annotations.Nullable;

/**
 * Why a plugin does not run, in a sentence, and with which code its process ends. The first, the
 * second and the fourth of these codes say that no attempt will come further until somebody changes
 * something.
 */
final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    static final int OTHER = 1;
    static final int ENVIRONMENT = 10;
    static final int IMPORT = 11;
    static final int CONNECT = 12;
    static final int DISCOVERY = 13;
    static final int CONSTRUCT = 14;
    static final int INITIALIZE = 15;
    static final int LOST = 16;
    static final int RAISED = 17;

    private final int code;

    Failure(int code, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.code = code;
    }

    Failure(int code, String sentence) {
        this(code, sentence, null);
    }

    int code() {
        return code;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }

    /** A class that is missing or damaged stays so, wherever the plugin meets it. */
    static int codeOf(Throwable thrown, int otherwise) {
        return thrown instanceof LinkageError && !(thrown instanceof ExceptionInInitializerError)
                ? IMPORT
                : otherwise;
    }

    /** What a throwable says, on one line. */
    static String why(Throwable thrown) {
        String name = thrown.getClass().getSimpleName();
        String message = thrown.getMessage();
        String all = message == null || message.isBlank() ? name : message + " (" + name + ")";
        return all.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
