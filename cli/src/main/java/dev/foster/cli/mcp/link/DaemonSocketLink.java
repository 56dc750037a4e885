package dev.foster.cli.mcp.link;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.McpServerView;
import dev.foster.control.McpView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.document.Nearest;
import dev.foster.http.Exchange;
import dev.foster.http.Headers;
import dev.foster.http.HttpClient;
import dev.foster.http.Target;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** To a server of the project's daemon, over its socket: whoever may use that needs no token. */
public final class DaemonSocketLink implements ServerLink {
    private final ProjectPaths project;
    private final ControlClient control;
    private final HttpClient http;
    private final String server;

    public DaemonSocketLink(ProjectPaths project, String server, String program) {
        this.project = project;
        this.server = server;
        this.control = new ControlClient(project, program);
        this.http = HttpClient.onUnixSocket(project.socket()).with("user-agent", program);
    }

    @Override
    public LinkResponse ask(String method, Headers headers, Optional<byte[]> body)
            throws IOException {
        try {
            return new SocketAnswer(http.open(method, Target.of("mcp", server), headers, body));
        } catch (ConnectException nobody) {
            throw new Unreachable(nobody);
        } catch (SocketException failure) {
            if (!Files.exists(project.socket())) {
                throw new Unreachable(failure);
            }
            throw failure;
        }
    }

    /** The server as the daemon sees it. */
    public McpServerView view() {
        McpView view = control.mcp();
        List<String> names = view.servers().stream().map(McpServerView::name).toList();
        return view.servers().stream()
                .filter(one -> one.name().equals(server))
                .findFirst()
                .orElseThrow(() -> unknown(names));
    }

    @Override
    public void check() {
        view();
    }

    private ControlProblem unknown(List<String> names) {
        String advice =
                names.isEmpty()
                        ? "add it to foster.yaml under mcp"
                        : Nearest.of(server, names)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("there are " + String.join(", ", names));
        return new ControlProblem(
                ProblemCode.UNKNOWN_NAME,
                "cannot find the MCP server "
                        + server
                        + ": the project "
                        + project.directory()
                        + " has none of that name; "
                        + advice);
    }

    @Override
    public String place() {
        return server + " of " + project.directory();
    }

    @Override
    public void close() {
        // Each request has a connection of its own, which ends with it.
    }

    private record SocketAnswer(Exchange exchange) implements LinkResponse {
        @Override
        public int status() {
            return exchange.status();
        }

        @Override
        public Optional<String> header(String name) {
            return exchange.headers().first(name);
        }

        @Override
        public InputStream body() {
            return exchange.body();
        }

        @Override
        public void close() {
            try {
                exchange.close();
            } catch (IOException alreadyBroken) {
                // Then it has ended, which is all that was wanted.
            }
        }
    }
}
