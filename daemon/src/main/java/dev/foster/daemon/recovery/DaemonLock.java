package dev.foster.daemon.recovery;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.control.json.JsonProblem;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to be the one daemon of a project. The system takes it back when its holder dies,
 * however it dies.
 */
public final class DaemonLock implements AutoCloseable {
    private final ProjectPaths paths;
    private final FileChannel channel;

    private DaemonLock(ProjectPaths paths, FileChannel channel) {
        this.paths = paths;
        this.channel = channel;
    }

    /**
     * Takes it.
     *
     * @throws ControlProblem when another daemon has it
     */
    public static DaemonLock take(ProjectPaths paths) {
        try {
            FileChannel channel =
                    FileChannel.open(
                            paths.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!lock(channel)) {
                channel.close();
                throw taken(paths);
            }
            return new DaemonLock(paths, channel);
        } catch (IOException failure) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot lock "
                            + paths.lock()
                            + ": "
                            + failure.getMessage()
                            + "; check that you may write there");
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException thisJvmHasIt) {
            return false;
        }
    }

    private static ControlProblem taken(ProjectPaths paths) {
        String who =
                predecessor(paths) instanceof Predecessor.Killed(DaemonRecord record)
                        ? " (process " + record.pid() + ")"
                        : "";
        return new ControlProblem(
                ProblemCode.CONFLICT,
                "cannot bring up "
                        + paths.directory()
                        + ": a foster is already running for it"
                        + who
                        + "; look at it with foster ps, or end it with foster down");
    }

    /** The daemon that had it before. */
    public Predecessor predecessor() {
        return predecessor(paths);
    }

    private static Predecessor predecessor(ProjectPaths paths) {
        Path file = paths.daemonFile();
        try {
            return new Predecessor.Killed(DaemonRecord.read(file));
        } catch (NoSuchFileException none) {
            return new Predecessor.None();
        } catch (IOException | JsonProblem broken) {
            return new Predecessor.Unreadable(file, String.valueOf(broken.getMessage()));
        }
    }

    public void write(DaemonRecord record) {
        try {
            record.write(paths.daemonFile());
        } catch (IOException failure) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot write "
                            + paths.daemonFile()
                            + ": "
                            + failure.getMessage()
                            + "; without it nothing could be found again after a crash, so free"
                            + " some space first");
        }
    }

    /** Gives it back without a word about what is left, for a daemon that could not be started. */
    public void abandon() {
        try {
            channel.close();
        } catch (IOException late) {
            // The system takes it back with the end of this program at the latest.
        }
    }

    /** Ends a daemon in order: nothing of it needs to be looked for. */
    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(paths.daemonFile());
        } catch (IOException leftover) {
            // The next daemon finds the record and looks for remains, of which there are none.
        }
    }
}
