package dev.foster.daemon.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What is said of a file that takes nothing, and what to do about it. */
public final class Unwritable {
    private Unwritable() {}

    public static String problem(Path file, IOException failure) {
        return problem(file, reason(failure), "");
    }

    /**
     * The same with what it means.
     *
     * @param meaning such as {@code it would be started again after a crash}
     */
    public static String problem(Path file, IOException failure, String meaning) {
        return problem(file, reason(failure), meaning + ", so ");
    }

    /** The same when only the reason is known. */
    public static String problem(Path file, String why) {
        return problem(file, why, "");
    }

    private static String problem(Path file, String why, String meaning) {
        return "cannot write " + file + ": " + why + "; " + meaning + remedy(why);
    }

    /** Why, without the name of the file, with which the JDK begins. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "its folder is gone";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException told when told.getReason() != null -> told.getReason();
            default ->
                    failure.getMessage() == null
                            ? failure.getClass().getSimpleName()
                            : failure.getMessage();
        };
    }

    private static String remedy(String why) {
        if (why.contains("space") || why.contains("quota")) {
            return "free some space";
        }
        if (why.contains("Read-only")) {
            return "mount it so that it can be written";
        }
        return why.contains("folder is gone")
                ? "make it again"
                : "make it a file that can be written";
    }
}
