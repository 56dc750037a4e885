package dev.foster.document;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One thing that is wrong with a document, and where.
 *
 * @param line from 1; 0 when the file as a whole is meant
 * @param column from 1; 0 when the file as a whole is meant
 * @param excerpt the line it is about and a caret below the place, two lines
 */
public record Fault(Path file, int line, int column, String message, Optional<String> excerpt) {

    /** Such as {@code foster.yaml:3:5: cannot …}. */
    @Override
    public String toString() {
        return line == 0 ? message : file + ":" + line + ":" + column + ": " + message;
    }

    /** The same, followed by the line itself. */
    public String explained() {
        return this + excerpt.map(lines -> "\n" + lines).orElse("");
    }

    Place place() {
        return new Place(file, line, column);
    }
}
