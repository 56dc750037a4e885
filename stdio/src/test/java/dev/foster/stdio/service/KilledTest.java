package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.spec.ServerSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Children that are killed while they work. */
@Timeout(60)
class KilledTest {
    private static final int SESSIONS = 10;
    private static final int ROUNDS = 20;

    @Test
    void everyRequestOfAKilledChildIsAnsweredAndItsSessionGoesOn() throws Exception {
        try (var live = LiveService.of(ShellServer.good("shell"));
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var stays =
                    IntStream.range(0, SESSIONS)
                            .mapToObj(_ -> clients.submit(() -> stay(live)))
                            .toList();
            for (Future<?> stay : stays) {
                stay.get();
            }
            assertThat(live.ends()).hasSize(SESSIONS * ROUNDS);
            assertThat(live.children()).isEqualTo(SESSIONS);
            assertThat(live.service().sessions())
                    .hasSize(SESSIONS)
                    .allSatisfy(session -> assertThat(session.restarts()).isEqualTo(ROUNDS));
        }
    }

    private static Void stay(LiveService live) {
        try (Visitor visitor = live.visitor("shell").open();
                Visitor beside = visitor.beside()) {
            for (int i = 0; i < ROUNDS; i++) {
                long pid = Long.parseLong(visitor.call("pid").words());
                beside.begin("hold");
                LiveService.await("it is asked", () -> live.saidBy(pid) > 0);
                ProcessHandle.of(pid).orElseThrow().destroyForcibly();
                Received answer = beside.receive();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.code()).isEqualTo(Mcp.CHILD_GONE);
                assertThat(visitor.call("pid").words()).isNotEqualTo(Long.toString(pid));
            }
        }
        return null;
    }

    @Test
    void allWhoShareAKilledChildAreAnswered() throws Exception {
        ServerSpec shared = ShellServer.good("shell").sharing(ServerSpec.Sharing.SHARED);
        try (var live = LiveService.of(shared)) {
            var visitors =
                    IntStream.range(0, SESSIONS)
                            .mapToObj(_ -> live.visitor("shell").open())
                            .toList();
            long pid = Long.parseLong(visitors.getFirst().call("pid").words());
            visitors.forEach(visitor -> visitor.begin("hold"));
            LiveService.await("all have asked", () -> live.saidBy(pid) == SESSIONS);
            ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            for (Visitor visitor : visitors) {
                assertThat(visitor.receive().code()).isEqualTo(Mcp.CHILD_GONE);
                assertThat(visitor.call("pid").words()).isNotEqualTo(Long.toString(pid));
            }
            assertThat(live.children()).isEqualTo(1);
        }
    }
}
