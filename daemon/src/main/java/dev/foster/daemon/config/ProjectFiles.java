package dev.foster.daemon.config;

import dev.foster.control.ProjectFolder;
import dev.foster.document.DocumentProblem;
import dev.foster.document.Place;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that make up a project, as its caller named them.
 *
 * @param directory where the project lives
 * @param kind whose format they have
 * @param files each laid on top of the one before; a Procfile or a config.json stands alone
 */
public record ProjectFiles(Path directory, Kind kind, List<Path> files) {

    /** Whose format a file has. */
    public enum Kind {
        /** foster.yaml, or JSON. */
        FOSTER,
        /** process-compose.yaml. */
        PROCESS_COMPOSE,
        /** A name, a colon and a command a line. */
        PROCFILE,
        /** The config.json of Rosey. */
        ROSEY
    }

    /** Also what makes a folder a project's for those who look for its daemon. */
    private static final List<String> NAMES = ProjectFolder.FILES;

    public ProjectFiles {
        files = List.copyOf(files);
        if (files.isEmpty()) {
            throw new IllegalArgumentException(
                    "cannot read a project without a file: none is named; name one");
        }
    }

    /**
     * The project of a directory: its foster.yaml, foster.yml or foster.json, else its
     * process-compose.yaml or .yml, each with the override file beside it, else its Procfile.
     *
     * @throws DocumentProblem when there is none
     */
    public static ProjectFiles discover(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw problem(
                    directory,
                    "cannot find a project in "
                            + shown(directory)
                            + ": it is no directory; name a directory, or a file with -f");
        }
        Path main =
                NAMES.stream()
                        .map(directory::resolve)
                        .filter(Files::exists)
                        .findFirst()
                        .orElseThrow(() -> none(directory));
        var files = new ArrayList<Path>();
        files.add(main);
        Kind kind = kind(main);
        if (kind != Kind.PROCFILE) {
            override(directory, kind).ifPresent(files::add);
        }
        return new ProjectFiles(directory, kind, files);
    }

    private static Optional<Path> override(Path directory, Kind kind) {
        String name = kind == Kind.FOSTER ? "foster" : "process-compose";
        return Stream.of(".override.yaml", ".override.yml", ".override.json")
                .map(ending -> directory.resolve(name + ending))
                .filter(Files::exists)
                .findFirst();
    }

    /**
     * These files, later ones on top; the name of the first shows what kind they are.
     *
     * @param directory where relative paths of the project start
     */
    public static ProjectFiles of(Path directory, List<Path> explicit) {
        if (explicit.isEmpty()) {
            return discover(directory);
        }
        Kind kind = kind(explicit.getFirst());
        if ((kind == Kind.PROCFILE || kind == Kind.ROSEY) && explicit.size() > 1) {
            throw problem(
                    explicit.get(1),
                    "cannot lay "
                            + explicit.get(1)
                            + " on top of "
                            + explicit.getFirst()
                            + ": only YAML files can be merged; name one file");
        }
        return new ProjectFiles(directory, kind, explicit);
    }

    private static Kind kind(Path file) {
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString().toLowerCase(Locale.ROOT);
        if (name.startsWith("procfile") || name.endsWith(".procfile")) {
            return Kind.PROCFILE;
        }
        if (name.startsWith("process-compose")) {
            return Kind.PROCESS_COMPOSE;
        }
        return name.equals("config.json") ? Kind.ROSEY : Kind.FOSTER;
    }

    private static DocumentProblem none(Path directory) {
        return problem(
                directory,
                "cannot find a project in "
                        + shown(directory)
                        + ": there is no "
                        + String.join(", ", NAMES.subList(0, NAMES.size() - 1))
                        + " or "
                        + NAMES.getLast()
                        + "; create one with foster init, or name a file with -f");
    }

    private static String shown(Path directory) {
        return directory.toString().isEmpty() ? "this directory" : directory.toString();
    }

    private static DocumentProblem problem(Path file, String message) {
        return new DocumentProblem(Place.whole(file).fault(message));
    }
}
