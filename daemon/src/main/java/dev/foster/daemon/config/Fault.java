package dev.foster.daemon.config;

import java.nio.file.Path;

/**
 * One thing that is wrong with a file, and where.
 *
 * @param line from 1; 0 when the file as a whole is meant
 * @param column from 1; 0 when the file as a whole is meant
 */
public record Fault(Path file, int line, int column, String message) {

    /** Such as {@code foster.yaml:3:5: cannot …}. */
    @Override
    public String toString() {
        return line == 0 ? message : file + ":" + line + ":" + column + ": " + message;
    }
}
