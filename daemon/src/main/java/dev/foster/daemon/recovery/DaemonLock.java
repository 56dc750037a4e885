package dev.foster.daemon.recovery;

import dev.foster.control.ControlProblem;
import dev.foster.control.FolderHolder;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.daemon.files.OwnFile;
import dev.foster.json.JsonProblem;
import dev.foster.process.FolderClaim;
import dev.foster.process.ProcessEngine;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to be the one daemon of a project. It is a claim on the project's folder itself, so it
 * holds whatever is deleted and wherever the state is said to be, and a lock on a file in the state
 * folder, for systems without such claims. The system takes both back when their holder dies,
 * however it dies.
 */
public final class DaemonLock implements AutoCloseable {
    /** A child of the last one may hold on to what it had until it is another program. */
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    private static final long LOOK_AGAIN_NANOS = 10_000_000;

    private final ProjectPaths paths;
    private OwnFile file;
    private Optional<FolderClaim> claim;
    private Optional<String> notice = Optional.empty();
    private Optional<DaemonRecord> record = Optional.empty();

    private DaemonLock(ProjectPaths paths) throws IOException {
        this.paths = paths;
        this.claim = claim();
        try {
            this.file = lockFile();
        } catch (IOException | RuntimeException failure) {
            claim.ifPresent(FolderClaim::close);
            throw failure;
        }
    }

    /**
     * Takes it.
     *
     * @throws ControlProblem when another daemon has it
     */
    public static DaemonLock take(ProjectPaths paths) {
        try {
            return new DaemonLock(paths);
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

    private Optional<FolderClaim> claim() {
        long begin = System.nanoTime();
        Optional<FolderHolder> holder = Optional.empty();
        try {
            while (holder.isEmpty()) {
                Optional<FolderClaim> taken = ProcessEngine.claim(paths.directory());
                if (taken.isPresent()) {
                    return taken;
                }
                holder = FolderHolder.of(paths.directory());
                if (holder.isEmpty() && System.nanoTime() - begin > LAST_MOMENT.toNanos()) {
                    throw taken(paths, " (in another container, since it is not to be seen)");
                }
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
        } catch (IOException impossible) {
            notice = Optional.of(unclaimed(String.valueOf(impossible.getMessage())));
            return Optional.empty();
        }
        if (holder.get().counts()) {
            throw taken(paths, " (process " + holder.get().pid() + ")");
        }
        notice = Optional.of(unclaimed("process " + holder.get().pid() + " has done so"));
        return Optional.empty();
    }

    private String unclaimed(String why) {
        return "cannot lock "
                + paths.directory()
                + ": "
                + why
                + "; foster goes on, but would not notice a second one with another"
                + " FOSTER_STATE_DIR";
    }

    private OwnFile lockFile() throws IOException {
        OwnFile opened = OwnFile.open(paths.lock());
        boolean locked = false;
        try {
            locked = lock(opened);
        } finally {
            if (!locked) {
                opened.close();
            }
        }
        if (!locked) {
            throw taken(
                    paths,
                    predecessor(paths) instanceof Predecessor.Killed(DaemonRecord other)
                            ? " (process " + other.pid() + ")"
                            : "");
        }
        return opened;
    }

    private static boolean lock(OwnFile file) throws IOException {
        try {
            FileLock lock = file.channel().tryLock();
            return lock != null;
        } catch (OverlappingFileLockException thisJvmHasIt) {
            return false;
        }
    }

    private static ControlProblem taken(ProjectPaths paths, String who) {
        return new ControlProblem(
                ProblemCode.CONFLICT,
                "cannot bring up "
                        + paths.directory()
                        + ": a foster is already running for it"
                        + who
                        + "; look at it with foster ps, or end it with foster down");
    }

    /** What about it is not as it should be. */
    public Optional<String> notice() {
        return notice;
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

    public synchronized void write(DaemonRecord next) {
        try {
            next.write(paths.daemonFile());
            record = Optional.of(next);
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

    /**
     * Makes anew what was deleted, and claims the folder if that was not possible before.
     *
     * @throws IOException when that is not possible either
     */
    public synchronized void renew() throws IOException {
        if (claim.isEmpty()) {
            try {
                claim = ProcessEngine.claim(paths.directory());
            } catch (IOException impossible) {
                // As was told when it began.
                claim = Optional.empty();
            }
        }
        if (!file.isThere()) {
            OwnFile deleted = file;
            file = lockFile();
            deleted.close();
        }
        if (record.isPresent() && !Files.exists(paths.daemonFile())) {
            record.get().write(paths.daemonFile());
        }
    }

    /** Gives it back without a word about what is left, for a daemon that could not be started. */
    public synchronized void abandon() {
        try {
            file.close();
        } catch (IOException late) {
            // The system takes it back with the end of this program at the latest.
        }
        claim.ifPresent(FolderClaim::close);
    }

    /** Ends a daemon in order: nothing of it needs to be looked for. */
    @Override
    public synchronized void close() {
        record = Optional.empty();
        try {
            Files.deleteIfExists(paths.daemonFile());
        } catch (IOException leftover) {
            // The next daemon finds the record and looks for remains, of which there are none.
        }
        abandon();
    }
}
