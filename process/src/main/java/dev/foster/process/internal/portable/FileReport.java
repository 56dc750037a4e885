package dev.foster.process.internal.portable;

import dev.foster.process.ChildProblem;
import dev.foster.process.ProblemException;
import dev.foster.process.internal.confine.ConfineTimeout;
import dev.foster.process.internal.confine.Report;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How those who lead to a confined child tell that it begins, in a file: the JDK hands over no
 * further descriptor.
 */
final class FileReport implements AutoCloseable {
    private static final long LOOK_AGAIN_NANOS = 1_000_000;
    private static final long LONGEST_END_SECONDS = 2;

    private final Path file;

    FileReport(String program) {
        try {
            file = Files.createTempFile("foster-launch-", ".txt");
        } catch (IOException full) {
            throw new ProblemException(
                    new ChildProblem.SpawnFailed(
                            program,
                            "no temporary file can be made ("
                                    + full.getMessage()
                                    + "); make room for one"));
        }
    }

    Report place() {
        return Report.inFile(file);
    }

    /** Returns once the child has begun; otherwise nothing is left of it, nor after too long. */
    void await(Process started, String program) {
        long limit = System.nanoTime() + ConfineTimeout.nanos();
        boolean alive = true;
        while (!Report.tellsOfStart(told())) {
            if (!alive) {
                closeStreams(started);
                throw new ProblemException(Report.problem(told(), program));
            }
            if (System.nanoTime() - limit >= 0) {
                end(started);
                closeStreams(started);
                throw new ProblemException(ConfineTimeout.exhausted(program));
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            // Asked before the last look, since its last words may come in between.
            alive = started.isAlive();
        }
    }

    /** First the chain, so that it starts nobody else meanwhile. */
    private static void end(Process started) {
        List<ProcessHandle> below = started.descendants().toList();
        started.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
        try {
            var _ = started.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeStreams(Process started) {
        List.of(started.getOutputStream(), started.getInputStream(), started.getErrorStream())
                .forEach(FileReport::closeQuietly);
    }

    private String told() {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static void closeQuietly(Closeable stream) {
        try {
            stream.close();
        } catch (IOException alreadyBroken) {
            // Of a process that is gone: nothing can be lost any more.
            return;
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            file.toFile().deleteOnExit();
        }
    }
}
