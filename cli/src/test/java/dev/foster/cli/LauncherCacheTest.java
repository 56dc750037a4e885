package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.LauncherTree.Result;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * The JVM's start-up cache as {@code ./foster} makes it: with scripted JDKs, then with this very
 * JVM.
 */
class LauncherCacheTest {

    /** Prints which JDK made the cache the program was started with. */
    private static final String PRINT_CACHE_MAKER = "cat \"${cache:-/dev/null}\"";

    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

    @TempDir Path temporary;
    LauncherTree tree;

    @BeforeEach
    void plantTree() throws IOException {
        tree = new LauncherTree(temporary);
    }

    @Test
    void eachJdkRunsWithItsOwnCache() throws IOException {
        Path first = use(tree.jdk("first", "25.0.3", PRINT_CACHE_MAKER));
        assertThat(tree.foster().out()).isEqualTo(first + "\n");

        Path second = use(tree.jdk("second", "25.0.3", PRINT_CACHE_MAKER));
        assertThat(tree.foster().out()).isEqualTo(second + "\n");
        assertThat(tree.builds()).as("another JDK needs no other build").isEqualTo(1);
    }

    @Test
    void aJdkUpdatedInPlaceGetsANewCache() throws IOException {
        Path jdk = use(tree.jdk("jdk", "25.0.3", PRINT_CACHE_MAKER));
        tree.foster();

        tree.jdk("jdk", "25.0.4", PRINT_CACHE_MAKER);

        assertThat(tree.foster().out()).isEqualTo(jdk + "\n");
        assertThat(LauncherTree.trainings(jdk)).isEqualTo(2);
    }

    @Test
    void theCacheServesHoweverTheLauncherIsCalled() throws IOException {
        Path jdk = use(tree.jdk("jdk", "25.0.3", PRINT_CACHE_MAKER));
        Path link = tree.home.resolve("link");
        Files.createSymbolicLink(link, tree.root);

        for (Path directory : List.of(tree.root, link)) {
            Process process = tree.start(directory, List.of("./foster"));
            assertThat(LauncherTree.finish(process, "").out()).isEqualTo(jdk + "\n");
        }
        tree.environment.put("JAVA_HOME", "/another/way/to/ask");
        assertThat(tree.foster().out()).isEqualTo(jdk + "\n");

        assertThat(LauncherTree.trainings(jdk)).isEqualTo(1);
    }

    @Test
    void aChangedOrMissingCacheIsMadeAnew() throws IOException {
        Path jdk = use(tree.jdk("jdk", "25.0.3", PRINT_CACHE_MAKER));
        tree.foster();

        Files.writeString(tree.program("startup.aot"), "damaged");
        makeNewerThanTheRecord(tree.program("startup.aot"));
        assertThat(tree.foster().out()).isEqualTo(jdk + "\n");

        Files.delete(tree.program("startup.aot"));
        assertThat(tree.foster().out()).isEqualTo(jdk + "\n");
    }

    @Test
    void aChangedJarGetsANewCache() throws IOException {
        Path jdk = use(tree.jdk("jdk", "25.0.3", PRINT_CACHE_MAKER));
        tree.foster();

        makeNewerThanTheRecord(tree.program("lib/foster.jar"));
        tree.foster();

        assertThat(LauncherTree.trainings(jdk)).isEqualTo(2);
    }

    @Test
    void theProgramRunsWithoutACacheThatCannotBeMade() throws IOException {
        Path jdk = use(tree.jdk("jdk", "25.0.3", "echo \"cache: $cache\""));
        Path java = jdk.resolve("bin/java");
        LauncherTree.executable(java, Files.readString(java).replace("exit ;;", "exit 1 ;;"));

        assertThat(tree.foster().out()).isEqualTo("cache: \n");
        assertThat(tree.foster().out()).isEqualTo("cache: \n");
        assertThat(LauncherTree.trainings(jdk)).as("tried once only").isEqualTo(1);
    }

    @Test
    void theRealJvmUsesTheCacheAndNeverSpeaksOfIt() throws IOException {
        use(Path.of(System.getProperty("java.home")));
        mavenBuilds(
                """
                package dev.foster.cli;
                public class Main {
                    public static void main(String[] words) {
                        System.out.println("ran " + ProcessHandle.current().info().arguments().map(
                            all -> java.util.Arrays.stream(all).filter(
                                word -> word.startsWith("-XX:AOTCache=")).count()).orElse(0L));
                    }
                }
                """);
        Result quiet = new Result(0, "ran 1\n", "");

        assertThat(tree.foster("version").out()).isEqualTo("ran 1\n");
        assertThat(tree.foster("version")).as("warm").isEqualTo(quiet);
        assertThat(Files.size(tree.program("startup.aot"))).isGreaterThan(1_000_000);

        Files.delete(tree.program("startup.aot"));
        assertThat(tree.foster("version")).as("a deleted cache").isEqualTo(quiet);

        // Both are older than the record, so the launcher sees nothing wrong, and the JVM has to
        // refuse the cache by itself.
        age(tree.program("lib/foster.jar"));
        assertThat(tree.foster("version")).as("another jar").isEqualTo(quiet);
        Files.writeString(tree.program("startup.aot"), "not a cache");
        age(tree.program("startup.aot"));
        assertThat(tree.foster("version")).as("a foreign cache").isEqualTo(quiet);
        assertThat(tree.program("startup.aot")).hasContent("not a cache");
    }

    private void mavenBuilds(String source) throws IOException {
        tree.write("Main.java", source);
        run("javac", "-d", tree.home.resolve("classes").toString(), tree.root + "/Main.java");
        String jar = tree.home.resolve("real.jar").toString();
        run("jar", "--create", "--file", jar, "-C", tree.home.resolve("classes").toString(), ".");
        tree.maven(
                "mkdir -p cli/target/foster/lib; cat '"
                        + jar
                        + "' >cli/target/foster/lib/foster.jar; exit");
    }

    private static void run(String tool, String... arguments) {
        int code =
                ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
        assertThat(code).as(List.of(arguments).toString()).isZero();
    }

    private Path use(Path jdk) {
        tree.environment.put("FOSTER_JAVA_HOME", jdk.toString());
        return jdk;
    }

    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(file, LONG_AGO);
    }

    private void makeNewerThanTheRecord(Path file) throws IOException {
        for (String each : List.of("cached", "startup.aot", "lib/foster.jar")) {
            age(tree.program(each));
        }
        Instant later = LONG_AGO.toInstant().plusSeconds(60);
        Files.setLastModifiedTime(file, FileTime.from(later));
    }
}
