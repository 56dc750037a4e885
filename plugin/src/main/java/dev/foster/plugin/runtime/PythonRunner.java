package dev.foster.plugin.runtime;

import dev.foster.plugin.files.Durable;
import dev.foster.plugin.files.FolderLock;
import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The program that makes a message plugin of a Python class; it comes with this library. */
final class PythonRunner {
    /** What it needs; a plugin need not ask for it. */
    static final String REQUIREMENT = "nats-py>=2.6,<3";

    /** What it needs besides to sign with a key. */
    static final String SIGNING = "nkeys>=0.1,<1";

    private static final String NAME = "foster_bus";

    private final RuntimeOptions options;
    private Optional<Path> found = Optional.empty();

    PythonRunner(RuntimeOptions options) {
        this.options = options;
    }

    /** What stands behind the interpreter on the command line. */
    List<String> arguments(PluginManifest manifest, Launch.Python launch)
            throws InterruptedException {
        var arguments = new ArrayList<String>();
        arguments.add(folder(manifest).toString());
        arguments.addAll(List.of("--root", manifest.folder().toString()));
        switch (launch.entry()) {
            case Launch.Entry.Script(Path file) ->
                    arguments.addAll(List.of("--file", file.toString()));
            case Launch.Entry.Module(String name) -> arguments.addAll(List.of("--module", name));
        }
        manifest.messaging()
                .mainClass()
                .ifPresent(name -> arguments.addAll(List.of("--class", name)));
        return arguments;
    }

    /** A folder that Python can run: in the source tree, or unpacked from the jar once. */
    private synchronized Path folder(PluginManifest manifest) throws InterruptedException {
        try {
            if (found.isPresent()) {
                return found.get();
            }
            URL here =
                    Objects.requireNonNull(
                            PythonRunner.class.getResource("python/" + NAME + "/__main__.py"));
            Path folder =
                    here.getProtocol().equals("jar")
                            ? unpacked(here)
                            : Objects.requireNonNull(Path.of(here.toURI()).getParent());
            found = Optional.of(folder);
            return folder;
        } catch (IOException | URISyntaxException failed) {
            throw Runtimes.problem(
                    manifest,
                    "its runner cannot be unpacked into "
                            + options.cache()
                            + ": "
                            + failed.getMessage()
                            + "; check that there is room and that you may write there",
                    failed);
        }
    }

    private Path unpacked(URL main) throws IOException, URISyntaxException, InterruptedException {
        String text = main.toString();
        URI file = new URI(text.substring("jar:".length(), text.indexOf("!/")));
        try (FileSystem jar = FileSystems.newFileSystem(Path.of(file), Map.of())) {
            Path source =
                    Objects.requireNonNull(
                            jar.getPath(text.substring(text.indexOf("!/") + 1)).getParent());
            List<Path> files;
            try (var walk = Files.walk(source)) {
                // Not what Python may have left there when it ran from a folder of classes.
                files = walk.filter(it -> it.toString().endsWith(".py")).sorted().toList();
            }
            var content = new StringBuilder();
            for (Path each : files) {
                content.append(source.relativize(each)).append('\n').append(Files.readString(each));
            }
            Path place = options.cache().toAbsolutePath().resolve("runner");
            String key = Sha256.of(content.toString()).substring(0, 24);
            Path folder = place.resolve(key).resolve(NAME);
            try (FolderLock _ = FolderLock.take(place.resolve(key + ".lock"))) {
                for (Path each : files) {
                    Path copy = folder.resolve(source.relativize(each).toString());
                    if (!Files.isRegularFile(copy)) {
                        Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                        Durable.write(copy, Files.readString(each));
                    }
                }
            }
            return folder;
        }
    }
}
