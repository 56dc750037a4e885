package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One name for one thing: no two modules have classes of one name, but for good reasons. */
class NamesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path GLOSSARY = ROOT.resolve("docs/contributing/glossary.md");
    private static final Path SOURCES = Path.of("src", "main", "java");

    /** Programs of their own, which nobody finds on one class path with the others. */
    private static final Set<String> APART = Set.of("bench", "testkit", "examples");

    /** Names that more than one module has, and why. */
    private static final Map<String, String> SHARED =
            Map.of(
                    "Plugin",
                    "what go-plugin calls it, for hosts in one module and for authors in another",
                    "JsonReader",
                    "the runner of Java plugins brings no library along, so it has its own");

    @Test
    void aNameIsSharedAmongModulesOnlyForAReason() throws IOException {
        Map<String, Set<String>> modules = modulesByName();
        var shared = new TreeMap<String, Set<String>>(modules);
        shared.values().removeIf(in -> in.size() < 2);

        assertThat(shared).containsOnlyKeys(SHARED.keySet());
    }

    @Test
    void theGlossaryNamesClassesThatAreThere() throws IOException {
        Set<String> known = modulesByName().keySet();
        Set<String> named =
                Pattern.compile("`([A-Z][A-Za-z]+)`")
                        .matcher(Files.readString(GLOSSARY).replaceAll("(?m)\\|[^|]*\\|$", ""))
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).hasSizeGreaterThan(20).isSubsetOf(known);
    }

    private static Map<String, Set<String>> modulesByName() throws IOException {
        var modules = new TreeMap<String, Set<String>>();
        try (Stream<Path> files =
                Files.find(ROOT, 20, (path, about) -> about.isRegularFile() && isClass(path))) {
            files.forEach(
                    file ->
                            modules.computeIfAbsent(
                                            file.getFileName().toString().replace(".java", ""),
                                            _ -> new TreeSet<>())
                                    .add(module(file)));
        }
        return modules;
    }

    private static boolean isClass(Path path) {
        String text = path.toString();
        return text.endsWith(".java")
                && text.contains(SOURCES.toString())
                && !text.contains("src/main/resources")
                && !text.contains("/target/")
                && !text.endsWith("-info.java")
                && APART.stream().noneMatch(module(path)::startsWith);
    }

    private static String module(Path file) {
        String path = ROOT.relativize(file).toString();
        int sources = path.indexOf(SOURCES.toString());
        return sources < 0 ? path : path.substring(0, sources);
    }
}
