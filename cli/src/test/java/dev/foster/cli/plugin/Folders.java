package dev.foster.cli.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Plugins made of a few words. */
final class Folders {
    private Folders() {}

    static Path write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A plugin whose program is this shell script. */
    static Path script(Path folder, String id, String more, String script) {
        write(
                folder.resolve("plugin.yaml"),
                "id: " + id + "\nversion: 1.0.0\ncommand: [sh, plugin.sh]\n" + more);
        write(folder.resolve("plugin.sh"), script + "\n");
        return folder;
    }

    /** A bundle with a plugin of this version. */
    static Path bundle(Path file, String id, String version) {
        try (OutputStream out = Files.newOutputStream(file);
                var zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(id + "/plugin.yaml"));
            zip.write(
                    ("id: " + id + "\nversion: " + version + "\ncommand: [sh, plugin.sh]\n")
                            .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry(id + "/plugin.sh"));
            zip.write("exit 1\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return file;
    }
}
