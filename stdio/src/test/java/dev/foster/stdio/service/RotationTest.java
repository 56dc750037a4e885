package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.NamedToken;
import dev.foster.stdio.spec.Secret;
import dev.foster.stdio.spec.ServiceSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Clients whose tokens are renewed all the time. {@code -Dfoster.test.rotation.seconds=600} makes
 * it last longer.
 */
@Timeout(900)
class RotationTest {
    private static final int SESSIONS = 20;
    private static final int TOKENS = 100;
    private static final int SECONDS = Integer.getInteger("foster.test.rotation.seconds", 4);

    @TempDir Path folder;

    @Test
    void everyCallIsAnsweredAndEachSessionEndsUpWithOneChildOfItsLastToken() throws Exception {
        List<String> tokens = IntStream.range(0, TOKENS).mapToObj(i -> "token-" + i).toList();
        Path file = Files.write(folder.resolve("tokens"), tokens);
        var ann = NamedToken.of("ann", Secret.inFile(file));
        ServiceSettings settings =
                ServiceSettings.loopback(0, Credentials.tokens(List.of(ann)))
                        .limits(LiveService.many());
        try (var live = LiveService.of(settings, ShellServer.good("shell"));
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            var stays =
                    IntStream.range(0, SESSIONS)
                            .mapToObj(i -> clients.submit(() -> stay(live, tokens, i, until)))
                            .toList();
            for (Future<?> stay : stays) {
                stay.get();
            }
            LiveService.await(
                    "each session has one child",
                    () -> ShellServer.running() == SESSIONS && live.children() == SESSIONS);
            assertThat(live.ends()).as("no child ended but by the service").isEmpty();
        }
    }

    @Test
    void aChildThatDiesWhileItsSuccessorStartsLeavesOneChildAndNobodyWaiting() throws Exception {
        Path file = Files.write(folder.resolve("tokens"), List.of("a", "b", "c", "d", "e"));
        ServiceSettings settings =
                ServiceSettings.loopback(
                        0, Credentials.tokens(List.of(NamedToken.of("ann", Secret.inFile(file)))));
        try (var live = LiveService.of(settings, ShellServer.slow("shell"))) {
            Visitor visitor = live.visitor("shell").token("a").open();
            for (String token : List.of("b", "c", "d", "e")) {
                long pid = Long.parseLong(visitor.call("pid").words());
                assertThat(visitor.token(token).call("pid").words()).matches("\\d+");
                ProcessHandle.of(pid).orElseThrow().destroyForcibly();
                LiveService.await("another answers", () -> answeredByAnother(visitor, pid));
            }
            LiveService.await(
                    "the last is in use", () -> visitor.call("token").words().equals("e"));
            LiveService.await("it has one child", () -> ShellServer.running() == 1);
        }
    }

    private static boolean answeredByAnother(Visitor visitor, long pid) {
        Received received = visitor.call("pid");
        return received.answer().member("result").isPresent()
                && !received.words().equals(Long.toString(pid));
    }

    /** A call is under way all the time while the token changes. */
    private static Void stay(LiveService live, List<String> tokens, int first, long until) {
        int turn = first;
        try (Visitor visitor = live.visitor("shell").token(tokens.get(turn)).open();
                Visitor beside = visitor.beside()) {
            while (System.nanoTime() < until) {
                beside.begin("slow");
                for (int i = 0; i < 20; i++) {
                    assertThat(visitor.call("pid").words()).matches("\\d+");
                }
                assertThat(beside.receive().words()).startsWith("token-");
                turn++;
                String next = tokens.get(turn % tokens.size());
                visitor.token(next);
                beside.token(next);
                if (turn % 4 == 0) {
                    LiveService.await(
                            "it is in use", () -> visitor.call("token").words().equals(next));
                }
            }
            String last = tokens.get(turn % tokens.size());
            LiveService.await(
                    "the last is in use", () -> visitor.call("token").words().equals(last));
        }
        return null;
    }
}
