package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.CacheHint;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServerSpec.Origin;
import dev.foster.stdio.spec.ServerSpec.Sharing;
import dev.foster.stdio.spec.Times;
import dev.foster.stdio.spec.ToolChoice;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What the file says of MCP servers. */
class McpTest {
    @TempDir private Path folder;

    private Reading reading() {
        return new Reading(folder);
    }

    private McpSpec spec(String fields) {
        return Objects.requireNonNull(
                reading().project("mcp:\n  a: {" + fields + "}").mcp().get("a"));
    }

    private ServerSpec server(String fields) {
        return spec(fields).server();
    }

    private static Origin.Command command(ServerSpec spec) {
        return (Origin.Command) spec.origin();
    }

    @Test
    void aServerNeedsNoMoreThanACommand() {
        ServerSpec server = server("command: [node, server.js]");

        assertThat(command(server).child().command()).containsExactly("node", "server.js");
        assertThat(command(server).child().directory()).contains(folder);
        assertThat(command(server).child().environment().set())
                .containsEntry("FOSTER_PROCESS", "a");
        assertThat(server.sharing()).isEqualTo(Sharing.PER_CLIENT);
        assertThat(server.warm()).isZero();
        assertThat(server.era()).isEmpty();
        assertThat(server.tools()).isEqualTo(ToolChoice.all());
        assertThat(server.restart().limit()).contains(new Limit(5, Duration.ofSeconds(60)));
        assertThat(server.times()).isEqualTo(Times.defaults());
        assertThat(server).isEqualTo(ServerSpec.of("a", command(server).child()));
    }

    @Test
    void aServerCanSayAllOfIt() {
        ServerSpec server =
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
        assertThat(spec("command: run, description: the notes").description())
                .contains("the notes");
        assertThat(server.sharing()).isEqualTo(Sharing.SHARED);
        assertThat(server.era()).contains(Era.MODERN);
        assertThat(server.tools())
                .isEqualTo(new ToolChoice(List.of("read_*"), List.of("read_all")));
        assertThat(server.restart().backoff())
                .isEqualTo(new Backoff.Steps(List.of(Duration.ZERO, Duration.ofSeconds(1))));
        assertThat(server.restart().limit()).contains(new Limit(3, Duration.ofMinutes(1)));
        assertThat(server.restart().resetAfter()).isEqualTo(Duration.ofMinutes(5));
        assertThat(server.times())
                .isEqualTo(
                        Times.defaults()
                                .start(Duration.ofSeconds(1))
                                .request(Duration.ofSeconds(2))
                                .idle(Duration.ofSeconds(3))
                                .held(Duration.ofSeconds(4)));
        assertThat(server.limits().messageBytes()).isEqualTo(4_000_000);
        assertThat(server.hint()).isEqualTo(new CacheHint(Duration.ofMinutes(5), true));
        assertThat(server.children()).isEqualTo(7);
    }

    @Test
    void itsChildrenHaveBoundsLikeProcesses() {
        ServerSpec server =
                server(
                        "command: run, limits: {memory: 64MB, files: 100, then: report},"
                                + " isolation: {user: nobody, private_tmp: true}");

        assertThat(command(server).child().confinement().limits())
                .isEqualTo(ResourceLimits.none().memoryBytes(64_000_000).files(100));
        assertThat(command(server).child().confinement().isolation())
                .isEqualTo(Isolation.none().user("nobody").privateTemporary(true));
        assertThat(server.limitRule()).isEqualTo(new LimitRule(2, LimitRule.Then.REPORT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "working_dir: sub",
                "environment: {A: b}",
                "env_file: a.env",
                "inherit: [PATH]",
                "description: notes",
                "share: all",
                "warm: 2",
                "era: modern",
                "token_variable: T",
                "tools: {deny: [a]}",
                "restart: {limit: none}",
                "timeouts: {idle: 1h}",
                "max_message: 4MB",
                "cache: {ttl: 5m}",
                "children: 10",
                "stop: {grace: 1s}",
                "limits: {memory: 64MB}",
                "limits: {checks: 9}",
                "isolation: {user: nobody}"
            })
    void whatDiffersIsToldUnderItsKey(String field) {
        reading().file("a.env", "A=b");
        McpSpec plain = spec("command: run");
        McpSpec other = spec("command: run, " + field);

        assertThat(other).isNotEqualTo(plain);
        assertThat(plain.differences(other))
                .isNotEmpty()
                .allSatisfy(
                        it ->
                                assertThat(it.key().split("\\W", -1)[0])
                                        .isIn(field.split(":", -1)[0], "environment"));
        assertThat(other.differences(spec("command: run, " + field))).isEmpty();
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

        assertThat(Objects.requireNonNull(project.mcp().get("both")).server().origin())
                .isEqualTo(
                        new Origin.Together(
                                List.of(
                                        new ServerSpec.Member("a", "a_"),
                                        new ServerSpec.Member("b", "b_"))));
        assertThat(Objects.requireNonNull(project.mcp().get("short")).server().origin())
                .isEqualTo(
                        new Origin.Together(
                                List.of(
                                        new ServerSpec.Member("a", "x_"),
                                        new ServerSpec.Member("b", ""))));
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
