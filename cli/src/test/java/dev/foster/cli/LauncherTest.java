package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.LauncherTree.Result;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What {@code ./foster} hands to the program, and which JDK it finds. */
class LauncherTest {

    private static final String PRINT_ARGUMENTS = "printf '<%s>\\n' \"$@\"";
    private static final String PRINT_HOME = "echo \"${0%/bin/java}\"";

    @TempDir Path temporary;
    LauncherTree tree;

    @BeforeEach
    void plantTree() throws IOException {
        tree = new LauncherTree(temporary);
    }

    @Test
    void argumentsArriveUntouched() {
        use(tree.jdk("jdk", "25.0.3", PRINT_ARGUMENTS));
        String[] arguments = {
            "two words", "", "*", "$HOME", "`id`", "a\\nb", "line\nline", "-n", "--", "'\"", " "
        };

        Result result = tree.foster(arguments);

        assertThat(result.out())
                .isEqualTo(
                        List.of(arguments).stream()
                                .map(argument -> "<" + argument + ">\n")
                                .collect(Collectors.joining()));
        assertThat(result.code()).isZero();
    }

    @Test
    void theExitCodeIsThePrograms() {
        use(tree.jdk("jdk", "25", "exit 42"));

        assertThat(tree.foster().code()).isEqualTo(42);
    }

    @Test
    void pluginsInPythonFindThePackageOfThisTree() {
        use(tree.jdk("jdk", "25", "echo \"<${FOSTER_SDK_PYTHON-}>\""));
        assertThat(tree.foster().out()).as("there is none").isEqualTo("<>\n");

        tree.write("sdk/python/pyproject.toml", "");
        assertThat(tree.foster().out()).isEqualTo("<" + tree.root.resolve("sdk/python") + ">\n");

        tree.environment.put("FOSTER_SDK_PYTHON", "/another");
        assertThat(tree.foster().out()).isEqualTo("</another>\n");
    }

    @Test
    void theProgramRunsInTheCallersDirectory() throws IOException {
        use(tree.jdk("jdk", "25", "pwd"));
        Path elsewhere = Files.createDirectory(tree.home.resolve("else where"));

        Result absolute = run(elsewhere, tree.root.resolve("foster").toString());
        Result relative = run(elsewhere, "../tree of foster/foster");

        assertThat(List.of(absolute.out(), relative.out())).containsOnly(elsewhere + "\n");
    }

    @Test
    void worksThroughSymbolicLinks() throws IOException {
        use(tree.jdk("jdk", "25", PRINT_ARGUMENTS));
        Path folder = Files.createDirectory(tree.home.resolve("bin"));
        Files.createSymbolicLink(folder.resolve("near"), Path.of("../tree of foster/foster"));
        Files.createSymbolicLink(folder.resolve("far"), folder.resolve("near"));
        Files.createSymbolicLink(tree.tools.resolve("foster"), folder.resolve("far"));

        assertThat(run(folder, "./far", "a").out()).isEqualTo("<a>\n");
        assertThat(run(folder, "sh", "-c", "foster b").out()).as("on PATH").isEqualTo("<b>\n");
        assertThat(tree.builds()).as("one tree, one build").isEqualTo(1);
    }

    @Test
    void theProgramSeesTheCallersEnvironment() {
        use(tree.jdk("jdk", "25", "env"));
        // Names a careless script would use for itself.
        for (String name :
                List.of("root", "jdk", "lib", "self", "status", "JAVA_OPTS", "MAVEN_OPTS")) {
            tree.environment.put(name, "the caller's");
        }

        assertThat(variables(tree.foster().out()))
                .isEqualTo(variables(run(tree.home, "env").out()));
    }

    @Test
    void everyVariableOfTheLauncherHasItsPrefix() throws IOException {
        // The same for the paths of the script that no test takes.
        Pattern assigned = Pattern.compile("(?m)(^ *\\w+(?==)|read -r [\\w ]+|for \\w+ in)");
        for (String script : List.of("foster", ".mvn/find-jdk.sh")) {
            String text = Files.readString(tree.root.resolve(script));
            assertThat(assigned.matcher(text).results().map(found -> found.group().strip()))
                    .hasSizeGreaterThan(10)
                    .allMatch(found -> found.equals("IFS") || found.contains("foster_"));
        }
    }

