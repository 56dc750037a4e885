package dev.foster.control;

import java.util.Arrays;
import java.util.Locale;

/** Every kind of problem: its word, its HTTP status, and the exit code of a program that met it. */
public enum ProblemCode {
    /** There is no process or group of that name. */
    UNKNOWN_NAME(404, 4),
    /** There is no daemon to ask. */
    NOT_RUNNING(503, 3),
    /** The request makes no sense. */
    BAD_REQUEST(400, 2),
    /** The project's files make no sense. */
    CONFIGURATION(422, 2),
    /** It makes sense, but not in the state things are in. */
    CONFLICT(409, 1),
    /** There is no such path in the API. */
    NO_SUCH_PATH(404, 1),
    /** The path exists, but not with this method. */
    WRONG_METHOD(405, 1),
    /** The token is missing or wrong. */
    UNAUTHORIZED(401, 1),
    /** The request comes from where none is taken. */
    FORBIDDEN(403, 1),
    /** A fault of the daemon. */
    INTERNAL(500, 1);

    private final int status;
    private final int exitCode;

    ProblemCode(int status, int exitCode) {
        this.status = status;
        this.exitCode = exitCode;
    }

    /** Such as {@code unknown-name}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public int status() {
        return status;
    }

    public int exitCode() {
        return exitCode;
    }

    /** The kind of a word; one that this program does not know yet is {@link #INTERNAL}. */
    public static ProblemCode of(String word) {
        return Arrays.stream(values())
                .filter(code -> code.word().equals(word))
                .findFirst()
                .orElse(INTERNAL);
    }
}
