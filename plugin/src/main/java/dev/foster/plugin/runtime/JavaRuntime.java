package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;

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
    private final Programs programs;
    private final RuntimeOptions options;

    JavaRuntime(Programs programs, RuntimeOptions options) {
        this.programs = programs;
        this.options = options;
    }

    Runtimes.Found find(PluginManifest manifest, Launch.Java java, List<String> checks) {
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
                command.add(
                        classPath.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)));
                command.add(name);
            }
        }
        command.addAll(java.arguments());
        return new Runtimes.Found(command, Map.of(), Set.of());
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
                .map(text -> Path.of(text, "bin", Programs.WINDOWS ? "java.exe" : "java"))
                .filter(Files::isExecutable);
    }
}
