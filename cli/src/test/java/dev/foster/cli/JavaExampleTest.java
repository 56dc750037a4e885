package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The example in Java, built by Maven as its README says and checked. The SDK goes into a
 * repository of this test's own, in front of the person's.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class JavaExampleTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    @Test
    void itIsBuiltAndGood() throws IOException {
        Path own = Path.of("target", "it", "repository").toAbsolutePath();
        try (var project = TestProject.empty()) {
            Path tree = project.folder().resolve("foster");
            for (String part :
                    List.of(
                            ".mvn",
                            "testkit",
                            "plugin-protocol",
                            "sdk/java",
                            "plugin/src/test/protobuf")) {
                PluginKit.copy(REPOSITORY.resolve(part), tree.resolve(part));
            }
            for (String file : List.of("mvnw", "pom.xml")) {
                Files.copy(REPOSITORY.resolve(file), tree.resolve(file));
            }
            onlyModules(tree.resolve("pom.xml"), List.of("testkit", "plugin-protocol", "sdk/java"));
            tree.resolve("mvnw").toFile().setExecutable(true);
            maven(tree, tree, own, "install", "-Dquick", "-Dmaven.test.skip=true");
            Path example =
                    PluginKit.copy(PluginKit.example("java"), project.folder().resolve("kv"));
            maven(tree, example, own, "package");

            try (Program check =
                    project.setup().start("plugin", "check", "--timeout", "60s", "kv")) {
                Program.Result result = check.awaitEnd(Duration.ofMinutes(2));
                assertThat(result.output().lines())
                        .as(result.output() + result.errors())
                        .hasSize(8)
                        .allMatch(line -> line.startsWith("✓ "));
                assertThat(result.code()).isZero();
            }
        }
    }

    private static void onlyModules(Path pom, List<String> modules) throws IOException {
        String text =
                Files.readString(pom)
                        .replaceAll(
                                "(?s)<modules>.*</modules>",
                                "<modules>"
                                        + String.join(
                                                "",
                                                modules.stream()
                                                        .map(it -> "<module>" + it + "</module>")
                                                        .toList())
                                        + "</modules>");
        Files.writeString(pom, text);
    }

    private static void maven(Path tree, Path folder, Path own, String... arguments) {
        var command = new ArrayList<String>();
        command.addAll(List.of(tree.resolve("mvnw").toString(), "-B", "-ntp", "-q"));
        command.add("-Dmaven.repo.local=" + own);
        command.add("-Dmaven.repo.local.tail=" + persons());
        command.add("-Dmaven.repo.local.tail.ignoreAvailability=true");
        command.addAll(Stream.of(arguments).toList());
        command.addAll(List.of("-f", folder.resolve("pom.xml").toString()));
        PluginKit.run(tree, command.toArray(String[]::new));
    }

    /** Where Maven keeps what it fetched for this person. */
    private static Path persons() {
        return Path.of(
                System.getProperty(
                        "maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
    }
}
