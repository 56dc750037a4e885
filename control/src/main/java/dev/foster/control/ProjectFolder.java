package dev.foster.control;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The project that a folder belongs to: its own, or that of a folder around it. */
public final class ProjectFolder {
    /** The files that make a folder a project's, the first one found counts. */
    public static final List<String> FILES =
            List.of(
                    "foster.yaml",
                    "foster.yml",
                    "foster.json",
                    "process-compose.yaml",
                    "process-compose.yml",
                    "Procfile");

    private ProjectFolder() {}

    /**
     * Looks upwards from a folder for one with a running daemon or a project's file; finding none,
     * the project is that folder itself.
     */
    public static ProjectPaths find(Path from, Map<String, String> environment) {
        ProjectPaths own = ProjectPaths.of(from, environment);
        for (Path folder = own.directory(); folder != null; folder = folder.getParent()) {
            ProjectPaths paths = ProjectPaths.of(folder, environment);
            if (Files.exists(paths.socket()) || file(folder).isPresent()) {
                return paths;
            }
        }
        return own;
    }

    /** The project's file in a folder. */
    public static Optional<Path> file(Path folder) {
        return FILES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
    }
}
