package dev.foster.plugin.manifest;

import java.nio.file.Path;

/**
 * A position in a file.
 *
 * @param line from 1; 0 when the file as a whole is meant
 * @param column from 1; 0 when the file as a whole is meant
 */
record Place(Path file, int line, int column) {
    static Place whole(Path file) {
        return new Place(file, 0, 0);
    }
}
