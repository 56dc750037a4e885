package dev.foster.control;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The process that has locked a folder itself, which the daemon of a project does as long as it
 * lives: so it is known that there is one when neither its socket nor its files are there.
 *
 * @param pid its number
 * @param counts whether it is one of ours, or the system's. Another user could lock any folder he
 *     may read only to be in the way; and who was started by the holder, as with {@code flock},
 *     holds it as good as himself
 */
public record FolderHolder(long pid, boolean counts) {
    private static final Path PROC = Path.of("/proc");
    private static final int KIND = 1;
    private static final int ACCESS = 3;
    private static final int PID = 4;
    private static final int PLACE = 5;

    /** Who holds the lock of a folder, as far as this system shows it. */
    public static Optional<FolderHolder> of(Path folder) {
        try (Stream<String> locks = Files.lines(PROC.resolve("locks"))) {
            Path real = folder.toRealPath();
            String place = place(real);
            List<String[]> taken =
                    locks.map(line -> line.trim().split("\\s+"))
                            .filter(lock -> lock.length > PLACE)
                            .filter(lock -> lock[KIND].equals("FLOCK"))
                            .filter(lock -> lock[ACCESS].equals("WRITE"))
                            .toList();
            return taken.stream()
                    .filter(lock -> lock[PLACE].equals(place) || hasOpen(lock[PID], real))
                    .filter(lock -> Files.exists(PROC.resolve(lock[PID])))
                    .map(lock -> holder(Long.parseLong(lock[PID])))
                    .findFirst();
        } catch (IOException | RuntimeException notShown) {
            return Optional.empty();
        }
    }

    /** Device and number of a folder, as the table of locks has them. */
    private static String place(Path folder) throws IOException {
        long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
        long number = ((Number) Files.getAttribute(folder, "unix:ino")).longValue();
        long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
        long minor = (device & 0xff) | (device >> 12 & ~0xffL);
        return String.format(Locale.ROOT, "%02x:%02x:%d", major, minor, number);
    }

    /** File systems in layers have other numbers there than here. */
    private static boolean hasOpen(String pid, Path folder) {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(PROC.resolve(pid).resolve("fd"))) {
            for (Path file : files) {
                if (leadsTo(file, folder)) {
                    return true;
                }
            }
        } catch (IOException foreignOrGone) {
            return false;
        }
        return false;
    }

    private static boolean leadsTo(Path link, Path folder) {
        try {
            return Files.readSymbolicLink(link).equals(folder);
        } catch (IOException closed) {
            return false;
        }
    }

    private static FolderHolder holder(long pid) {
        boolean above =
                Stream.iterate(
                                ProcessHandle.current().parent(),
                                Optional::isPresent,
                                parent -> parent.flatMap(ProcessHandle::parent))
                        .anyMatch(parent -> parent.orElseThrow().pid() == pid);
        return new FolderHolder(pid, !above && isTrusted(pid));
    }

    private static boolean isTrusted(long pid) {
        try {
            Object uid = Files.getAttribute(PROC.resolve(Long.toString(pid)), "unix:uid");
            return uid.equals(0)
                    || uid.equals(Files.getAttribute(PROC.resolve("self"), "unix:uid"));
        } catch (IOException gone) {
            return false;
        }
    }
}
