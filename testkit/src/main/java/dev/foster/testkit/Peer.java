package dev.foster.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A program that tests speak to for real, such as a compiler or a terminal. */
public final class Peer {
    // The last is where Go's own archives are unpacked to, for shells that were not told.
    private static final List<String> FOLDERS =
            List.of(
                    (System.getenv("PATH") + File.pathSeparator + "/usr/local/go/bin")
                            .split(File.pathSeparator, -1));

    private Peer() {}

    /**
     * Whether it is installed here. Where the environment variable CI is {@code true} it has to be,
     * so that no test is left out there unseen.
     *
     * @throws AssertionError where it has to be and is not
     */
    public static boolean isInstalled(String program) {
        boolean there =
                FOLDERS.stream().anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        if (!there && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(program + " is not installed; .ci/setup does that");
        }
        return there;
    }
}
