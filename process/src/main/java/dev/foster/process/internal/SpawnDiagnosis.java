package dev.foster.process.internal;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** Finds out what an error number of a failed start meant: the same one stands for many causes. */
public final class SpawnDiagnosis {
    private static final int ENOENT = 2;
    private static final int E2BIG = 7;
    private static final int ENOEXEC = 8;
    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int ENOTDIR = 20;
    private static final int ENFILE = 23;
    private static final int EMFILE = 24;
    private static final int ETXTBSY = 26;
    private static final int ELOOP = 40;

    // ELF, and Mach-O in its byte orders and as a universal file.
    private static final List<String> PROGRAM_STARTS =
            List.of(
                    "\u007fELF",
                    "\u00ca\u00fe\u00ba\u00be",
                    "\u00cf\u00fa\u00ed\u00fe",
                    "\u00fe\u00ed\u00fa\u00cf");

    private SpawnDiagnosis() {}

    /** The problem behind an error number, for a program that was found as {@code executable}. */
    public static ChildProblem of(int errno, ChildSpec spec, String executable) {
        String command = spec.command().getFirst();
        return switch (errno) {
            case E2BIG -> new ChildProblem.ArgumentsTooLong(command);
            case EMFILE ->
                    new ChildProblem.TooManyFiles(command, "this process has too many open files");
            case ENFILE ->
                    new ChildProblem.TooManyFiles(command, "the system has too many open files");
            case EAGAIN ->
                    new ChildProblem.TooManyProcesses(command, "the limit on processes is reached");
            case ENOMEM ->
                    new ChildProblem.SpawnFailed(
                            command, "the system is out of memory; run fewer children");
            case ETXTBSY ->
                    new ChildProblem.SpawnFailed(
                            command, "the file is being written; try again when it is complete");
            case ENOENT, EACCES, ENOTDIR, ENOEXEC, ELOOP -> ofNames(errno, spec, executable);
            default ->
                    new ChildProblem.SpawnFailed(
                            command, "the system answered with error " + errno + "; see errno(3)");
        };
    }

    private static ChildProblem ofNames(int errno, ChildSpec spec, String executable) {
        try {
            return ofFiles(errno, spec, executable);
        } catch (InvalidPathException unwritable) {
            // A name beyond ASCII in the C locale: the kernel understands it, Java's files do not.
            String command = spec.command().getFirst();
            return errno == ENOENT
                    ? new ChildProblem.CommandNotFound(command, "")
                    : new ChildProblem.SpawnFailed(
                            command, "the system answered with error " + errno + "; see errno(3)");
        }
    }

    /**
     * What would keep a program from being executed, as far as its file tells: for a start that
     * another program carries out, whose own words would be worse.
     */
    public static Optional<ChildProblem> beforehand(ChildSpec spec, String executable) {
        try {
            Path file = spec.directory().orElse(Path.of("")).resolve(executable);
            return ofPlace(spec, executable)
                    .or(() -> notAProgram(file))
                    .or(() -> missingInterpreter(file));
        } catch (InvalidPathException unwritable) {
            return Optional.empty();
        }
    }

    private static Optional<ChildProblem> missingInterpreter(Path file) {
        String head = head(file);
        if (!head.startsWith("#!")) {
            return Optional.empty();
        }
        String line = head.substring(2).lines().findFirst().orElse("").strip();
        String interpreter = line.split("\\s+", 2)[0];
        return Files.isExecutable(Path.of(interpreter))
                ? Optional.empty()
                : Optional.of(new ChildProblem.BadInterpreter(file, line));
    }

    private static ChildProblem ofFiles(int errno, ChildSpec spec, String executable) {
        return ofPlace(spec, executable)
                .orElseGet(
                        () ->
                                ofContent(
                                        errno,
                                        spec.directory().orElse(Path.of("")).resolve(executable)));
    }

    private static Optional<ChildProblem> ofPlace(ChildSpec spec, String executable) {
        Path directory = spec.directory().orElse(Path.of(""));
        if (spec.directory().isPresent()) {
            if (!Files.exists(directory)) {
                return Optional.of(
                        new ChildProblem.NoSuchDirectory(directory, "it does not exist"));
            }
            if (!Files.isDirectory(directory)) {
                return Optional.of(
                        new ChildProblem.NoSuchDirectory(directory, "it is not a directory"));
            }
            if (!Files.isExecutable(directory)) {
                return Optional.of(
                        new ChildProblem.NoSuchDirectory(directory, "permission denied"));
            }
        }
        Path file = directory.resolve(executable);
        if (!Files.exists(file)) {
            return Optional.of(new ChildProblem.CommandNotFound(spec.command().getFirst(), ""));
        }
        if (Files.isDirectory(file)) {
            return Optional.of(
                    new ChildProblem.NotExecutable(
                            file, "it is a directory; name the program in it"));
        }
        if (!Files.isExecutable(file)) {
            return Optional.of(
                    new ChildProblem.NotExecutable(
                            file,
                            "it may not be executed ("
                                    + ownerAndMode(file)
                                    + "); allow it with chmod +x"));
        }
        return Optional.empty();
    }

    /**
     * What a file is that can be executed only through a shell, which nobody asked for; empty for
     * real programs.
     */
    public static Optional<ChildProblem> notAProgram(Path file) {
        String head = head(file);
        boolean known =
                head.isEmpty()
                        || head.startsWith("#!")
                        || (PROGRAM_STARTS.stream().anyMatch(head::startsWith)
                                && forThisMachine(head));
        return known || !Files.isExecutable(file) || Files.isDirectory(file)
                ? Optional.empty()
                : Optional.of(ofContent(ENOEXEC, file));
    }

    /**
     * An ELF file names the machine it is for in its fifth, nineteenth and twentieth byte; this JVM
     * is one that runs.
     */
    private static boolean forThisMachine(String head) {
        String own = head(Path.of("/proc/self/exe"));
        if (own.length() < 20 || head.length() < 20) {
            return true;
        }
        return own.charAt(4) == head.charAt(4)
                && own.charAt(18) == head.charAt(18)
                && own.charAt(19) == head.charAt(19);
    }

    private static ChildProblem ofContent(int errno, Path file) {
        String head = head(file);
        if (head.startsWith("#!")) {
            String line = head.substring(2).lines().findFirst().orElse("").strip();
            return new ChildProblem.BadInterpreter(file, line.isEmpty() ? "(none)" : line);
        }
        if (head.startsWith("\u007fELF")) {
            String why =
                    errno == ENOENT
                            ? "the dynamic loader it asks for is not installed; install the"
                                    + " libraries it was built for"
                            : "it is a program for another kind of machine, not "
                                    + System.getProperty("os.arch")
                                    + "; get the build for this one";
            return new ChildProblem.NotExecutable(file, why);
        }
        if (errno == ENOEXEC) {
            return new ChildProblem.NotExecutable(
                    file,
                    "it is neither a program nor a script with a #! line; add one, or run it with"
                            + " sh "
                            + file);
        }
        return new ChildProblem.NotExecutable(
                file,
                "the system refuses to execute it ("
                        + ownerAndMode(file)
                        + "); is its file system mounted noexec?");
    }

    private static String head(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(256), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            // It may be executable and still not readable for us; then its content cannot explain
            // anything.
            return "";
        }
    }

    private static String ownerAndMode(Path file) {
        try {
            return "owner "
                    + Files.getOwner(file)
                    + ", mode "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException | UnsupportedOperationException unknown) {
            return "owner and mode unknown";
        }
    }
}
