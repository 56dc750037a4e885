package dev.foster.process;

import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands of second JVMs that run as nobody where this one is root. */
final class AsNobody {
    static final boolean ROOT = System.getProperty("user.name", "").equals("root");

    private static final String NOBODY = "65534";

    /** Skips a test that only root can do, and says so; where CI runs it fails instead. */
    static void needRoot() {
        String why = "not root: nobody can become another user here";
        if (!ROOT && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(why);
        }
        Assumptions.assumeTrue(ROOT, why);
    }

    private AsNobody() {}

    /**
     * The command for a scene; its classes are copied to this folder, where nobody can read them.
     */
    static List<String> command(Path folder, String... scene) throws IOException {
        var command = new ArrayList<String>();
        if (ROOT) {
            command.addAll(
                    List.of(
                            "setpriv",
                            "--reuid",
                            NOBODY,
                            "--regid",
                            NOBODY,
                            "--clear-groups",
                            "--"));
        }
        command.addAll(SecondJvm.command(scene));
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, readableForAll(command.get(classPath), folder));
        return command;
    }

    private static String readableForAll(String classPath, Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<Path> copies = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path copy = folder.resolve(copies.size() + "-" + Path.of(entry).getFileName());
            try (Stream<Path> files = Files.walk(Path.of(entry))) {
                for (Path file : files.toList()) {
                    Files.copy(file, copy.resolve(Path.of(entry).relativize(file).toString()));
                }
            }
            copies.add(copy);
        }
        return copies.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
