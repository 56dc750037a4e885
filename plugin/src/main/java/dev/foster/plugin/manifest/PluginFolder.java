package dev.foster.plugin.manifest;

import dev.foster.document.DocumentProblem;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A folder of plugins: each folder in it that does not begin with a dot is one. What cannot be used
 * is told, and keeps nothing else from being used.
 */
public final class PluginFolder {
    private final Path directory;
    private final Platform platform;

    private PluginFolder(Path directory, Platform platform) {
        this.directory = directory;
        this.platform = platform;
    }

    /** A folder of plugins; it need not exist yet. */
    public static PluginFolder open(Path directory) {
        return new PluginFolder(directory.toAbsolutePath().normalize(), Platform.current());
    }

    public Path directory() {
        return directory;
    }

    /**
     * What there is at one moment.
     *
     * @param plugins by id, in the order of their ids
     * @param problems what could not be used
     */
    public record Contents(List<PluginManifest> plugins, List<Unusable> problems) {
        public Contents {
            plugins = List.copyOf(plugins);
            problems = List.copyOf(problems);
        }

        public Optional<PluginManifest> find(String id) {
            return plugins.stream().filter(plugin -> plugin.id().equals(id)).findFirst();
        }
    }

    /** A folder that is no plugin one can use, and why: whole lines, for people. */
    public record Unusable(Path folder, String why) {}

    /** Looks at every plugin again. */
    public Contents read() {
        var found = new ArrayList<PluginManifest>();
        var problems = new ArrayList<Unusable>();
        for (Path entry : entries(problems)) {
            if (Files.isSymbolicLink(entry)) {
                problems.add(
                        new Unusable(
                                entry,
                                "cannot use "
                                        + entry
                                        + ": it is a link; put the plugin itself there"));
            } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    found.add(ManifestReader.read(entry, platform));
                } catch (DocumentProblem problem) {
                    problems.add(new Unusable(entry, String.valueOf(problem.getMessage())));
                }
            }
        }
        return new Contents(withoutTwins(found, problems), problems);
    }

    private List<Path> entries(List<Unusable> problems) {
        var entries = new ArrayList<Path>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (NoSuchFileException notYet) {
            return List.of();
        } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
            problems.add(
                    new Unusable(
                            directory,
                            "cannot list "
                                    + directory
                                    + ": "
                                    + unreadable.getMessage()
                                    + "; check that it is a folder you may read"));
        }
        entries.removeIf(entry -> entry.getFileName().toString().startsWith("."));
        entries.sort(Comparator.naturalOrder());
        return entries;
    }

    /** Two plugins of one id would take each other's place by chance: neither is used. */
    private static List<PluginManifest> withoutTwins(
            List<PluginManifest> found, List<Unusable> problems) {
        Map<String, List<PluginManifest>> byId =
                found.stream().collect(Collectors.groupingBy(PluginManifest::id));
        var single = new ArrayList<PluginManifest>();
        for (PluginManifest plugin : found) {
            List<PluginManifest> same = byId.getOrDefault(plugin.id(), List.of());
            if (same.size() == 1) {
                single.add(plugin);
            } else {
                String others =
                        same.stream()
                                .filter(other -> !other.folder().equals(plugin.folder()))
                                .map(other -> other.folder().toString())
                                .collect(Collectors.joining(", "));
                problems.add(
                        new Unusable(
                                plugin.folder(),
                                "cannot use "
                                        + plugin.folder()
                                        + ": its id "
                                        + plugin.id()
                                        + " is also that of "
                                        + others
                                        + "; remove one or rename it"));
            }
        }
        single.sort(Comparator.comparing(PluginManifest::id));
        return single;
    }
}
