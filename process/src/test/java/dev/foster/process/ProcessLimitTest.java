package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A user may have only so many processes. The limit does not hold for root, who therefore becomes
 * nobody here.
 */
@EnabledOnOs(OS.LINUX)
class ProcessLimitTest extends EngineContract {
    private static final String NOBODY = "65534";

    @TempDir Path folder;

    @Test
    void tooManyProcesses() throws Exception {
        var command = new ArrayList<String>();
        if (System.getProperty("user.name", "").equals("root")) {
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
        command.addAll(SecondJvm.command("few-processes", kind.name()));
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, readableForAll(command.get(classPath)));

        try (SecondJvm jvm = secondJvm(command)) {
            assertThat(jvm.line()).isEqualTo("fine");
            // The JVM complains about threads it cannot start, in lines of its own.
            List<String> lines =
                    jvm.allLines().stream().filter(line -> !line.startsWith("[")).toList();

            assertThat(jvm.exitCode()).as("%s", lines).isZero();
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst())
                    .startsWith("too-many-processes cannot start /bin/true: ")
                    .contains("; ");
            assertThat(lines.getLast()).isEqualTo("left 0 descriptors");
        }
    }

    /** A copy of a class path that any user can read, wherever the original lies. */
    private String readableForAll(String classPath) throws IOException {
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
