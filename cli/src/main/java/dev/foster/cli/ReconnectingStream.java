package dev.foster.cli;

import dev.foster.control.ControlProblem;
import dev.foster.control.Following;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.process.Quantities;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Follows what a daemon tells. When that daemon is killed, it waits a while for the next one and
 * goes on with it; one that ends in order ends the pursuit.
 */
public final class ReconnectingStream {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_AGAIN_NANOS = 100_000_000;
    private static final long TELL_AFTER_NANOS = 500_000_000;

    private final Invocation invocation;
    private final ProjectPaths project;
    private final String doing;
    private final Duration patience;

    /**
     * A pursuit in one project.
     *
     * @param doing what is done, as it stands behind "cannot"
     */
    public ReconnectingStream(Invocation invocation, ProjectPaths project, String doing) {
        this(invocation, project, doing, PATIENCE);
    }

    ReconnectingStream(
            Invocation invocation, ProjectPaths project, String doing, Duration patience) {
        this.invocation = invocation;
        this.project = project;
        this.doing = doing;
        this.patience = patience;
    }

    /**
     * Follows to the end.
     *
     * @param connect begins to follow, behind the last item that was read
     * @param read takes all that comes; false when nobody wants more of it
     * @return the exit code
     */
    public <T> int follow(Supplier<Following<T>> connect, Predicate<Following<T>> read) {
        Optional<Following<T>> next = Optional.of(connect.get());
        while (next.isPresent()) {
            try (Following<T> following = next.get()) {
                if (!read.test(following)) {
                    return ExitCodes.BROKEN_PIPE;
                }
                if (!following.lost()) {
                    return ExitCodes.OK;
                }
            }
            next = again(connect);
        }
        return ExitCodes.OK;
    }

    /** The next daemon; none when the last one ended in order after all. */
    private <T> Optional<Following<T>> again(Supplier<Following<T>> connect) {
        long begin = System.nanoTime();
        boolean told = false;
        while (Files.exists(project.daemonFile())) {
            try {
                Following<T> following = connect.get();
                invocation.err().println("foster: it is back; going on where it broke off");
                return Optional.of(following);
            } catch (ControlProblem problem) {
                if (!mayPass(problem)) {
                    throw problem;
                }
            }
            long waited = System.nanoTime() - begin;
            // One that ends in order may cut a stream short, and is gone for good a moment later.
            if (!told && waited > TELL_AFTER_NANOS) {
                invocation
                        .err()
                        .println(
                                "foster: lost the connection; waiting up to "
                                        + Quantities.of(patience)
                                        + " for foster to come back");
                told = true;
            }
            if (waited > patience.toNanos() || Thread.currentThread().isInterrupted()) {
                throw new ControlProblem(
                        ProblemCode.NOT_RUNNING,
                        "cannot "
                                + doing
                                + ": foster was killed and did not come back within "
                                + Quantities.of(patience)
                                + "; start it with foster up");
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        return Optional.empty();
    }

    private static boolean mayPass(ControlProblem problem) {
        return problem.code() == ProblemCode.NOT_RUNNING || problem.code() == ProblemCode.INTERNAL;
    }
}
