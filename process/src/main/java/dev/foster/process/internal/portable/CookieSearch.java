package dev.foster.process.internal.portable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds processes by the cookie in their environment, where the system shows environments. */
final class CookieSearch {
    private static final Path PROC = Path.of("/proc");

    private static final char UNKNOWN = '?';

    private CookieSearch() {}

    static boolean possible() {
        return Files.isReadable(PROC.resolve("self/environ"));
    }

    static Stream<ProcessHandle> holders(String cookie) {
        if (!possible()) {
            return Stream.empty();
        }
        return ProcessHandle.allProcesses()
                .filter(handle -> read(handle.pid(), "environ").contains(cookie));
    }

    /** A zombie counts as alive for the JDK, and as ended for us. */
    static boolean ended(long pid) {
        return state(pid) == 'Z';
    }

    /** False only when the system says that the process is not suspended. */
    static boolean mayBeStopped(long pid) {
        char state = state(pid);
        return state == 'T' || state == UNKNOWN;
    }

    private static char state(long pid) {
        String stat = read(pid, "stat");
        int name = stat.lastIndexOf(')');
        return name >= 0 && stat.length() > name + 2 ? stat.charAt(name + 2) : UNKNOWN;
    }

    private static String read(long pid, String file) {
        return content(PROC.resolve(Long.toString(pid)).resolve(file)).orElse("");
    }

    private static Optional<String> content(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            // Ended meanwhile, or another user's: in both cases none of ours.
            return Optional.empty();
        }
    }
}
