package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A plugin's folder, a PATH, a cache and an engine, and proof that nothing is left of them. */
abstract class RuntimeFixture {
    @TempDir Path temporary;
    Path plugin;
    Path path;
    Path cache;
    FakePython fake;
    ProcessEngine engine;
    final List<String> progress = new CopyOnWriteArrayList<>();
    final Map<String, String> environment = new HashMap<>();
    private Leaks before;

    @BeforeEach
    void begin() throws IOException {
        before = Leaks.snapshot();
        temporary = temporary.toRealPath();
        plugin = Files.createDirectory(temporary.resolve("kv"));
        path = Files.createDirectory(temporary.resolve("bin"));
        cache = temporary.resolve("cache");
        fake = FakePython.logging(temporary.resolve("done"));
        environment.put("PATH", path + ":/usr/bin:/bin");
        // A builder that a test kills leaves its guardian to us.
        engine = ProcessEngine.start(EngineOptions.defaults().orphans(EngineOptions.Orphans.ALL));
    }

    @AfterEach
    void end() {
        engine.close();
        before.assertNothingLeft();
    }

    RuntimeOptions options() {
        return RuntimeOptions.of(environment).cache(cache).questionLimit(Duration.ofSeconds(20));
    }

    void manifest(String text) throws IOException {
        Files.writeString(plugin.resolve("plugin.yaml"), "id: kv\n" + text);
    }

    void file(String name, String text) throws IOException {
        Path file = plugin.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    LaunchCommand prepare() throws InterruptedException {
        return prepare(options());
    }

    LaunchCommand prepare(RuntimeOptions options) throws InterruptedException {
        return new Runtimes(engine, options).prepare(ManifestReader.read(plugin), progress::add);
    }

    /** The environments there are, the locks left out. */
    List<Path> environments() throws IOException {
        Path folder = cache.resolve("python");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory).toList();
        }
    }
}
