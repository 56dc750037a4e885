package dev.foster.process.internal.portable;

import dev.foster.process.internal.BlankEnvironment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Finds processes by the cookie in their environment, where the system shows environments. */
final class CookieSearch {
    private static final Path PROC = Path.of("/proc");

    private static final char UNKNOWN = '?';
    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private CookieSearch() {}

    static boolean possible() {
        return Files.isReadable(PROC.resolve("self/environ"));
    }

    /** Those that hold it now; one that is just loading its program is waited for. */
    static Stream<ProcessHandle> holders(String cookie) {
        if (!possible()) {
            return Stream.empty();
        }
        var found = new ArrayList<ProcessHandle>();
        long begin = System.nanoTime();
        List<ProcessHandle> unclear = sort(ProcessHandle.allProcesses().toList(), cookie, found);
        while (!unclear.isEmpty()
                && System.nanoTime() - begin < BlankEnvironment.LONGEST_LOAD_NANOS) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            unclear = sort(unclear, cookie, found);
        }
        return found.stream();
    }

    /** Adds those that hold the cookie to the ones found; tells of which it is not known yet. */
    private static List<ProcessHandle> sort(
            List<ProcessHandle> all, String cookie, List<ProcessHandle> found) {
        var unclear = new ArrayList<ProcessHandle>();
        for (ProcessHandle handle : all) {
            Optional<String> environment = content(handle.pid(), "environ");
            if (environment.filter(text -> text.contains(cookie)).isPresent()) {
                found.add(handle);
            } else if (environment.filter(String::isEmpty).isPresent()
                    && BlankEnvironment.told()
                    && !BlankEnvironment.stays(read(handle.pid(), "stat"))) {
                unclear.add(handle);
            }
        }
        return unclear;
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

    /** False as well where the system does not say. */
    static boolean isStopped(long pid) {
        return state(pid) == 'T';
    }

    /** Whether this system says of processes what they do. */
    static boolean hasStates() {
        return Files.isDirectory(PROC);
    }

    private static char state(long pid) {
        String stat = read(pid, "stat");
        int name = stat.lastIndexOf(')');
        return name >= 0 && stat.length() > name + 2 ? stat.charAt(name + 2) : UNKNOWN;
    }

    private static String read(long pid, String file) {
        return content(pid, file).orElse("");
    }

    private static Optional<String> content(long pid, String name) {
        Path file = PROC.resolve(Long.toString(pid)).resolve(name);
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            // Ended meanwhile, or another user's: in both cases none of ours.
            return Optional.empty();
        }
    }
}
