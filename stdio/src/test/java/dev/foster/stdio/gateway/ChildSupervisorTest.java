package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.Clients.LegacyClient;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.peers.NodePeers;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.Times;
import dev.foster.supervise.spec.Backoff;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Children that end, are replaced, cannot be started. */
final class ChildSupervisorTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private Leaks leaks;

    @BeforeEach
    void look() throws Exception {
        NodePeers.installed();
        leaks = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    private static ServerSpec quick(ServerSpec spec) {
        return spec.restart(
                spec.restart().backoff(new Backoff.Steps(List.of(Duration.ofMillis(10)))));
    }

    private static void kill(long pid) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    @ParameterizedTest
    @EnumSource
    void aChildThatIsKilledIsStartedAgainAndTheSessionGoesOn(Era child) throws Exception {
        try (Clients clients = Clients.of(child, ChildSupervisorTest::quick);
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            long before = client.talk.pid();
            kill(before);
            Eventually.until(
                    LIMIT,
                    "a new child",
                    () -> client.talk.pid() != 0 && client.talk.pid() != before);

            RpcMessage answer = client.ask("2", "tools/call", "{\"name\":\"test_simple_text\"}");
            assertThat(answer.result()).isPresent();
            assertThat(client.talk.restarts()).isEqualTo(1);
            assertThat(clients.ends).containsExactly("killed by SIGKILL");
        }
    }

    @Test
    void whatWasUnderWayIsAnsweredWithAnErrorWhenTheChildDies() throws Exception {
        try (Clients clients = Clients.of(Era.LEGACY, ChildSupervisorTest::quick);
                LegacyClient client = clients.legacy(Clients.ALICE, "{\"elicitation\":{}}")) {
            Call call =
                    client.begin(
                            "9",
                            "tools/call",
                            "{\"name\":\"test_elicitation\",\"arguments\":"
                                    + "{\"message\":\"x\"}}");
            RpcMessage question = client.next("elicitation/create");
            kill(client.talk.pid());

            RpcMessage answer = Clients.wait(call.answer());
            assertThat(answer.id().json()).isEqualTo("9");
            assertThat(answer.error().orElseThrow().text("message").orElseThrow())
                    .startsWith("cannot answer tools/call: the server ended (killed by SIGKILL)");
            // The answer to a question of the old child is nothing to the new one.
            client.talk.tell(RpcMessage.result(question.id(), answer.error().orElseThrow()));
            assertThat(client.ask("10", "ping", "{}").result()).isPresent();
        }
    }

    @Test
    void subscriptionsAndTheLogLevelAreToldToTheNewChild() throws Exception {
        try (Clients clients = Clients.of(Era.LEGACY, ChildSupervisorTest::quick);
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            client.ask("1", Mcp.SUBSCRIBE, "{\"uri\":\"test://watched-resource\"}");
            client.ask("2", Mcp.SET_LEVEL, "{\"level\":\"debug\"}");
            long before = client.talk.pid();
            kill(before);
            Eventually.until(
                    LIMIT,
                    "a new child",
                    () -> client.talk.pid() > 0 && client.talk.pid() != before);
            client.ask("3", "tools/call", "{\"name\":\"test_tool_with_logging\"}");

            assertThat(client.next(Mcp.MESSAGE_NOTE)).isNotNull();
        }
    }

    @Test
    void aServerThatEndsAgainAndAgainIsGivenUp() throws Exception {
        String once =
                "read line; case $line in *discover*) echo '{\"jsonrpc\":\"2.0\",\"id\":\"'$(echo"
                    + " \"$line\" | sed"
                    + " 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/')'\",\"error\":{\"code\":-32601,\"message\":\"no\"}}';"
                    + " read line;; esac; echo '{\"jsonrpc\":\"2.0\",\"id\":\"'$(echo \"$line\" |"
                    + " sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/')'\",\"result\":{\"capabilities\":{},"
                    + "\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}}';"
                    + " exit 3";
        ServerSpec spec = quick(ServerSpec.of("fixture", ChildSpec.of("/bin/sh", "-c", once)));
        try (Clients clients = Clients.of(List.of(spec));
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            String why = client.talk.ended().get(20, TimeUnit.SECONDS);

            assertThat(why).contains("exit 3");
            assertThat(client.ask("1", "ping", "{}").error()).isPresent();
        }
    }

    @Test
    void aCommandThatIsNotThereIsSaidToWhoeverOpensASession() throws Exception {
        ServerSpec spec = ServerSpec.of("fixture", ChildSpec.of("/no/such/server"));
        try (Clients clients = Clients.of(List.of(spec))) {
            for (int attempt = 0; attempt < 5; attempt++) {
                try (LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
                    assertThat(client.opened.error().orElseThrow().text("message").orElseThrow())
                            .contains("/no/such/server");
                }
            }
            assertThat(clients.ask("1", Mcp.DISCOVER, "{}", "{}").error()).isPresent();
        }
    }

    @Test
    void aChildThatDiesWhenAskedForItsEraIsGreetedTheOldWay() throws Exception {
        List<String> fixture = NodePeers.installed().legacyFixture();
        String fragile =
                "IFS= read -r line; case $line in *server/discover*) exit 1;; esac;"
                        + " { printf '%s\\n' \"$line\"; cat; } | exec \"$0\" \"$@\"";
        var command = new ArrayList<>(List.of("/bin/sh", "-c", fragile));
        command.addAll(fixture);
        ServerSpec spec = ServerSpec.of("fixture", ChildSpec.of(command));
        try (Clients clients = Clients.of(List.of(spec));
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            assertThat(client.opened.result()).isPresent();
        }
    }

    @Test
    void newCredentialsReplaceTheChildAndKeepTheTalk() throws Exception {
        Caller old = Caller.of("ada", Optional.of("one"), Set.of(), Map.of());
        Caller renewed = Caller.of("ada", Optional.of("two"), Set.of(), Map.of());
        try (Clients clients =
                        Clients.of(Era.LEGACY, spec -> quick(spec).tokenVariable("USER_TOKEN"));
                LegacyClient client = clients.legacy(old, "{}")) {
            long before = client.talk.pid();
            assertThat(environment(before)).contains("USER_TOKEN=one");
            client.talk.renew(renewed);
            Eventually.until(LIMIT, "another child", () -> client.talk.pid() != before);

            assertThat(environment(client.talk.pid())).contains("USER_TOKEN=two");
            assertThat(client.ask("1", "ping", "{}").result()).isPresent();
            Eventually.until(LIMIT, "the old one goes", () -> ProcessHandle.of(before).isEmpty());
            assertThat(client.talk.restarts()).isZero();
        }
    }

    private static String environment(long pid) throws Exception {
        return new String(
                        Files.readAllBytes(Path.of("/proc/" + pid + "/environ")),
                        StandardCharsets.UTF_8)
                .replace('\0', '\n');
    }

    @Test
    void childrenThatWaitAreTakenAndReplaced() throws Exception {
        try (Clients clients = Clients.of(Era.LEGACY, spec -> quick(spec).warm(2))) {
            Eventually.until(
                    LIMIT, "two wait", () -> clients.gateway.servers().getFirst().children() == 2);
            try (LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
                assertThat(client.opened.result()).isPresent();
                Eventually.until(
                        LIMIT,
                        "one works, two wait",
                        () -> clients.gateway.servers().getFirst().children() == 3);
            }
        }
    }

    @Test
    void oneChildServesAllWhoShareIt() throws Exception {
        try (Clients clients =
                        Clients.of(Era.LEGACY, spec -> spec.sharing(ServerSpec.Sharing.SHARED));
                LegacyClient one = clients.legacy(Clients.ALICE, "{}");
                LegacyClient two = clients.legacy(Caller.named("bob"), "{}")) {
            assertThat(one.talk.pid()).isEqualTo(two.talk.pid());
            // The same id twice at once, from two clients.
            Call first = one.begin("1", "tools/call", "{\"name\":\"test_simple_text\"}");
            Call second = two.begin("1", "tools/list", "{}");

            assertThat(Clients.wait(first.answer()).result().orElseThrow().member("content"))
                    .isPresent();
            assertThat(Clients.wait(second.answer()).result().orElseThrow().member("tools"))
                    .isPresent();
            assertThat(clients.ask("1", Mcp.TOOLS_LIST, "{}", "{}").result()).isPresent();
            assertThat(clients.gateway.servers().getFirst().children()).isEqualTo(1);
        }
    }

    @Test
    void aChildThatIsSlowToStartIsNotEndedUnderTheRequestThatWaitsForIt() throws Exception {
        // Slower than the time between two looks at who is idle.
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "sleep 3; exec \"$0\" \"$@\""));
        command.addAll(NodePeers.installed().legacyFixture());
        ServerSpec spec = ServerSpec.of("fixture", ChildSpec.of(command));
        Times impatient = spec.times().idle(Duration.ofMillis(200));
        try (Clients clients = Clients.of(List.of(spec.times(impatient)))) {
            assertThat(clients.ask("1", Mcp.DISCOVER, "{}", "{}").result()).isPresent();
        }
    }

    @Test
    void aRequestThatIsGivenUpWhileItWaitsIsAnsweredAndKeepsNothingUp(@TempDir Path folder)
            throws Exception {
        // It works once; from then on its starts hang.
        var command =
                new ArrayList<>(
                        List.of(
                                "/bin/sh",
                                "-c",
                                "mkdir \"$0\" 2>/dev/null || exec sleep 60; exec \"$@\"",
                                folder.resolve("once").toString()));
        command.addAll(NodePeers.installed().legacyFixture());
        ServerSpec spec = quick(ServerSpec.of("fixture", ChildSpec.of(command)));
        Times impatient = spec.times().idle(Duration.ofSeconds(6));
        try (Clients clients = Clients.of(List.of(spec.times(impatient)))) {
            assertThat(clients.ask("1", Mcp.DISCOVER, "{}", "{}").result()).isPresent();
            kill(clients.pids.getFirst());
            Eventually.until(LIMIT, "it has ended", () -> !clients.ends.isEmpty());
            Call call =
                    clients.server()
                            .ask(
                                    Clients.ALICE,
                                    Clients.modern("2", Mcp.DISCOVER, "{}", "{}"),
                                    _ -> {},
                                    _ -> {});
            call.cancel("the client has gone");

            assertThat(Clients.wait(call.answer()).error().orElseThrow().text("message"))
                    .contains("cancelled: the client has gone");
            Eventually.until(
                    LIMIT,
                    "its channel is given up",
                    () -> clients.gateway.servers().getFirst().restarts() == 0);
        }
    }

    @Test
    void aServerThatIsTakenAwayStartsNoChildForWhoeverFoundItBefore() throws Exception {
        try (Clients clients = Clients.of(Era.LEGACY, ChildSupervisorTest::quick)) {
            McpServer found = clients.server();
            clients.gateway.change(List.of());
            Call call =
                    found.ask(
                            Clients.ALICE,
                            Clients.modern("1", Mcp.DISCOVER, "{}", "{}"),
                            _ -> {},
                            _ -> {});

            assertThat(Clients.wait(call.answer()).error()).isPresent();
            assertThat(clients.pids).isEmpty();
        }
    }

    @Test
    void aChildNobodyAsksAnyMoreIsEnded() throws Exception {
        try (Clients clients =
                Clients.of(
                        Era.LEGACY,
                        spec -> spec.times(spec.times().idle(Duration.ofMillis(200))))) {
            clients.ask("1", Mcp.DISCOVER, "{}", "{}");
            long pid = clients.pids.getFirst();
            Eventually.until(LIMIT, "it goes", () -> ProcessHandle.of(pid).isEmpty());

            assertThat(clients.ask("2", Mcp.DISCOVER, "{}", "{}").result()).isPresent();
            assertThat(clients.ends).as("that was no crash").isEmpty();
        }
    }
}
