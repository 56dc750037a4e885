package dev.foster.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folders in which programs are looked for, in the words of a PATH.
 *
 * @param folders as they stand in the variable; the usual ones when it is not set or empty
 * @param directory where its relative folders begin, and its empty ones are; without one they are
 *     passed over, as whoever is not in a directory on purpose has none worth searching
 */
public record SearchPath(String folders, Optional<Path> directory) {
    private static final String USUAL = "/usr/local/bin:/usr/bin:/bin";
    private static final boolean WINDOWS = File.separatorChar == '\\';

    public SearchPath {
        folders = folders.isEmpty() ? USUAL : folders;
    }

    public static SearchPath of(String folders) {
        return new SearchPath(folders, Optional.empty());
    }

    /** The one of whoever has this environment. */
    public static SearchPath of(Map<String, String> environment) {
        String name = WINDOWS && environment.containsKey("Path") ? "Path" : "PATH";
        return of(environment.getOrDefault(name, ""));
    }

    /** The one that a child finds its command in. */
    public static SearchPath of(ChildSpec child) {
        Environment wanted = child.environment();
        String inherited = wanted.inherits("PATH") ? of(System.getenv()).folders : "";
        return of(wanted.set().getOrDefault("PATH", inherited))
                .from(child.directory().orElse(Path.of("")));
    }

    public SearchPath from(Path base) {
        return new SearchPath(folders, Optional.of(base));
    }

    /** The first program of this name. */
    public Optional<Path> find(String program) {
        return files(program).filter(File::canExecute).map(File::toPath).findFirst();
    }

    /** Every program of this name in order; one that has two names there only once. */
    public List<Path> all(String program) {
        var seen = new HashSet<Path>();
        return files(program)
                .filter(File::canExecute)
                .map(File::toPath)
                .filter(file -> seen.add(real(file)))
                .toList();
    }

    /** The first file of this name, be it a program or not: starting it tells what is wrong. */
    public Optional<Path> findFile(String name) {
        return files(name).map(File::toPath).findFirst();
    }

    /** By the older class, which finds nothing under an odd name where the newer one throws. */
    private Stream<File> files(String name) {
        String file = WINDOWS ? name + ".exe" : name;
        return Stream.of(folders.split(File.pathSeparator, -1))
                .flatMap(folder -> place(folder).stream())
                .map(folder -> new File(folder, file))
                .filter(File::isFile);
    }

    private Optional<File> place(String folder) {
        // An empty entry is the current directory, as in every shell.
        var place = new File(folder.isEmpty() ? "." : folder);
        return place.isAbsolute()
                ? Optional.of(place)
                : directory.map(base -> base.toString().isEmpty() ? place : below(base, place));
    }

    private static File below(Path base, File place) {
        return new File(base.toFile(), place.getPath());
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException goneMeanwhile) {
            return file;
        }
    }
}
