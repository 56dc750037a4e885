package dev.foster.stdio.broker;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.supervise.spec.Backoff;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps clients that come again and again from starting a server that fails again and again: after
 * some failures in a row, the next start has to wait.
 */
final class StartGate {
    private static final int FREE_FAILURES = 2;

    private final String server;
    private final Backoff backoff;
    private int row;
    private long notBefore;
    private String last = "";

    StartGate(String server, Backoff backoff) {
        this.server = server;
        this.backoff = backoff;
    }

    /** Why nothing may be started now; empty when it may. */
    synchronized Optional<RpcProblem> closed(long now) {
        if (row <= FREE_FAILURES || now - notBefore >= 0) {
            return Optional.empty();
        }
        long seconds = Math.max(1, Duration.ofNanos(notBefore - now).toSeconds());
        return Optional.of(
                new RpcProblem(
                        Mcp.CHILD_GONE,
                        "cannot start "
                                + server
                                + ": it failed "
                                + row
                                + " times in a row, last: "
                                + last
                                + "; ask again in "
                                + seconds
                                + " s"));
    }

    synchronized void failed(long now, String why) {
        row++;
        last = why;
        notBefore = now + backoff.wait(row, 0.5).toNanos();
    }

    synchronized void worked() {
        row = 0;
    }
}
