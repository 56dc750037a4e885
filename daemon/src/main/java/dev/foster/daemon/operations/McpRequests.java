package dev.foster.daemon.operations;

import dev.foster.control.ControlProblem;
import dev.foster.control.McpView;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.mcp.ProjectMcp;
import dev.foster.http.HttpHandler;

import java.util.Optional;
import java.util.function.Supplier;

/** What is asked of the MCP servers, when there are any. */
final class McpRequests {
    private final Supplier<Optional<ProjectMcp>> office;

    McpRequests(Supplier<Optional<ProjectMcp>> office) {
        this.office = office;
    }

    McpView view() {
        return office.get().map(it -> it.view()).orElse(McpView.NONE);
    }

    void end(String session, String who) {
        if (!office.get().map(it -> it.end(session, who)).orElse(false)) {
            throw new ControlProblem(
                    ProblemCode.UNKNOWN_NAME,
                    "cannot end session \""
                            + session
                            + "\": there is none of this id; foster mcp sessions lists them");
        }
    }

    Optional<HttpHandler> handler() {
        return office.get().map(it -> it.handler());
    }
}
