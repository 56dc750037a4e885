package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;
import dev.foster.process.ProblemException;
import dev.foster.process.SearchPath;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;

/** The programs of the system that confine others. */
final class ConfineTools {
    static final String SETPRIV = "setpriv";
    static final String UNSHARE = "unshare";
    static final String MOUNT = "mount";

    // Users who are not root often have no sbin in their PATH.
    private static final String USUAL = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin";

    private ConfineTools() {}

    static Optional<Path> find(String name) {
        String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + USUAL;
        return SearchPath.of(path).find(name);
    }

    /** The program, or the problem that it is missing for this wish. */
    static String need(String name, String wish) {
        return find(name)
                .map(Path::toString)
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        new ChildProblem.CannotConfine(
                                                wish,
                                                name + " is not installed",
                                                "install the package "
                                                        + (name.equals(MOUNT)
                                                                ? "mount"
                                                                : "util-linux"))));
    }
}
