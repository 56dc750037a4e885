package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the file says of MCP servers. */
class McpTest {
    @TempDir private Path folder;

    private Reading reading() {
        return new Reading(folder);
    }

    private McpSpec server(String fields) {
        return Objects.requireNonNull(
                reading().project("mcp:\n  a: {" + fields + "}").mcp().get("a"));
    }

    private static McpSpec.Origin.Command command(McpSpec spec) {
        return (McpSpec.Origin.Command) spec.origin();
    }

    @Test
    void aServerNeedsNoMoreThanACommand() {
        McpSpec server = server("command: [node, server.js]");

        assertThat(command(server).child().command()).containsExactly("node", "server.js");
        assertThat(command(server).child().directory()).contains(folder);
        assertThat(command(server).child().environment().set())
                .containsEntry("FOSTER_PROCESS", "a");
        assertThat(server.shared()).isFalse();
        assertThat(server.warm()).isZero();
        assertThat(server.modern()).isEmpty();
        assertThat(server.tools()).isEqualTo(new McpSpec.Tools(List.of(), List.of()));
        assertThat(server.restart().limit()).contains(new Limit(5, Duration.ofSeconds(60)));
        assertThat(server.times().request()).isEmpty();
        assertThat(server.children()).isEmpty();
    }

    @Test
    void aServerCanSayAllOfIt() {
        McpSpec server =
                server(
                        "command: serve $HOME, working_dir: sub, environment: {LOG: debug},"
                            + " description: the notes, share: all, era: modern, tools: {allow:"
                            + " ['read_*'], deny: [read_all]}, restart: {backoff: [0s, 1s], limit:"
                            + " 3 in 1m, reset_after: 5m}, stop: {grace: 1s}, timeouts: {start: 1s,"
                            + " request: 2s, idle: 3s, answer: 4s}, max_message: 4MB, cache: {ttl:"
                            + " 5m, scope: public}, children: 7");

        assertThat(command(server).child().command())
                .containsExactly("/bin/sh", "-c", "serve $HOME");
        assertThat(command(server).child().directory()).contains(folder.resolve("sub"));
        assertThat(command(server).child().environment().set()).containsEntry("LOG", "debug");
        assertThat(command(server).child().stopPlan().grace()).isEqualTo(Duration.ofSeconds(1));
        assertThat(server.description()).contains("the notes");
        assertThat(server.shared()).isTrue();
        assertThat(server.modern()).contains(true);
        assertThat(server.tools())
                .isEqualTo(new McpSpec.Tools(List.of("read_*"), List.of("read_all")));
        assertThat(server.restart().backoff())
                .isEqualTo(new Backoff.Steps(List.of(Duration.ZERO, Duration.ofSeconds(1))));
        assertThat(server.restart().limit()).contains(new Limit(3, Duration.ofMinutes(1)));
        assertThat(server.restart().resetAfter()).isEqualTo(Duration.ofMinutes(5));
        assertThat(server.times())
                .isEqualTo(
                        new McpSpec.Times(
                                Optional.of(Duration.ofSeconds(1)),
                                Optional.of(Duration.ofSeconds(2)),
                                Optional.of(Duration.ofSeconds(3)),
                                Optional.of(Duration.ofSeconds(4))));
        assertThat(server.messageBytes()).contains(4_000_000);
        assertThat(server.cache()).contains(new McpSpec.Cache(Duration.ofMinutes(5), true));
        assertThat(server.children()).contains(7);
    }

    @Test
    void aListOfServersGetsTheirNamesAsPrefixes() {
        Project project =
                reading()
                        .project(
                                """
                                mcp:
                                  both: {servers: [a, b]}
                                  a: {command: one}
                                  b: {command: two}
                                  short: {servers: {a: x_, b: ""}}
                                """);

        assertThat(Objects.requireNonNull(project.mcp().get("both")).origin())
                .isEqualTo(
                        new McpSpec.Origin.Together(
                                List.of(
                                        new McpSpec.Member("a", "a_"),
                                        new McpSpec.Member("b", "b_"))));
        assertThat(Objects.requireNonNull(project.mcp().get("short")).origin())
                .isEqualTo(
                        new McpSpec.Origin.Together(
                                List.of(
                                        new McpSpec.Member("a", "x_"),
                                        new McpSpec.Member("b", ""))));
        assertThat(project.mcp().keySet()).containsExactly("both", "a", "b", "short");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mcp: {a: {servers: [b]}} |"
                        + " foster.yaml:1:21: cannot read mcp.a.servers: there is no server \"b\";"
                        + " known are a",
                "mcp: {a: {servers: [fils]}, files: {command: run}} | foster.yaml:1:21: cannot read"
                        + " mcp.a.servers: there is no server \"fils\"; did you mean \"files\"?",
                "mcp: {a: {servers: [b]}, b: {servers: [c]}, c: {command: run}} |"
                        + " foster.yaml:1:21: cannot read mcp.a.servers: b puts servers together"
                        + " itself; name those it has",
                "mcp: {a: {servers: {b: x, c: x}}, b: {command: run}, c: {command: run}} |"
                        + " foster.yaml:1:20: cannot read mcp.a.servers: two servers have the same"
                        + " prefix; give each its own: {one: one_, two: two_}",
                "mcp: {a: {servers: [b], warm: 1}, b: {command: run, token_variable: T}} |"
                        + " foster.yaml:1:21: cannot read mcp.a.servers: b needs the token of its"
                        + " client, and here many share it; remove share and warm from a",
                "mcp: {a: {servers: [b], stop: {grace: 1s}}, b: {command: run}} |"
                        + " foster.yaml:1:25: cannot read mcp.a.stop: a server that puts others"
                        + " together has no command; write it where the command is",
                "mcp: {a: {command: run, token_variable: T, share: all}} |"
                        + " foster.yaml:1:25: cannot read mcp.a.token_variable: all clients share a"
                        + " child, which cannot have the token of each; remove share: all, or it",
                "mcp: {a: {command: run, token_variable: T, warm: 1}} | foster.yaml:1:25: cannot"
                        + " read mcp.a.token_variable: children that wait for clients are started"
                        + " before a token is known; remove warm, or it",
                "mcp: {a: {command: run, servers: [a]}} |"
                        + " foster.yaml:1:25: cannot read mcp.a: it has a command and servers; give"
                        + " one of them, such as command: [node, server.js]",
                "mcp: {a: {}} | foster.yaml:1:7: cannot read mcp.a: it has neither a command nor"
                        + " servers; give one of them, such as command: [node, server.js]",
                "mcp: {a: {command: run, tols: {}}} |"
                        + " foster.yaml:1:25: cannot use the key \"tols\" in mcp.a: it is not known"
                        + " here; did you mean \"tools\"?",
                "{mcp: {w: {command: run}}, processes: {w: {command: run}}} |"
                        + " foster.yaml:1:8: cannot name a server \"w\": a process is called so;"
                        + " rename one of them",
                "{mcp: {w: {command: run}}, processes: {w: {command: run, replicas: 2}}} |"
                        + " foster.yaml:1:8: cannot name a server \"w\": a group is called so;"
                        + " rename one of them"
            })
    void whatMakesNoSenseIsTold(String text, String fault) {
        assertThat(reading().faults(text)).isEqualTo(fault);
    }
}
