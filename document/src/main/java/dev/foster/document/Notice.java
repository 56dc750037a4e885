package dev.foster.document;

import java.nio.file.Path;

/**
 * Something in a file that was understood and has no effect, or not the one it has elsewhere.
 *
 * @param line from 1
 * @param column from 1
 */
public record Notice(Path file, int line, int column, String message) {

    /** Such as {@code foster.yaml:3:1: bus is not supported yet, ignored}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }
}
