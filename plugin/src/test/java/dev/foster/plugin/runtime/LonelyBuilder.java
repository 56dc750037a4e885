package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.process.ProcessEngine;

import java.nio.file.Path;
import java.util.Map;

/** A program that prepares one plugin, so that a test can kill it in the middle. */
final class LonelyBuilder {
    private LonelyBuilder() {}

    /**
     * Prepares a plugin.
     *
     * @param arguments the plugin's folder, the cache, and PATH
     */
    public static void main(String[] arguments) throws InterruptedException {
        try (ProcessEngine engine = ProcessEngine.start()) {
            RuntimeOptions options =
                    RuntimeOptions.of(Map.of("PATH", arguments[2])).cache(Path.of(arguments[1]));
            var _ =
                    new Runtimes(engine, options)
                            .prepare(ManifestReader.read(Path.of(arguments[0])), Progress.silent());
        }
    }
}
