package dev.foster.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.json.JsonText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The servers and sessions of a daemon: listed, and ended. */
class SessionVerbsTest {
    @TempDir private Path folder;

    private static void fill(FakeDaemon daemon) {
        daemon.mcp =
                new McpView(
                        Optional.of("127.0.0.1:8808"),
                        Optional.of("token"),
                        Optional.empty(),
                        List.of(
                                server("git", Optional.of("legacy")),
                                server("far", Optional.empty())),
                        List.of(session("abc123"), session("abd456")),
                        List.of(),
                        List.of());
    }

    private static McpServerView server(String name, Optional<String> era) {
        return new McpServerView(
                name,
                Optional.empty(),
                "http://127.0.0.1:8808/mcp/" + name,
                era,
                "client",
                2,
                1,
                3,
                45,
                6);
    }

    private static McpSessionView session(String id) {
        Instant now = Instant.now();
        return new McpSessionView(
                id,
                "git",
                "ann\u001b[2J",
                "2025-11-25",
                now.minusSeconds(60),
                now.minusSeconds(3),
                1,
                0,
                0,
                Optional.of(77L),
                2);
    }

    private static String normal(String text) {
        return text.replaceAll(" +", " ");
    }

    @Test
    void serversAreListed() {
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SessionVerbsTest::fill)) {
            assertThat(called.run("mcp", "ls")).isZero();
            assertThat(normal(called.out()).lines())
                    .containsExactly(
                            "NAME ERA SHARED SESSIONS CHILDREN RESTARTS CALLS ERRORS URL",
                            "git legacy client 1 2 3 45 6 http://127.0.0.1:8808/mcp/git",
                            "far - client 1 2 3 45 6 http://127.0.0.1:8808/mcp/far");
            var json = new Called(folder);
            assertThat(json.run("mcp", "ls", "--json")).isZero();
            assertThat((List<?>) JsonText.parse(json.out())).hasSize(2);
        }
    }

    @Test
    void sessionsAreListedWithoutWhatWouldHarmATerminal() {
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SessionVerbsTest::fill)) {
            assertThat(called.run("mcp", "sessions")).isZero();
            assertThat(called.out()).doesNotContain("\u001b");
            assertThat(normal(called.out()).lines().skip(1))
                    .hasSize(2)
                    .first()
                    .asString()
                    .matches("abc123 git ann\\?\\[2J 2025-11-25 1m\\d\\ds \\d+s 1 77 2");
            var json = new Called(folder);
            assertThat(json.run("mcp", "sessions", "--json")).isZero();
            assertThat((List<?>) JsonText.parse(json.out())).hasSize(2);
        }
    }

    @Test
    void theBeginningOfASessionIsEnoughIfNoOtherBeginsSo() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon(SessionVerbsTest::fill)) {
            assertThat(called.run("mcp", "kill", "abc")).isZero();
            assertThat(called.out()).isEqualTo("abc123: the session with git is over\n");
            assertThat(daemon.calls).containsExactly("end session abc123");
            for (String wrong : List.of("ab", "xyz")) {
                var refused = new Called(folder);
                assertThat(refused.run("mcp", "kill", wrong)).isEqualTo(4);
                ErrorGrammar.assertFollowedBy(refused.err());
            }
            assertThat(daemon.calls).hasSize(1);
        }
    }

    @Test
    void aServerThatIsNotThereIsNamedWithTheNearest() {
        var called = new Called(folder);
        try (FakeDaemon _ = called.daemon(SessionVerbsTest::fill)) {
            assertThat(called.run("mcp", "inspect", "gitt")).isEqualTo(4);
            ErrorGrammar.assertFollowedBy(called.err());
            assertThat(called.err()).contains("did you mean git?");
        }
    }

    @Test
    void withoutADaemonAllSaySo() {
        for (List<String> words :
                List.of(List.of("ls"), List.of("sessions"), List.of("kill", "abc"))) {
            var called = new Called(folder);
            assertThat(called.run(Foster.concat(List.of("mcp"), words).toArray(String[]::new)))
                    .isEqualTo(3);
            ErrorGrammar.assertFollowedBy(called.err());
        }
    }
}
