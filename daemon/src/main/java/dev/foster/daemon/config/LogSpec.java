package dev.foster.daemon.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the output of a process is kept on disk.
 *
 * @param file the file somebody asked for, absolute; the daemon chooses when absent
 * @param rotateBytes the size at which a new file is begun
 * @param rotateCount how many full files are kept beside the one being written
 */
public record LogSpec(Optional<Path> file, long rotateBytes, int rotateCount) {

    /** A file of the daemon's choice, 10 MB x 5. */
    public static LogSpec defaults() {
        return new LogSpec(Optional.empty(), 10_000_000, 5);
    }

    public LogSpec file(Path wanted) {
        return new LogSpec(Optional.of(wanted), rotateBytes, rotateCount);
    }

    public LogSpec rotate(long bytes, int count) {
        return new LogSpec(file, bytes, count);
    }
}
