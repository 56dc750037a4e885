package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/** What went wrong, as it can be given to whoever asked. */
final class Failures {
    private Failures() {}

    static RpcProblem problem(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return switch (cause) {
            case RpcProblem problem -> problem;
            case TimeoutException _ ->
                    new RpcProblem(
                            Mcp.TIMED_OUT,
                            "cannot answer: no child of the server was ready in time; ask once"
                                    + " more, and see its log");
            default -> new RpcProblem(Mcp.CHILD_GONE, String.valueOf(cause.getMessage()));
        };
    }
}
