package dev.foster.document;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A position in a file.
 *
 * @param line from 1; 0 when the file as a whole is meant
 * @param column from 1; 0 when the file as a whole is meant
 */
public record Place(Path file, int line, int column) {
    public static Place whole(Path file) {
        return new Place(file, 0, 0);
    }

    public Fault fault(String message) {
        return new Fault(file, line, column, message, Optional.empty());
    }
}
