package dev.foster.process.internal.confine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What is mounted where, as this process sees it. */
public record MountTable(List<Mount> mounts) {
    private static final int ROOT = 3;
    private static final int POINT = 4;
    private static final int OPTIONS = 5;

    /**
     * One line of the table.
     *
     * @param root which folder of the file system is seen
     * @param point where it is seen
     * @param options those of this mount, not of the file system
     * @param traits those of the file system, whichever mount shows it
     */
    public record Mount(
            String root, Path point, String type, List<String> options, List<String> traits) {}

    public static MountTable read(Path mountinfo) throws IOException {
        var mounts = new ArrayList<Mount>();
        String text = new String(Files.readAllBytes(mountinfo), StandardCharsets.UTF_8);
        text.lines().forEach(line -> parse(line).ifPresent(mounts::add));
        return new MountTable(List.copyOf(mounts));
    }

    private static Optional<Mount> parse(String line) {
        String[] fields = line.split(" ", -1);
        int dash = List.of(fields).indexOf("-");
        if (dash <= OPTIONS || dash + 1 >= fields.length) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new Mount(
                            unescaped(fields[ROOT]),
                            Path.of(unescaped(fields[POINT])),
                            fields[dash + 1],
                            List.of(fields[OPTIONS].split(",", -1)),
                            List.of(fields[fields.length - 1].split(",", -1))));
        } catch (InvalidPathException unwritable) {
            // A name that this JVM's locale cannot write; nobody can have asked for it then.
            return Optional.empty();
        }
    }

    /** Blanks and backslashes stand there as three octal digits. */
    private static String unescaped(String text) {
        var plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\' && i + 3 < text.length()) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }

    /** The mount that a path lies on: the innermost, and of those at one place the last. */
    public Optional<Mount> holding(Path path) {
        return mounts.stream()
                .filter(mount -> path.startsWith(mount.point))
                .reduce(
                        (one, other) ->
                                other.point.getNameCount() >= one.point.getNameCount()
                                        ? other
                                        : one);
    }

    /** Where something else is mounted within a folder, the outer ones first. */
    public List<Path> below(Path folder) {
        return mounts.stream()
                .map(Mount::point)
                .filter(point -> point.startsWith(folder) && !point.equals(folder))
                .distinct()
                .sorted(Comparator.comparingInt(Path::getNameCount))
                .toList();
    }
}
