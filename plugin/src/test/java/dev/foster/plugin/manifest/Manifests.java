package dev.foster.plugin.manifest;

import dev.foster.document.DocumentProblem;
import dev.foster.document.Fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads manifests that tests write. */
final class Manifests {
    static final Platform LINUX = new Platform("linux", "amd64");

    private Manifests() {}

    static PluginManifest yaml(Path folder, String text) {
        return ManifestReader.parse(folder, folder.resolve("plugin.yaml"), text, LINUX);
    }

    static PluginManifest json(Path folder, String text) {
        return ManifestReader.parse(folder, folder.resolve("plugin.json"), text, LINUX);
    }

    /** What is wrong with a text, a line each; empty when nothing is. */
    static String refused(Path folder, String text) {
        try {
            var _ = yaml(folder, text);
            return "";
        } catch (DocumentProblem problem) {
            return problem.faults().stream()
                    .map(Fault::toString)
                    .collect(Collectors.joining("\n"))
                    .replace(folder + "/", "");
        }
    }

    static Path write(Path folder, String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
