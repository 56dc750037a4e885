package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.process.SearchPath;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the command of a plugin written in Java. */
final class JavaRuntime {
    private final SearchPath programs;
    private final RuntimeOptions options;
    private final StartupCaches caches;

    JavaRuntime(HelperProgram tool, SearchPath programs, RuntimeOptions options) {
        this.programs = programs;
        this.options = options;
        this.caches = new StartupCaches(tool, options);
    }

    Runtimes.Found find(
            PluginManifest manifest, Launch.Java java, Progress progress, List<String> checks)
            throws InterruptedException {
        return manifest.messages()
                ? message(manifest, java, progress, checks)
                : standalone(manifest, java, checks);
    }

    private Runtimes.Found standalone(
            PluginManifest manifest, Launch.Java java, List<String> checks) {
        Path program = program(manifest);
        checks.add("java is " + program);
        var command = new ArrayList<>(List.of(program.toString()));
        // The virtual machine logs to standard output, where the host expects the handshake.
        command.add("-Xlog:disable");
        command.add("-Xlog:all=warning:stderr");
        java.memory().ifPresent(bytes -> command.add("-Xmx" + bytes));
        command.addAll(java.jvmArguments());
        switch (java.start()) {
            case Launch.Start.Jar(Path file) -> {
                command.add("-jar");
                command.add(file.toString());
            }
            case Launch.Start.MainClass(String name, List<Path> classPath) -> {
                classPath.forEach(path -> checkClassPath(manifest, path));
                command.add("-cp");
                command.add(joined(classPath));
                command.add(name);
            }
        }
        command.addAll(java.arguments());
        return new Runtimes.Found(command, Map.of(), Set.of());
    }

    /** A plugin that our runner runs. */
    private Runtimes.Found message(
            PluginManifest manifest, Launch.Java java, Progress progress, List<String> checks)
            throws InterruptedException {
        JavaRunner runner =
                JavaRunner.find()
                        .orElseThrow(
                                () ->
                                        Runtimes.problem(
                                                manifest,
                                                "what runs message plugins in Java is not part of"
                                                        + " this Foster; install a whole one"));
        Path program = program(manifest);
        checks.add("java is " + program);
        List<String> virtualMachine = MessageJvm.options(java);
        var command = new ArrayList<>(Runtimes.command(program, virtualMachine));
        caches.provide(program, virtualMachine, runner, progress)
                .ifPresent(
                        cache -> {
                            command.add("-XX:AOTCache=" + cache);
                            checks.add("its start-up cache is " + cache);
                        });
        var classPath = new ArrayList<>(runner.classPath());
        // A jar says itself which class it is.
        Optional<String> name = Optional.empty();
        switch (java.start()) {
            case Launch.Start.Jar(Path file) -> classPath.add(file);
            case Launch.Start.MainClass(String main, List<Path> own) -> {
                own.forEach(path -> checkClassPath(manifest, path));
                classPath.addAll(own);
                name = Optional.of(main);
            }
        }
        command.add("-cp");
        command.add(joined(classPath));
        command.add(JavaRunner.MAIN);
        name.ifPresent(command::add);
        if (!java.arguments().isEmpty()) {
            command.add("--");
            command.addAll(java.arguments());
        }
        return new Runtimes.Found(command, Map.of(), Set.of());
    }

    private static String joined(List<Path> classPath) {
        return classPath.stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void checkClassPath(PluginManifest manifest, Path path) {
        Path there = path.endsWith("*") ? path.getParent() : path;
        if (there == null || !Files.exists(there)) {
            throw Runtimes.problem(
                    manifest, "there is no " + path + " for its class path; build or name it");
        }
        Runtimes.checkInside(manifest, there);
    }

    /** The Java that runs this, else the one JAVA_HOME names, else the first along PATH. */
    private Path program(PluginManifest manifest) {
        return home(System.getProperty("java.home"))
                .or(() -> home(options.environment().get("JAVA_HOME")))
                .or(() -> programs.find("java"))
                .orElseThrow(
                        () ->
                                Runtimes.problem(
                                        manifest,
                                        "there is no Java; install one, or set JAVA_HOME"));
    }

    private static Optional<Path> home(@org.jspecify.annotations.Nullable String home) {
        return Optional.ofNullable(home)
                .filter(text -> !text.isBlank())
                .map(text -> Path.of(text, "bin", Runtimes.WINDOWS ? "java.exe" : "java"))
                .filter(Files::isExecutable);
    }
}
