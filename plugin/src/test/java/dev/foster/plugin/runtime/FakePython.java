package dev.foster.plugin.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Interpreters that are shell scripts: they say which version they are, make environments that are
 * copies of themselves, and write down what else they were asked to do.
 */
final class FakePython {
    private final Path log;
    private final String pip;
    private final String install;

    /**
     * @param log where each thing they do becomes a line
     * @param pip the version their pip claims to be
     * @param install what happens when pip installs
     */
    FakePython(Path log, String pip, String install) {
        this.log = log;
        this.pip = pip;
        this.install = install;
    }

    static FakePython logging(Path log) {
        return new FakePython(log, "23.1", "echo installed");
    }

    /** Puts one there that says it is this version. */
    Path put(Path file, String version) {
        return script(
                file,
                """
                case "$*" in
                  "-I -S -c "*) printf 'foster-python\\n%s\\nfinal\\n0\\ncpython\\n%%s\\n' "$0"; exit 0;;
                esac
                echo "$*" >> '%s'
                case "$*" in
                  *"-m pip --version") echo "pip %s from nowhere";;
                  *"-m venv "*) for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python";;
                  *" install "*) %s;;
                esac
                """
                        .formatted(version, log, pip, install));
    }

    static Path script(Path file, String body) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "#!/bin/sh\nPATH=$PATH:/usr/bin:/bin\n" + body);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        if (!file.toFile().setExecutable(true)) {
            throw new AssertionError("cannot make " + file + " executable");
        }
        return file;
    }

    /** What was done, besides saying versions. */
    List<String> done() {
        try {
            return Files.exists(log) ? Files.readAllLines(log) : List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    long installs() {
        return done().stream().filter(line -> line.contains(" install ")).count();
    }
}
