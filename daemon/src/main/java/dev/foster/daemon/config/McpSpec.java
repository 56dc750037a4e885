package dev.foster.daemon.config;

import dev.foster.daemon.config.RunSection.Run;
import dev.foster.document.Difference;
import dev.foster.process.ChildSpec;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServerSpec.Origin;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An MCP server of a project.
 *
 * @param server it as it is offered
 * @param variables what the environment of its children is made of
 * @param description what it is for, in people's own words
 */
@SuppressWarnings("exports") // its variables are for the readers of files alone
public record McpSpec(ServerSpec server, Variables variables, Optional<String> description) {

    public McpSpec {
        Objects.requireNonNull(server);
        Objects.requireNonNull(variables);
    }

    /** One of which nothing else is said. */
    static McpSpec of(String name, ChildSpec child) {
        return new McpSpec(ServerSpec.of(name, child), Variables.USUAL, Optional.empty());
    }

    public String name() {
        return server.name();
    }

    /** What another reading says otherwise, field by field. */
    public List<Difference> differences(McpSpec next) {
        return McpSection.SERVER.differences(this, next);
    }

    /** Whether its sessions end when it becomes that one. */
    public boolean endsSessions(McpSpec next) {
        return !server.equals(next.server);
    }

    McpSpec server(ServerSpec wanted) {
        return new McpSpec(wanted, variables, description);
    }

    McpSpec description(String wanted) {
        return new McpSpec(server, variables, Optional.of(wanted));
    }

    /** What its children run; nothing of that is said where others are put together. */
    Run run() {
        ChildSpec child =
                server.origin() instanceof Origin.Command(ChildSpec it) ? it : Run.USUAL.child();
        return new Run(child, variables, server.limitRule());
    }

    McpSpec run(Run wanted) {
        Origin origin =
                server.origin() instanceof Origin.Together
                        ? server.origin()
                        : new Origin.Command(wanted.child());
        return new McpSpec(
                server.origin(origin).limitRule(wanted.rule()), wanted.variables(), description);
    }

    Optional<List<ServerSpec.Member>> members() {
        return server.origin() instanceof Origin.Together(List<ServerSpec.Member> members)
                ? Optional.of(members)
                : Optional.empty();
    }

    McpSpec members(List<ServerSpec.Member> wanted) {
        return server(server.origin(new Origin.Together(wanted)));
    }

    /** The same with all that its children find in their environment. */
    McpSpec complete(Context context) {
        Run run = run();
        return run(run.child(run.child().environment(variables.environment(name(), context))));
    }
}
