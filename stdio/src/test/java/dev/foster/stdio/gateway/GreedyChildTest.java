package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.stdio.gateway.Clients.LegacyClient;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/** Real servers that use more than they may; each stops growing by itself before it does harm. */
final class GreedyChildTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Answers with its process; asked to hoard it takes half a gigabyte first. */
    private static final String SERVER =
            """
            import json, os, sys, time
            kept = []
            for line in sys.stdin:
                message = json.loads(line)
                if 'id' not in message:
                    continue
                result = {'content': [{'type': 'text', 'text': str(os.getpid())}]}
                if message['method'] == 'initialize':
                    result = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},
                              'serverInfo': {'name': 'greedy', 'version': '1'}}
                elif message['params'].get('name') == 'hoard':
                    while len(kept) < 50:
                        kept.append(bytearray(b'x') * 10_000_000)
                        time.sleep(0.02)
                print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'result': result}), flush=True)
            """;

    private final Leaks leaks = Leaks.snapshot();

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    private static Clients clients(Then then) {
        ResourceLimits limits = ResourceLimits.none().memoryBytes(100_000_000);
        ChildSpec child =
                ChildSpec.of("python3", "-c", SERVER)
                        .confinement(new Confinement(limits, Isolation.none()));
        ServerSpec spec =
                ServerSpec.of("fixture", child).limitRule(new LimitRule(2, then)).era(Era.LEGACY);
        return Clients.of(
                List.of(
                        spec.restart(
                                spec.restart()
                                        .backoff(
                                                new Backoff.Steps(
                                                        List.of(Duration.ofMillis(10)))))));
    }

    private static void restartedAndTheSessionGoesOn(Then then, String why) throws Exception {
        try (Clients clients = clients(then);
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            long before = client.talk.pid();
            RpcMessage answer = client.ask("1", "tools/call", "{\"name\":\"hoard\"}");
            assertThat(answer.error().orElseThrow().text("message").orElseThrow())
                    .startsWith("cannot answer tools/call: the server ended (" + why);
            Eventually.until(
                    LIMIT,
                    "a new child",
                    () -> client.talk.pid() != 0 && client.talk.pid() != before);

            assertThat(client.ask("2", "tools/call", "{\"name\":\"pid\"}").toString()).isNotEmpty();
            assertThat(client.talk.restarts()).isOne();
            assertThat(clients.ends).singleElement().asString().startsWith(why);
            assertThat(clients.excesses).singleElement().asString().startsWith(why);
            assertThat(ProcessHandle.of(before)).isEmpty();
        }
    }

    @Test
    void aChildThatHoardsMemoryIsKilledAndStartedAgain() throws Exception {
        restartedAndTheSessionGoesOn(Then.KILL, "killed: memory ");
    }

    @Test
    void aChildThatIsOnlyToldOfGoesOn() throws Exception {
        try (Clients clients = clients(Then.REPORT);
                LegacyClient client = clients.legacy(Clients.ALICE, "{}")) {
            RpcMessage answer = client.ask("1", "tools/call", "{\"name\":\"hoard\"}");
            assertThat(answer.result()).isPresent();
            Eventually.until(LIMIT, "it is told", () -> !clients.excesses.isEmpty());

            assertThat(clients.excesses).singleElement().asString().startsWith("memory ");
            assertThat(client.talk.restarts()).isZero();
            assertThat(clients.ends).isEmpty();
        }
    }
}
