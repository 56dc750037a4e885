package dev.foster.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program that tests speak to for real, such as a compiler or a terminal. */
public final class Peer {
    // The others are where Debian puts servers, where Go's own archives are unpacked to, and where
    // .ci/setup puts what is not to be installed, for shells that were not told.
    private static final List<String> FOLDERS =
            List.of(
                    String.join(
                                    File.pathSeparator,
                                    System.getenv("PATH"),
                                    "/usr/sbin",
                                    "/usr/local/go/bin",
                                    System.getProperty("user.home")
                                            + "/.cache/foster/prometheus/usr/bin")
                            .split(File.pathSeparator, -1));

    private Peer() {}

    /**
     * Where it is installed here. Where the environment variable CI is {@code true} it has to be,
     * so that no test is left out there unseen.
     *
     * @throws AssertionError where it has to be and is not
     */
    public static Optional<Path> find(String program) {
        Optional<Path> found =
                FOLDERS.stream()
                        .map(folder -> Path.of(folder, program))
                        .filter(Files::isExecutable)
                        .findFirst();
        if (found.isEmpty() && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(program + " is not installed; .ci/setup does that");
        }
        return found;
    }

    /** Whether it is installed, or has to be: see {@link #find}. */
    public static boolean isInstalled(String program) {
        return find(program).isPresent();
    }
}
