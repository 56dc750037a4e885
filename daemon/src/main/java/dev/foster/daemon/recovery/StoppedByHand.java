package dev.foster.daemon.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.daemon.files.Unwritable;
import dev.foster.daemon.files.WholeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The processes that somebody stopped and nobody has started since, in a file of its own: the
 * journal forgets, and an end of everything is no wish about each. It is on the disk before a stop
 * is even begun, so it holds whatever ends the daemon, the power too.
 */
public final class StoppedByHand {
    private final Path file;
    private final Set<String> names = new TreeSet<>();
    private Optional<String> problem = Optional.empty();

    /** As the daemons before this one left it. */
    public StoppedByHand(Path file) {
        this.file = file;
        try {
            Files.readAllLines(file, UTF_8).stream()
                    .filter(line -> !line.isBlank())
                    .forEach(names::add);
        } catch (NoSuchFileException none) {
            // Nothing was ever stopped.
        } catch (IOException unreadable) {
            problem =
                    Optional.of(
                            "cannot read "
                                    + file
                                    + ": "
                                    + Unwritable.reason(unreadable)
                                    + "; what was stopped by hand before is started again");
        }
    }

    public synchronized Set<String> names() {
        return Set.copyOf(names);
    }

    /** Returns when it is on the disk, or when it is known that it cannot be. */
    public synchronized void stopped(Collection<String> some) {
        if (names.addAll(some)) {
            write();
        }
    }

    /** These were started by hand, or are no processes any more. */
    public synchronized void started(Collection<String> some) {
        if (names.removeAll(Set.copyOf(some))) {
            write();
        }
    }

    /** Forgets what is not among these. */
    public synchronized void keepOnly(Collection<String> known) {
        if (names.retainAll(Set.copyOf(known))) {
            write();
        }
    }

    /** Writes again what could not be written, or is gone. */
    public synchronized void renew() {
        if (problem.isPresent() || (!names.isEmpty() && !Files.exists(file))) {
            write();
        }
    }

    /** Why it cannot be kept, when it cannot. */
    public synchronized Optional<String> problem() {
        return problem;
    }

    private void write() {
        try {
            WholeFile.writeToDisk(file, String.join("\n", names) + "\n");
            problem = Optional.empty();
        } catch (IOException unwritable) {
            problem =
                    Optional.of(
                            Unwritable.problem(
                                    file,
                                    unwritable,
                                    "what is stopped by hand would be started again after a"
                                            + " crash"));
        }
    }
}
