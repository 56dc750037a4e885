package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the files of the project say of each other is so. */
class ProjectFilesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s:]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Set<String> NAMES_DEPENDENCIES =
            Set.of(
                    "go.mod",
                    "package-lock.json",
                    "requirements.txt",
                    "pyproject.toml",
                    "Cargo.toml");

    @Test
    void everyLinkOfADocumentLeadsToAFileAndAHeadingThatAreThere() throws IOException {
        List<Path> documents =
                files().stream().filter(file -> file.toString().endsWith(".md")).toList();
        List<String> broken =
                documents.stream()
                        .flatMap(
                                document ->
                                        links(document).stream()
                                                .filter(link -> !leadsSomewhere(document, link))
                                                .map(
                                                        link ->
                                                                ROOT.relativize(document)
                                                                        + ": "
                                                                        + link))
                        .toList();

        assertThat(documents).hasSizeGreaterThan(50);
        assertThat(broken).isEmpty();
    }

    @Test
    void newVersionsOfAllDependenciesAreLookedFor() throws IOException {
        // What a template names is chosen by whoever makes a plugin of it.
        List<String> folders =
                files().stream()
                        .filter(file -> NAMES_DEPENDENCIES.contains(file.getFileName().toString()))
                        .filter(file -> !file.toString().contains("/src/main/resources/"))
                        .map(file -> "/" + ROOT.relativize(file.getParent()))
                        .toList();
        List<String> watched =
                List.of(read(ROOT.resolve(".github/dependabot.yml")).split("[\\s,\\[\\]]+", -1));

        assertThat(folders).hasSizeGreaterThan(10);
        assertThat(watched).containsAll(folders);
    }

    private static List<Path> files() throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes facts) {
                        String name = folder.getFileName().toString();
                        boolean ours =
                                folder.equals(ROOT)
                                        || !(NOT_OURS.contains(name) || name.startsWith("."));
                        return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                        found.add(file);
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }

    /** Those within the project; what stands in code is an example. */
    private static List<String> links(Path document) {
        return LINK.matcher(CODE.matcher(read(document)).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    private static boolean leadsSomewhere(Path document, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? document : document.resolveSibling(file);
        return Files.exists(target)
                && (hash < 0 || headings(target).contains(link.substring(hash + 1)));
    }

    /** As forges name them. */
    private static Set<String> headings(Path document) {
        return HEADING.matcher(read(document))
                .results()
                .map(
                        heading ->
                                heading.group(1)
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\w\\- ]", "")
                                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static String read(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
