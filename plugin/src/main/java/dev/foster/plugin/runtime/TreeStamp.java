package dev.foster.plugin.runtime;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.TreeSet;

/** Source files in a folder, without what building them leaves there. */
final class TreeStamp {
    private static final int MOST_FILES = 20_000;

    private TreeStamp() {}

    private abstract static class Sources extends SimpleFileVisitor<Path> {
        private int files;

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes seen)
                throws IOException {
            Path last = folder.getFileName();
            String name = last == null ? "" : last.toString();
            boolean made =
                    name.equals("build")
                            || name.equals("target")
                            || name.equals("dist")
                            || name.equals("__pycache__")
                            || name.equals("venv")
                            || name.equals("node_modules")
                            || name.endsWith(".egg-info")
                            || (name.startsWith(".") && name.length() > 1);
            return made ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
            if (seen.isRegularFile()) {
                source(file, seen);
            }
            return ++files < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        abstract void source(Path file, BasicFileAttributes seen) throws IOException;
    }

    /** A text that changes when a file does. */
    static String of(Path top) throws IOException {
        var lines = new TreeSet<String>();
        Files.walkFileTree(
                top,
                new Sources() {
                    @Override
                    void source(Path file, BasicFileAttributes seen) {
                        lines.add(
                                top.relativize(file)
                                        + " "
                                        + seen.size()
                                        + " "
                                        + seen.lastModifiedTime().toMillis());
                    }
                });
        return Sha256.of(String.join("\n", lines));
    }

    /** Copies the sources to a folder that is not there yet. */
    static void copy(Path top, Path to) throws IOException {
        Files.walkFileTree(
                top,
                new Sources() {
                    @Override
                    void source(Path file, BasicFileAttributes seen) throws IOException {
                        Path target = to.resolve(top.relativize(file).toString());
                        Path parent = target.getParent();
                        if (parent != null) {
                            Files.createDirectories(parent);
                        }
                        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                });
    }
}
