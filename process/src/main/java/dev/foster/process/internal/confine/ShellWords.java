package dev.foster.process.internal.confine;

import java.nio.file.Path;

/** Words that a shell takes as they are. */
final class ShellWords {
    private ShellWords() {}

    static String of(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    static String of(Path path) {
        return of(path.toString());
    }
}
