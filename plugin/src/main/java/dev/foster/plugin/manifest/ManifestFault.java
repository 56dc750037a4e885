package dev.foster.plugin.manifest;

import java.nio.file.Path;

/**
 * One thing that is wrong with a manifest, and where.
 *
 * @param line from 1; 0 when the file as a whole is meant
 * @param column from 1; 0 when the file as a whole is meant
 */
public record ManifestFault(Path file, int line, int column, String message) {

    /** Such as {@code plugin.yaml:3:5: cannot …}. */
    @Override
    public String toString() {
        return line == 0 ? message : file + ":" + line + ":" + column + ": " + message;
    }
}
