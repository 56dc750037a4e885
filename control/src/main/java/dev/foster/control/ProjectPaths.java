package dev.foster.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/**
 * Where the files of a project's daemon are. A project is a folder; its daemon's files lie not in
 * it but under the user's runtime and state directories, in folders named after it.
 *
 * @param directory the project's folder, its real path
 * @param runtime what lives as long as the daemon: its socket
 * @param state what outlives it: journal and logs
 */
public record ProjectPaths(Path directory, Path runtime, Path state) {
    /** The longest path a unix socket can have; the structure of the kernel ends there. */
    public static final int LONGEST_SOCKET = 107;

    /** Bits of a folder's mode. */
    private static final int OTHERS_WRITE = 002;

    private static final int GROUP_WRITES = 020;

    private static final int STICKY = 01000;

    private static final int SLUG_LENGTH = 24;
    private static final int HASH_DIGITS = 12;

    /**
     * The paths of the project in a folder.
     *
     * @param environment of the process: XDG_RUNTIME_DIR, XDG_STATE_HOME, HOME, and
     *     FOSTER_RUNTIME_DIR and FOSTER_STATE_DIR before them
     */
    public static ProjectPaths of(Path directory, Map<String, String> environment) {
        Path real = real(directory);
        String folder = slug(real) + "-" + hash(real);
        return new ProjectPaths(
                real,
                runtimeRoot(environment).resolve(folder),
                stateRoot(environment).resolve(folder));
    }

    public Path socket() {
        return runtime.resolve("socket");
    }

    /**
     * Whoever holds its lock is the project's one daemon. It does not lie beside the socket: the
     * runtime directory of one user can differ from login to login.
     */
    public Path lock() {
        return state.resolve("lock");
    }

    /** What the daemon tells about itself to those who cannot reach its socket. */
    public Path daemonFile() {
        return state.resolve("daemon.json");
    }

    /** What runs now, for the daemon that follows one that was killed. */
    public Path running() {
        return state.resolve("running");
    }

    /** What somebody stopped and nobody has started since. */
    public Path stoppedByHand() {
        return state.resolve("stopped-by-hand");
    }

    /** The token that lets clients in to the project's MCP servers, once there is one. */
    public Path mcpToken() {
        return state.resolve("mcp-token");
    }

    /** The token that lets people in to the dashboard, once there is one. */
    public Path webToken() {
        return state.resolve("web-token");
    }

    /** Who is logged in to the dashboard. */
    public Path webSessions() {
        return state.resolve("web-sessions");
    }

