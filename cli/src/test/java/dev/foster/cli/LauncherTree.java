package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A source tree in miniature around the real {@code ./foster}: its Maven and its JDKs are scripts,
 * so a test decides what they do, and nothing of this machine is found by accident.
 */
final class LauncherTree {

    private static final List<String> TOOLS =
            List.of(
                    "sh",
                    "cat",
                    "env",
                    "find",
                    "mkdir",
                    "mv",
                    "pwd",
                    "readlink",
                    "rm",
                    "rmdir",
                    "sed",
                    "sleep",
                    "tail");

    final Path home;
    final Path root;
    final Path tools;

    /** What the launcher is started with: nothing is inherited from the test. */
    final Map<String, String> environment = new TreeMap<>();

    record Result(int code, String out, String err) {}

    LauncherTree(Path temporary) throws IOException {
        home = temporary.toRealPath();
        root = Files.createDirectories(home.resolve("tree of foster"));
        tools = Files.createDirectories(home.resolve("tools"));
        for (String tool : TOOLS) {
            executable(tools.resolve(tool), "#!/bin/sh\nexec " + onPath(tool) + " \"$@\"\n");
        }
        environment.put("PATH", tools.toString());
        environment.put("HOME", home.toString());
        environment.put("FOSTER_JDK_FOLDERS", "");

        Path repository = repository();
        Files.createDirectories(root.resolve(".mvn"));
        for (String file : List.of("foster", ".mvn/find-jdk.sh")) {
            Files.copy(
                    repository.resolve(file),
                    root.resolve(file),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        write("pom.xml", "");
        write("cli/pom.xml", "");
        write("cli/src/main/java/Main.java", "");
        maven("");
    }

    /** Makes Maven do this, then lay out the program as the real one would. */
    void maven(String script) {
        executable(
                root.resolve("mvnw"),
                """
                #!/bin/sh
                echo Maven speaks
                echo "$JAVA_HOME" >>builds
                %s
                cat >build-input
                mkdir -p cli/target/foster/lib
                echo jar >cli/target/foster/lib/foster.jar
                """
                        .formatted(script));
    }

    /**
     * A JDK whose {@code java} runs this script for the program. For the start-up cache it writes
     * its own home into the file, and keeps count.
     */
    Path jdk(String name, String version, String script) {
        Path jdk = home.resolve(name);
        executable(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        executable(
                jdk.resolve("bin/java"),
                """
                #!/bin/sh
                for argument do
                    case $argument in
                        -XX:AOTCacheOutput=*)
                            echo training >>"$0.trainings"
                            echo "${0%%/bin/java}" >"${argument#*=}"
                            exit ;;
                        dev.foster.cli.Main) break ;;
                        -XX:AOTCache=*) cache=${argument#*=} ;;
                    esac
                done
                while [ "$1" != dev.foster.cli.Main ]; do shift; done
                shift
                %s
                """
                        .formatted(script));
        write(jdk.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        return jdk;
    }

    Process start(Path directory, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Process start(String... arguments) {
        List<String> command = new ArrayList<>(List.of(root.resolve("foster").toString()));
        command.addAll(List.of(arguments));
        return start(home, command);
    }

    Result foster(String... arguments) {
        return finish(start(arguments), "");
    }

    static Result finish(Process process, String input) {
        CompletableFuture<String> out = text(process.inputReader(UTF_8));
        CompletableFuture<String> err = text(process.errorReader(UTF_8));
        try (var stdin = process.outputWriter(UTF_8)) {
            stdin.write(input);
        } catch (IOException closed) {
            // A launcher that fails early reads nothing; what it says decides.
            assertThat(closed).hasMessageContaining("pipe");
        }
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends in time").isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
        return new Result(process.exitValue(), out.join(), err.join());
    }

    /** How often Maven was asked to build. */
    int builds() throws IOException {
        Path builds = root.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    /** How often this JDK made a start-up cache. */
    static int trainings(Path jdk) throws IOException {
        return Files.readAllLines(jdk.resolve("bin/java.trainings")).size();
    }

    Path program(String file) {
        return root.resolve("cli/target/foster").resolve(file);
    }

    void write(String file, String content) {
        write(root.resolve(file), content);
    }

    private static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void executable(Path file, String content) {
        write(file, content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static CompletableFuture<String> text(Reader reader) {
        StringWriter text = new StringWriter();
        return CompletableFuture.supplyAsync(
                () -> {
                    try (reader) {
                        reader.transferTo(text);
                        return text.toString();
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                },
                task -> Thread.ofPlatform().start(task));
    }

    private static Path onPath(String tool) {
        for (String folder : List.of("/usr/bin", "/bin")) {
            Path file = Path.of(folder, tool);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new IllegalStateException("cannot find " + tool + " in /usr/bin or /bin");
    }

    static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(".mvn/find-jdk.sh"))) {
            folder = Objects.requireNonNull(folder.getParent(), "outside the repository");
        }
        return folder;
    }
}
