package dev.foster.stdio.gateway;

import dev.foster.process.ChildProblem.Outlook;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.restart.RestartDecision.Again;
import dev.foster.supervise.restart.RestartHistory;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.RestartPolicy.FirstStart;
import dev.foster.supervise.spec.RestartPolicy.When;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps clients that come again and again from starting a server that fails again and again: after
 * some failures in a row, the next start has to wait.
 */
final class StartGate {
    private static final int FREE_FAILURES = 2;

    private final String server;
    private final RestartPolicy policy;
    private RestartHistory history = RestartHistory.none();
    private long notBefore;
    private String last = "";

    StartGate(String server, RestartPolicy policy) {
        this.server = server;
        this.policy = policy.when(When.ALWAYS).firstStart(FirstStart.RETRY).withoutLimit();
    }

    /** Why nothing may be started now; empty when it may. */
    synchronized Optional<RpcProblem> closed(long now) {
        if (history.failures() <= FREE_FAILURES || now - notBefore >= 0) {
            return Optional.empty();
        }
        long seconds = Math.max(1, Duration.ofNanos(notBefore - now).toSeconds());
        return Optional.of(
                new RpcProblem(
                        Mcp.CHILD_GONE,
                        "cannot start "
                                + server
                                + ": it failed "
                                + history.failures()
                                + " times in a row, last: "
                                + last
                                + "; ask again in "
                                + seconds
                                + " s"));
    }

    synchronized void failed(long now, String why) {
        last = why;
        var moment = new Moment(now, 0.5);
        if (history.ended(policy, true, Outlook.PASSING, moment)
                instanceof Again(RestartHistory next, Duration wait)) {
            history = next;
            notBefore = now + wait.toNanos();
        }
    }

    synchronized void worked() {
        history = RestartHistory.none();
    }
}