    /**
     * Makes the folders, for us alone. What is there already stays as it is: the folder they are in
     * may be one that others use as well. But nobody else may be able to put something in their
     * place, so one in which others may rename is refused, and a project's own that belongs to
     * somebody else: it may be a trap.
     */
    public void create() {
        int length = socket().toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_SOCKET) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot use "
                            + socket()
                            + " as a socket: its path is "
                            + length
                            + " bytes long and the system allows "
                            + LONGEST_SOCKET
                            + "; set FOSTER_RUNTIME_DIR to a shorter folder");
        }
        for (Path folder : new Path[] {runtime, state}) {
            Path root = parent(folder);
            try {
                Files.createDirectories(parent(root));
                make(root);
                refuseUnsafe(root);
                make(folder);
                refuseOpen(folder);
            } catch (IOException failure) {
                throw new ControlProblem(
                        ProblemCode.CONFIGURATION,
                        "cannot make the folder "
                                + folder
                                + ": "
                                + reason(failure)
                                + "; make it writable, or set FOSTER_RUNTIME_DIR and"
                                + " FOSTER_STATE_DIR to folders that are");
            }
        }
    }

    private static Path parent(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        return parent == null ? path : parent;
    }

    private static String reason(IOException failure) {
        String name = failure.getClass().getSimpleName().replace("Exception", "");
        return name.isEmpty() ? failure.toString() : failure.getMessage() + " (" + name + ")";
    }

    private static void make(Path folder) throws IOException {
        try {
            Files.createDirectory(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException exists) {
            // Then it has to be a good one.
        }
    }

    /** A folder for folders of projects: ours or the system's, in which others rename nothing. */
    private static void refuseUnsafe(Path root) throws IOException {
        if (!isOwn(root) && !isOfSystem(root)) {
            throw notOwn(root);
        }
        if ((mode(root) & OTHERS_WRITE) != 0 && (mode(root) & STICKY) == 0) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot use the folder "
                            + root
                            + ": others may write there, and could put something of theirs in the"
                            + " place of a socket; take that from them with chmod go-w, or set"
                            + " FOSTER_RUNTIME_DIR and FOSTER_STATE_DIR to other folders");
        }
    }

    /** What we make is for us alone; who opened it has to say so again. */
    private static void refuseOpen(Path folder) throws IOException {
        if (!isOwn(folder)) {
            throw notOwn(folder);
        }
        if ((mode(folder) & (OTHERS_WRITE | GROUP_WRITES)) != 0) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot use the folder "
                            + folder
                            + ": others may write there; take that from them with chmod go-w");
        }
    }

    private static int mode(Path folder) throws IOException {
        return (int) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Refuses a runtime directory that somebody else has made in our place: behind a socket in it
     * would be a daemon that is not ours.
     */
    public void refuseStrangers() {
        Path root = parent(runtime);
        try {
            for (Path folder : new Path[] {root, runtime}) {
                if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !isSafe(folder)) {
                    throw notOwn(folder);
                }
            }
        } catch (IOException goneMeanwhile) {
            // Then there is no socket in it either, which is told when it is needed.
        }
    }

    private boolean isSafe(Path folder) throws IOException {
        return isOwn(folder) || (!folder.equals(runtime) && isOfSystem(folder));
    }

    private static boolean isOfSystem(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(0);
    }

    private static boolean isOwn(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(ownUid());
    }

    private static ControlProblem notOwn(Path folder) {
        return new ControlProblem(
                ProblemCode.CONFIGURATION,
                "cannot use the folder "
                        + folder
                        + ": it is not a folder of yours; remove it, or set FOSTER_RUNTIME_DIR to"
                        + " another");
    }

    private static Path runtimeRoot(Map<String, String> environment) {
        String own = environment.getOrDefault("FOSTER_RUNTIME_DIR", "");
        if (!own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        String standard = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        return standard.isEmpty()
                ? Path.of("/tmp", "foster-" + ownUid())
                : Path.of(standard, "foster").toAbsolutePath();
    }

    private static Path stateRoot(Map<String, String> environment) {
        String own = environment.getOrDefault("FOSTER_STATE_DIR", "");
        if (!own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        String standard = environment.getOrDefault("XDG_STATE_HOME", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", "/"));
        return (standard.isEmpty() ? Path.of(home, ".local", "state") : Path.of(standard))
                .resolve("foster")
                .toAbsolutePath();
    }

    /** Java has no call for it; a process's own entry, or home, belongs to its user. */
    private static Object ownUid() {
        Path self = Path.of("/proc/self");
        Path owned = Files.exists(self) ? self : Path.of(System.getProperty("user.home", "/"));
        try {
            return Files.getAttribute(owned, "unix:uid");
        } catch (IOException | UnsupportedOperationException unknown) {
            return System.getProperty("user.name", "user");
        }
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException missing) {
            return directory.toAbsolutePath().normalize();
        }
    }

    private static String slug(Path directory) {
        Path last = directory.getFileName();
        String name = last == null ? "root" : last.toString().toLowerCase(Locale.ROOT);
        String plain = name.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return plain.isEmpty()
                ? "project"
                : plain.substring(0, Math.min(SLUG_LENGTH, plain.length()));
    }

    private static String hash(Path directory) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(directory.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