    @Test
    void standardInputBelongsToTheProgram() throws IOException {
        use(tree.jdk("jdk", "25", "cat"));

        Result result = LauncherTree.finish(tree.start(), "for the program");

        assertThat(result.out()).isEqualTo("for the program");
        assertThat(tree.root.resolve("build-input")).isEmptyFile();
    }

    @Test
    void theFirstJdkThatWillDoIsTaken() throws IOException {
        Path asked = tree.jdk("asked", "26", PRINT_HOME);
        Path set = tree.jdk("set", "27-ea", PRINT_HOME);
        Path onPath = tree.jdk("on-path", "25.0.1", PRINT_HOME);
        tree.jdk("installed/older", "21.0.4", PRINT_HOME);
        tree.jdk("installed/newer", "26", PRINT_HOME);
        Path tested = tree.jdk("installed/tested", "25", PRINT_HOME);

        tree.environment.put("FOSTER_JDK_FOLDERS", tree.home.resolve("installed") + "/*");
        assertThat(tree.foster().out()).isEqualTo(tested + "\n");

        Files.createSymbolicLink(tree.tools.resolve("java"), onPath.resolve("bin/java"));
        assertThat(tree.foster().out()).isEqualTo(onPath + "\n");

        tree.environment.put("JAVA_HOME", set.toString());
        assertThat(tree.foster().out()).isEqualTo(set + "\n");

        tree.environment.put("FOSTER_JAVA_HOME", asked.toString());
        assertThat(tree.foster().out()).isEqualTo(asked + "\n");
    }

    @Test
    void withoutAnyJdkOneLineSaysWhatToDo() {
        assertRefused(
                tree.foster("version"),
                "cannot run foster: no JDK 25 or newer in FOSTER_JAVA_HOME, JAVA_HOME, PATH or the"
                    + " usual folders (found: no JDK at all); install one with your package"
                    + " manager, SDKMAN or from https://adoptium.net, or set FOSTER_JAVA_HOME to"
                    + " its folder");
    }

    @Test
    void jdksThatWillNotDoAreNamed() throws IOException {
        Path old = tree.jdk("old", "17.0.15", PRINT_HOME);
        Path runtime = tree.jdk("runtime", "25.0.3", PRINT_HOME);
        Files.delete(runtime.resolve("bin/javac"));
        tree.environment.put("JAVA_HOME", old.toString());
        tree.environment.put("FOSTER_JDK_FOLDERS", old + ":" + runtime);

        Result result = tree.foster("version");

        assertThat(result.err())
                .contains("(found: 17.0.15 in " + old)
                .contains(", 25.0.3 without a compiler in " + runtime + ")");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void aWrongFosterJavaHomeIsAnErrorEvenWithAnotherJdkAtHand() {
        tree.environment.put("JAVA_HOME", tree.jdk("good", "25", PRINT_HOME).toString());
        Path old = tree.jdk("old", "17.0.15", PRINT_HOME);

        use(old);
        assertRefused(
                tree.foster("version"),
                "cannot use FOSTER_JAVA_HOME=%s: version 17.0.15; point it at a JDK 25 or newer, or unset it"
                        .formatted(old));

        use(Path.of("/nowhere"));
        assertRefused(
                tree.foster("version"),
                "cannot use FOSTER_JAVA_HOME=/nowhere: no JDK there; point it at a JDK 25 or newer,"
                        + " or unset it");
    }

    private static void assertRefused(Result result, String line) {
        assertThat(result).isEqualTo(new Result(1, "", line + "\n"));
    }

    private void use(Path jdk) {
        tree.environment.put("FOSTER_JAVA_HOME", jdk.toString());
    }

    private Result run(Path directory, String... command) {
        return LauncherTree.finish(tree.start(directory, List.of(command)), "");
    }

    /** The variables in the output of env, less those that a shell sets by itself. */
    private static Map<String, String> variables(String listing) {
        Map<String, String> found = new TreeMap<>();
        listing.lines().forEach(line -> found.put(line.split("=", 2)[0], line.split("=", 2)[1]));
        found.keySet().removeAll(List.of("_", "PWD", "OLDPWD", "SHLVL"));
        return found;
    }
}
