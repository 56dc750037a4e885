package dev.foster.plugin.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Programs that are looked for along PATH. */
final class Programs {
    static final boolean WINDOWS =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    private final String path;

    Programs(Map<String, String> environment) {
        String found =
                environment.get(WINDOWS && environment.containsKey("Path") ? "Path" : "PATH");
        this.path = found == null ? "/usr/local/bin:/usr/bin:/bin" : found;
    }

    String path() {
        return path;
    }

    Optional<Path> find(String name) {
        return all(name).stream().findFirst();
    }

    /** Every program of this name, in the order of PATH; one that has two names there only once. */
    List<Path> all(String name) {
        var found = new ArrayList<Path>();
        var real = new LinkedHashSet<Path>();
        for (String folder : path.split(File.pathSeparator, -1)) {
            inFolder(folder, WINDOWS ? name + ".exe" : name)
                    .filter(file -> real.add(real(file)))
                    .ifPresent(found::add);
        }
        return found;
    }

    /** An empty folder means the current directory; a host has none worth searching. */
    private static Optional<Path> inFolder(String folder, String name) {
        try {
            return Optional.of(Path.of(folder).resolve(name))
                    .filter(Path::isAbsolute)
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException goneMeanwhile) {
            return file;
        }
    }
}
