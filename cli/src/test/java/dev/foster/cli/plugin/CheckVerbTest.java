package dev.foster.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What {@code foster plugin check} says of plugins that are not as they should be. */
@Timeout(120)
class CheckVerbTest {
    @TempDir Path temporary;
    private Called called;

    @BeforeEach
    void setUp() {
        called = new Called(temporary).with("PATH", System.getenv("PATH"));
    }

    /**
     * Checks a plugin that is this script; the result is what failed and why. It has all the time
     * it needs to come so far.
     */
    private String failure(String more, String script) {
        return failure(more, script, "30s");
    }

    private String failure(String more, String script, String limit) {
        Path folder = Folders.script(temporary.resolve("p"), "broken", more, script);

        assertThat(called.run("plugin", "check", folder.toString(), "--timeout", limit))
                .isEqualTo(1);

        List<String> lines = called.out().lines().toList();
        List<String> bad = lines.stream().filter(line -> line.startsWith("✗ ")).toList();
        assertThat(bad).as(called.out()).hasSize(1);
        return called.out().substring(called.out().indexOf("✗ ") + 2);
    }

    @Test
    void aFolderWithoutAManifestIsNoPlugin() {
        assertThat(called.run("plugin", "check", ".")).isEqualTo(1);
        assertThat(called.out())
                .startsWith("✗ manifest")
                .contains("it has no plugin.yaml and no plugin.json");
    }

    @Test
    void aManifestThatIsWrongIsToldByLine() {
        Folders.write(temporary.resolve("plugin.yaml"), "id: broken\nmain: x.py\nmian: y\n");
        assertThat(called.run("plugin", "check", ".")).isEqualTo(1);
        assertThat(called.out()).startsWith("✗ manifest").contains("plugin.yaml:3:1:");
    }

    @Test
    void aProgramThatIsNotThereCannotBePrepared() {
        Folders.write(temporary.resolve("plugin.yaml"), "id: broken\ncommand: [./missing]\n");
        assertThat(called.run("plugin", "check", ".")).isEqualTo(1);
        assertThat(called.out()).contains("✓ manifest").contains("✗ prepare").contains("missing");
    }

    @Test
    void silenceFailsTheHandshake() {
        assertThat(failure("", "exec sleep 1000", "3s"))
                .startsWith("handshake")
                .contains("no handshake within");
    }

    @Test
    void anEndBeforeAWordFailsTheHandshakeWithItsLastWords() {
        assertThat(failure("", "echo no database >&2; exit 3"))
                .startsWith("handshake")
                .contains("exit 3")
                .contains("\n  no database");
    }

    @Test
    void wordsOfAnotherProtocolFailTheHandshake() {
        assertThat(failure("", "echo Listening on port 80; exec sleep 1000"))
                .startsWith("handshake")
                .contains("Listening on port 80");
    }

    @Test
    void netRpcIsRefusedInTheHandshake() {
        assertThat(failure("tls: none\n", "echo '1|1|unix|/tmp/s|netrpc'; exec sleep 1000"))
                .startsWith("handshake")
                .contains("netrpc");
    }

    @Test
    void anotherVersionFailsAtTheVersion() {
        assertThat(failure("tls: none\n", "echo '1|7|unix|/tmp/s|grpc'; exec sleep 1000"))
                .startsWith("version")
                .contains("7");
    }

    @Test
    void aSocketWithNobodyBehindItFailsAfterTheHandshake() {
        String why =
                failure(
                        "tls: none\n",
                        "echo \"1|1|unix|$PLUGIN_UNIX_SOCKET_DIR/s|grpc\"; exec sleep 1000");
        assertThat(why).startsWith("health");
        assertThat(called.out()).contains("✓ handshake", "✓ version");
    }

    @Test
    void programsGetTheStepsAsJson() {
        Path folder = Folders.script(temporary.resolve("p"), "broken", "", "exit 0");

        assertThat(called.run("plugin", "check", "--json", folder.toString())).isEqualTo(1);

        Members report = Members.of(JsonText.parse(called.out()));
        assertThat(report.flag("good")).isFalse();
        List<Members> steps = report.list("steps", Members::of);
        assertThat(steps)
                .extracting(step -> step.text("step"))
                .containsExactly("manifest", "prepare", "start", "handshake");
        assertThat(steps.getLast().flag("good")).isFalse();
        assertThat(steps.getFirst().flag("good")).isTrue();
    }

    @Test
    void whatItSaysIsShownWhenSomebodyAsks() {
        Path folder = Folders.script(temporary.resolve("p"), "broken", "", "echo word >&2; exit 1");
        called.run("plugin", "check", folder.toString());
        assertThat(called.err()).isEmpty();
        called.run("plugin", "check", "--verbose", folder.toString());
        assertThat(called.err()).contains("  word");
    }

    @Test
    void whatItSaysWhenItIsEndedIsShownToo() {
        String script = "trap 'echo farewell >&2; exit 0' TERM; while :; do sleep 0.05; done";
        Path folder = Folders.script(temporary.resolve("p"), "mute", "", script);
        // Time enough to set the trap.
        called.run("plugin", "check", "--verbose", "--timeout=6s", folder.toString());
        assertThat(called.err()).contains("  farewell");
    }
}
