package dev.foster.daemon;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders whose paths leave room for a socket's. */
final class ShortPaths implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
            throws IOException {
        return Files.createTempDirectory(Path.of("/tmp"), "fd");
    }
}
