package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.VersionRange;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a Python plugin depends on.
 *
 * @param source the file that says so; the plugin's folder when none does
 * @param file the file to hand to pip, when there is one in its own format
 * @param lines what is required, normalised: no comments, no empty lines, sorted
 * @param python which versions of Python the same file asks for
 * @param added what is required besides, which stands in no file
 */
record Requirements(
        Path source,
        Optional<Path> file,
        List<String> lines,
        VersionRange python,
        List<String> added) {
    private static final Pattern NAME =
            Pattern.compile(
                    "([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\\s*(?:$|[\\[<>=!~;@( ,].*)");
    private static final Pattern SEPARATORS = Pattern.compile("[-_.]+");

    Requirements {
        lines = List.copyOf(lines);
        added = List.copyOf(added);
    }

    Requirements(Path source, Optional<Path> file, List<String> lines, VersionRange python) {
        this(source, file, lines, python, List.of());
    }

    static Requirements none(Path folder) {
        return new Requirements(folder, Optional.empty(), List.of(), VersionRange.ANY);
    }

    boolean isEmpty() {
        return lines.isEmpty() && added.isEmpty();
    }

    /** These and one more, unless the package is required anyway. */
    Requirements and(String line) {
        return name(line).filter(this::names).isPresent()
                ? this
                : new Requirements(
                        source,
                        file,
                        lines,
                        python,
                        Stream.concat(added.stream(), Stream.of(line)).toList());
    }

    /** Whether a package is required, by its normalised name. */
    boolean names(String wanted) {
        return lines.stream().anyMatch(line -> name(line).filter(wanted::equals).isPresent());
    }

    /** The normalised name of the package a line requires; empty for an option or a path. */
    static Optional<String> name(String line) {
        Matcher matcher = NAME.matcher(line);
        return matcher.matches()
                ? Optional.of(
                        SEPARATORS
                                .matcher(matcher.group(1))
                                .replaceAll("-")
                                .toLowerCase(Locale.ROOT))
                : Optional.empty();
    }
}
