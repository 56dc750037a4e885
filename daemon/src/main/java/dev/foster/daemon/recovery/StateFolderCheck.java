package dev.foster.daemon.recovery;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProjectPaths;
import dev.foster.thread.Turns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Looks every second or two whether what belongs to the daemon on disk is still there, and makes it
 * anew: folders of temporary files are tidied up by others, and people delete what they take for
 * old.
 */
public final class StateFolderCheck implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    private final ProjectPaths paths;
    private final List<Part> parts;
    private final Consumer<String> teller;
    private final Thread looking;
    private volatile List<String> problems = List.of();
    private volatile boolean closed;

    /** Something on disk that can be made again. */
    public interface Part {
        /** Makes it anew if it is gone. */
        void renew() throws IOException;
    }

    /**
     * Begins to look.
     *
     * @param teller is told what was gone and is there again
     */
    public StateFolderCheck(ProjectPaths paths, List<Part> parts, Consumer<String> teller) {
        this.paths = paths;
        this.parts = parts;
        this.teller = teller;
        this.looking = Thread.ofVirtual().name("foster-premises").start(this::run);
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(PERIOD_NANOS);
            Turns.take("look after foster's own files", this::look);
        }
    }

    private synchronized void look() {
        if (closed) {
            return;
        }
        var found = new ArrayList<String>();
        makeFolders().ifPresent(found::add);
        for (Part part : parts) {
            try {
                part.renew();
            } catch (IOException unmade) {
                found.add(
                        "cannot make anew what was deleted of foster's own files: "
                                + unmade.getMessage()
                                + "; look at "
                                + paths.runtime()
                                + " and "
                                + paths.state());
            } catch (ControlProblem refused) {
                found.add(String.valueOf(refused.getMessage()));
            }
        }
        problems = List.copyOf(found);
    }

    private Optional<String> makeFolders() {
        List<Path> gone =
                Stream.of(paths.runtime(), paths.state())
                        .filter(folder -> !Files.isDirectory(folder))
                        .toList();
        if (gone.isEmpty()) {
            return Optional.empty();
        }
        try {
            paths.create();
        } catch (ControlProblem refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
        gone.forEach(folder -> teller.accept(folder + " was deleted, and is made anew"));
        return Optional.empty();
    }

    /** What is gone and cannot be made again. */
    public List<String> problems() {
        return problems;
    }

    /** Looks no more: nothing is made again that is deleted in order. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(looking);
        synchronized (this) {
            // The last look is over.
            problems = List.of();
        }
    }
}
