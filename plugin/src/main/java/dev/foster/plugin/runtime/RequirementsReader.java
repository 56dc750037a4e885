package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.manifest.VersionRange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what a Python plugin depends on: the file its manifest names, else {@code
 * requirements.txt}, else {@code pyproject.toml}, else the block that PEP 723 puts into a script.
 */
final class RequirementsReader {
    private static final long LARGEST = 4 << 20;
    private static final int MOST_FILES = 50;
    private static final Pattern INCLUDE =
            Pattern.compile("(?:-r|-c|--requirement|--constraint)[ =]?\\s*(\\S.*)");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s+)#.*$");
    private static final Pattern BLOCK =
            Pattern.compile(
                    "^# /// script[ \\t]*\\n((?:#(?: [^\\n]*)?\\n)*?)# ///[ \\t]*$",
                    Pattern.MULTILINE);

    private final PluginManifest manifest;

    RequirementsReader(PluginManifest manifest) {
        this.manifest = manifest;
    }

    Requirements read(Launch.Python launch) {
        if (launch.requirements().isPresent()) {
            Path named = launch.requirements().get();
            if (!Files.isRegularFile(named)) {
                throw Runtimes.problem(
                        manifest, "there is no " + named + "; create it, or name another");
            }
            return named.toString().endsWith(".toml") ? project(named) : list(named);
        }
        Path list = manifest.folder().resolve("requirements.txt");
        if (Files.isRegularFile(list)) {
            return list(list);
        }
        Path project = manifest.folder().resolve("pyproject.toml");
        if (Files.isRegularFile(project)) {
            return project(project);
        }
        return launch.entry() instanceof Launch.Entry.Script(Path file) && Files.isRegularFile(file)
                ? script(file)
                : Requirements.none(manifest.folder());
    }

    private Requirements list(Path file) {
        Set<String> lines = new TreeSet<>();
        include(file, lines, new HashSet<>());
        return new Requirements(file, Optional.of(file), List.copyOf(lines), VersionRange.ANY);
    }

    /** Follows files that include others, so that a change in any of them is seen. */
    private void include(Path file, Set<String> lines, Set<Path> seen) {
        if (!seen.add(file.normalize()) || seen.size() > MOST_FILES) {
            return;
        }
        String joined = text(file).replace("\r\n", "\n").replace("\\\n", "");
        for (String raw : joined.split("\n", -1)) {
            String line = COMMENT.matcher(raw).replaceAll("").strip();
            if (line.isEmpty()) {
                continue;
            }
            lines.add(line);
            Matcher include = INCLUDE.matcher(line);
            Path parent = file.getParent();
            if (include.matches() && parent != null) {
                Path other = parent.resolve(include.group(1).strip());
                if (Files.isRegularFile(other)) {
                    include(other, lines, seen);
                }
            }
        }
    }

    private Requirements project(Path file) {
        return toml(file, text(file), "project");
    }

    private Requirements script(Path file) {
        Matcher matcher = BLOCK.matcher(text(file).replace("\r\n", "\n"));
        if (!matcher.find()) {
            return Requirements.none(manifest.folder());
        }
        var block = new StringBuilder();
        for (String line : matcher.group(1).split("\n", -1)) {
            block.append(line.startsWith("# ") ? line.substring(2) : "").append('\n');
        }
        return toml(file, block.toString(), "");
    }

    private Requirements toml(Path file, String text, String table) {
        Map<String, List<String>> texts;
        try {
            texts = Toml.texts(text, table);
        } catch (Toml.Broken broken) {
            throw Runtimes.problem(
                    manifest,
                    "what "
                            + file
                            + " requires cannot be read, "
                            + broken.getMessage()
                            + "; mend it");
        }
        var lines = new ArrayList<>(new TreeSet<>(texts.getOrDefault("dependencies", List.of())));
        for (String line : lines) {
            // These become arguments of pip: one that is an option would be obeyed.
            if (Requirements.name(line).isEmpty()) {
                throw Runtimes.problem(
                        manifest,
                        file + " requires \"" + line + "\", which is no package; mend it");
            }
        }
        String range = String.join(",", texts.getOrDefault("requires-python", List.of()));
        try {
            return new Requirements(file, Optional.empty(), lines, VersionRange.parse(range));
        } catch (VersionRange.NotARange odd) {
            throw Runtimes.problem(
                    manifest, "requires-python in " + file + ": " + odd.why() + "; mend it");
        }
    }

    private String text(Path file) {
        Runtimes.checkInside(manifest, file);
        try {
            if (Files.size(file) > LARGEST) {
                throw Runtimes.problem(manifest, file + " is larger than 4 MiB; make it smaller");
            }
            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw Runtimes.problem(
                    manifest,
                    file + " cannot be read, " + unreadable.getMessage() + "; check that you may",
                    unreadable);
        }
    }
}
