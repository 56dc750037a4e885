package dev.foster.plugin.runtime;

import dev.foster.plugin.files.InsideFolder;
import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.process.ProcessEngine;
import dev.foster.process.SearchPath;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the command of a plugin and prepares what it needs, for each of the runtimes. Safe for use
 * by many threads; two that need the same environment share one build of it.
 */
public final class Runtimes {
    static final boolean WINDOWS = File.separatorChar == '\\';

    private final SearchPath programs;
    private final PythonRuntime python;
    private final JavaRuntime java;

    public Runtimes(ProcessEngine engine, RuntimeOptions options) {
        this.programs = SearchPath.of(options.environment());
        this.python = new PythonRuntime(new HelperProgram(engine), programs, options);
        this.java = new JavaRuntime(new HelperProgram(engine), programs, options);
    }

    /** What a runtime makes of a launch. */
    record Found(List<String> command, Map<String, String> environment, Set<String> removed) {}

    /**
     * Finds out how a plugin is started. This looks at the files again each time, and may take long
     * when an environment has to be built; an interrupt ends that at once and leaves nothing.
     *
     * @throws RuntimeProblem when the plugin cannot be started here
     */
    public LaunchCommand prepare(PluginManifest manifest, Progress progress)
            throws InterruptedException {
        return prepare(manifest, progress, false);
    }

    /**
     * The same for a plugin that talks NATS.
     *
     * @param signs whether it comes onto the bus with a key, for which Python needs a library
     */
    public LaunchCommand prepare(PluginManifest manifest, Progress progress, boolean signs)
            throws InterruptedException {
        var checks = new ArrayList<String>();
        Path directory = manifest.surroundings().workingDirectory();
        checkInside(manifest, directory);
        if (!Files.isDirectory(directory)) {
            throw problem(manifest, directory + " is no folder; create it, or name another");
        }
        mainFile(manifest.launch()).ifPresent(file -> checkFile(manifest, file, checks));
        Found found =
                switch (manifest.launch()) {
                    case Launch.Exec exec -> exec(manifest, exec, checks);
                    case Launch.Python launch ->
                            python.find(manifest, launch, progress, signs, checks);
                    case Launch.Java launch -> java.find(manifest, launch, progress, checks);
                    case Launch.Node node -> node(manifest, node, checks);
                };
        var environment = new LinkedHashMap<String, String>();
        environment.put("FOSTER_PLUGIN_ID", manifest.id());
        environment.put("FOSTER_PLUGIN_FOLDER", manifest.folder().toString());
        environment.putAll(found.environment());
        environment.putAll(manifest.surroundings().environment());
        return new LaunchCommand(found.command(), directory, environment, found.removed(), checks);
    }

    /** What somebody has to mend: no other attempt would find it otherwise. */
    static RuntimeProblem problem(PluginManifest manifest, String why) {
        return new RuntimeProblem("cannot start " + manifest.id() + ": " + why, null, true);
    }

    /** What reading or writing met, which may go better another time. */
    static RuntimeProblem problem(PluginManifest manifest, String why, Exception met) {
        return new RuntimeProblem("cannot start " + manifest.id() + ": " + why, met);
    }

    /** The manifest was checked when it was read; links may have changed since. */
    static void checkInside(PluginManifest manifest, Path path) {
        try {
            InsideFolder.checkLinks(manifest.folder(), path);
        } catch (InsideFolder.Escape escape) {
            throw problem(
                    manifest,
                    path + " leads out of its folder: " + escape.why() + "; put the file there");
        }
    }

    /** The file of the plugin that is run, where there is one. */
    private static Optional<Path> mainFile(Launch launch) {
        return switch (launch) {
            case Launch.Exec(Launch.Program.InFolder(Path file), var _) -> Optional.of(file);
            case Launch.Exec _ -> Optional.empty();
            case Launch.Python it ->
                    it.entry() instanceof Launch.Entry.Script(Path file)
                            ? Optional.of(file)
                            : Optional.empty();
            case Launch.Java it ->
                    switch (it.start()) {
                        case Launch.Start.Jar(Path file) -> Optional.of(file);
                        case Launch.Start.MainClass(var _, var classPath) ->
                                classPath.stream().filter(Files::isRegularFile).findFirst();
                    };
            case Launch.Node it -> Optional.of(it.main());
        };
    }

    private static void checkFile(PluginManifest manifest, Path file, List<String> checks) {
        checkInside(manifest, file);
        // Python also runs a folder with a __main__.py in it.
        boolean folder =
                manifest.launch() instanceof Launch.Python
                        && Files.isRegularFile(file.resolve("__main__.py"));
        if (!Files.isRegularFile(file) && !folder) {
            throw problem(manifest, "there is no file " + file + "; build or name it");
        }
        checks.add(file + " is there");
        manifest.terms().sha256().ifPresent(sum -> checkSum(manifest, file, sum, checks));
    }

    private static void checkSum(
            PluginManifest manifest, Path file, String wanted, List<String> checks) {
        String actual;
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = Sha256.begin();
            byte[] buffer = new byte[64 << 10];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            actual = HexFormat.of().formatHex(digest.digest());
        } catch (IOException unreadable) {
            throw problem(
                    manifest,
                    "its checksum cannot be made, "
                            + unreadable.getMessage()
                            + "; check that you may read it",
                    unreadable);
        }
        if (!actual.equals(wanted)) {
            throw problem(
                    manifest,
                    "the SHA-256 of "
                            + file
                            + " is "
                            + actual
                            + ", not "
                            + wanted
                            + " as its manifest says; install the right file, or mend the"
                            + " manifest");
        }
        checks.add("its SHA-256 is the one in the manifest");
    }

    private Found exec(PluginManifest manifest, Launch.Exec exec, List<String> checks) {
        Path program =
                switch (exec.program()) {
                    case Launch.Program.InFolder(Path file) -> file;
                    case Launch.Program.OnPath(String name) -> onPath(manifest, name, checks);
                };
        if (!Files.isExecutable(program)) {
            throw problem(
                    manifest, program + " may not be executed; allow it with chmod +x " + program);
        }
        return new Found(command(program, exec.arguments()), Map.of(), Set.of());
    }

    private Path onPath(PluginManifest manifest, String name, List<String> checks) {
        Path program =
                programs.find(name)
                        .orElseThrow(
                                () ->
                                        problem(
                                                manifest,
                                                "there is no "
                                                        + name
                                                        + " in PATH "
                                                        + programs.folders()
                                                        + "; install it"));
        checks.add(name + " is " + program);
        return program;
    }

    private Found node(PluginManifest manifest, Launch.Node node, List<String> checks) {
        var command = new ArrayList<>(command(onPath(manifest, "node", checks), node.options()));
        command.add(node.main().toString());
        command.addAll(node.arguments());
        return new Found(command, Map.of(), Set.of());
    }

    static List<String> command(Path program, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(arguments);
        return command;
    }
}
