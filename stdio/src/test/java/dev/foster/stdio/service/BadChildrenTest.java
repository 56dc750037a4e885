package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.Times;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Servers that do what no server should; their clients get an answer all the same. */
@Timeout(60)
class BadChildrenTest {
    private static final Times HASTY = Times.defaults().request(Duration.ofSeconds(5));

    @Test
    void aChildThatNeverAnswersTheGreetingIsGivenUpAndGoes() {
        ServerSpec deaf =
                ShellServer.spec("shell", "exec sleep 1000")
                        .times(HASTY.start(Duration.ofMillis(400)));
        try (var live = LiveService.of(deaf)) {
            Received received = live.visitor("shell").initialize();
            assertThat(received.header("mcp-session-id")).isEmpty();
            assertThat(received.code()).isEqualTo(Mcp.TIMED_OUT);
            LiveService.await("its process is gone", () -> ShellServer.running() == 0);
            assertThat(live.service().sessions()).isEmpty();
        }
    }

    @Test
    void aChildThatEndsAtOnceIsNotStartedByEveryClientThatComes() {
        try (var live = LiveService.of(ShellServer.spec("shell", "echo broken >&2; exit 7"))) {
            for (int i = 0; i < 20; i++) {
                Received received = live.visitor("shell").initialize();
                assertThat(received.header("mcp-session-id")).isEmpty();
                assertThat(received.code()).isEqualTo(Mcp.CHILD_GONE);
            }
            LiveService.await("no process is left", () -> ShellServer.running() == 0);
        }
    }

    @Test
    void aProgramThatDoesNotExistIsSaidToBeMissing() {
        var missing = ServerSpec.of("shell", ChildSpec.of("/no/such/program"));
        try (var live = LiveService.of(missing)) {
            Received received = live.visitor("shell").initialize();
            assertThat(received.code()).isEqualTo(Mcp.CHILD_GONE);
            assertThat(received.body()).contains("/no/such/program");
        }
    }

    @Test
    void rubbishBetweenTheMessagesHarmsNobody() {
        ServerSpec chatty =
                ShellServer.with(
                        "shell",
                        """
                        *'"name":"rubbish"'*)
                            echo 'Loading, please wait...'
                            printf '\\000\\377{"jsonrpc"\\n[1,2\\n{"jsonrpc":"2.0","id":999,"result":1}\\n'
                            words clean ;;
                        """);
        try (var live = LiveService.of(chatty)) {
            Visitor visitor = live.visitor("shell").open();
            String pid = visitor.call("pid").words();
            assertThat(visitor.call("rubbish").words()).isEqualTo("clean");
            assertThat(visitor.call("pid").words()).isEqualTo(pid);
        }
    }

    @Test
    void anAnswerTooLongForAnybodyIsAnErrorAndTheSessionGoesOn() {
        ServerSpec wordy =
                ShellServer.with(
                        "shell",
                        """
                        *'"name":"long"'*)
                            printf '{"jsonrpc":"2.0","id":%s,"result":"' "$id"
                            head -c 20000000 /dev/zero | tr '\\000' x
                            printf '"}\\n' ;;
                        """);
        try (var live = LiveService.of(wordy)) {
            Visitor visitor = live.visitor("shell").open();
            String pid = visitor.call("pid").words();
            Received received = visitor.call("long");
            assertThat(received.answer().member("error")).isPresent();
            assertThat(received.body()).hasSizeLessThan(1_000);
            assertThat(visitor.call("pid").words()).isEqualTo(pid);
        }
    }

    @Test
    void aChildThatClosesItsOutputIsReplaced() {
        ServerSpec mute =
                ShellServer.with("shell", "*'\"name\":\"mute\"'*) exec >/dev/null 2>&1 ;;");
        try (var live = LiveService.of(mute)) {
            Visitor visitor = live.visitor("shell").open();
            long pid = Long.parseLong(visitor.call("pid").words());
            assertThat(visitor.call("mute").code()).isEqualTo(Mcp.CHILD_GONE);
            LiveService.await(
                    "another child answers",
                    () -> visitor.call("pid").answer().member("result").isPresent());
            LiveService.awaitGone(pid);
        }
    }

    /** Its end cannot be told from silence while the child still complains. */
    @Test
    void aChildThatClosesJustItsStandardOutputKeepsNobodyWaitingForEver() {
        ServerSpec mute =
                ShellServer.with("shell", "*'\"name\":\"mute\"'*) exec >/dev/null ;;").times(HASTY);
        try (var live = LiveService.of(mute)) {
            Visitor visitor = live.visitor("shell").open();
            assertThat(visitor.call("mute").code()).isEqualTo(Mcp.TIMED_OUT);
            assertThat(visitor.delete().status()).isEqualTo(204);
            LiveService.await("its process is gone", () -> ShellServer.running() == 0);
        }
    }

    @Test
    void aChildThatClosesItsInputIsReplaced() {
        ServerSpec deaf =
                ShellServer.with("shell", "*'\"name\":\"deaf\"'*) exec <&-; exec sleep 1000 ;;");
        try (var live = LiveService.of(deaf.times(HASTY))) {
            Visitor visitor = live.visitor("shell").open();
            long pid = Long.parseLong(visitor.call("pid").words());
            assertThat(visitor.call("deaf").answer().member("error")).isPresent();
            LiveService.await(
                    "another child answers",
                    () -> visitor.call("pid").answer().member("result").isPresent());
            LiveService.awaitGone(pid);
        }
    }

    @Test
    void aChildThatIgnoresItsEndIsKilledWithItsSession() {
        try (var live = LiveService.of(ShellServer.stubborn("shell"))) {
            Visitor visitor = live.visitor("shell").open();
            long pid = Long.parseLong(visitor.call("pid").words());
            assertThat(visitor.delete().status()).isEqualTo(204);
            LiveService.awaitGone(pid);
            assertThat(visitor.call("pid").status()).isEqualTo(404);
        }
    }

    @Test
    void aChildThatLeavesAGrandchildBehindTakesItAlong() {
        ServerSpec parent =
                ShellServer.with(
                        "shell",
                        """
                        *'"name":"fork"'*)
                            setsid sleep 1000 </dev/null >/dev/null 2>&1 &
                            words $! ;;
                        """);
        try (var live = LiveService.of(parent)) {
            Visitor visitor = live.visitor("shell").open();
            long grandchild = Long.parseLong(visitor.call("fork").words());
            assertThat(ProcTable.running(grandchild)).isTrue();
            assertThat(visitor.delete().status()).isEqualTo(204);
            LiveService.awaitGone(grandchild);
        }
    }

    @Test
    void aChildThatEndsBehindEachAnswerIsStartedForEach() {
        ServerSpec brief = ShellServer.with("shell", "*'\"name\":\"last\"'*) words $$; exit 0 ;;");
        try (var live = LiveService.of(brief)) {
            Visitor visitor = live.visitor("shell").open();
            Set<String> pids = new HashSet<>();
            for (int i = 0; i < 30; i++) {
                // The news of an end may come behind the next request, which then is lost with it.
                LiveService.await(
                        "an answer",
                        () -> {
                            Received received = visitor.call("last");
                            boolean answered = received.answer().member("result").isPresent();
                            assertThat(answered || received.code() == Mcp.CHILD_GONE).isTrue();
                            return answered && pids.add(received.words());
                        });
            }
            assertThat(pids).hasSize(30);
            assertThat(live.service().sessions()).hasSize(1);
        }
    }
}
