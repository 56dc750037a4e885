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
import java.util.ArrayList;
import java.util.List;

/** What {@code foster plugin check} says of plugins that talk NATS. */
@Timeout(120)
class MessageCheckTest {
    /** Connects, says that it is ready, and answers how it is. */
    private static final String SPEAKS =
            """
            server=${FOSTER_BUS_SERVERS#nats://}
            exec 3<>/dev/tcp/${server%:*}/${server##*:}
            read -r info <&3
            say() { printf '%s\\r\\n' "$@" >&3; }
            login="\\"user\\":\\"$FOSTER_BUS_USER\\",\\"pass\\":\\"$FOSTER_BUS_PASSWORD\\""
            say "CONNECT {\\"verbose\\":false,$login}" "SUB foster.run.$FOSTER_PLUGIN_RUN.ask 1"
            body='{"pid":1,"subjects":["bot.command.hi","bot.news"],"version":"1.2.3"}'
            say "PUB foster.run.$FOSTER_PLUGIN_RUN.ready ${#body}" "$body"
            answer=${HEALTH:-'{"ok":true}'}
            while read -r line <&3; do
                case $line in
                    PING*) say PONG ;;
                    MSG*) set -- $line; read -r _ <&3; say "PUB $4 ${#answer}" "$answer" ;;
                esac
            done
            """;

    private static final String IN_ORDER = "trap 'exit 0' TERM\n";

    @TempDir Path temporary;
    private Called called;

    @BeforeEach
    void setUp() {
        called = new Called(temporary).with("PATH", System.getenv("PATH"));
    }

    private int check(String more, String script, String... options) {
        Path folder = temporary.resolve("p");
        Folders.write(
                folder.resolve("plugin.yaml"),
                "id: bot\nversion: 1.0.0\nprotocol: nats\ncommand: [bash, plugin.sh]\n"
                        + "start_timeout: 20s\n"
                        + more);
        Folders.write(folder.resolve("plugin.sh"), script);
        var words = new ArrayList<>(List.of("plugin", "check", folder.toString()));
        words.addAll(List.of(options));
        return called.run(words.toArray(String[]::new));
    }

    /** The line of one step, without its time, and what follows it. */
    private String step(String name) {
        return called.out()
                .lines()
                .filter(line -> line.substring(2).startsWith(name + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(called.out()))
                .replaceFirst(" +[0-9.]+ m?s  ", " ");
    }

    @Test
    void oneThatDoesAllItShouldIsGood() {
        assertThat(
                        check(
                                "commands: {hi: bot.command.hi}\n"
                                        + "permissions: {subscribe: [bot.>]}\n",
                                IN_ORDER + SPEAKS))
                .as(called.out())
                .isZero();

        assertThat(called.out().lines()).hasSize(8).allMatch(line -> line.startsWith("✓ "));
        assertThat(called.out())
                .contains(
                        "bot 1.0.0, exec, talks NATS",
                        "version 1.2.3, it listens to bot.command.hi, bot.news",
                        "it says that it is well",
                        "it listens for !hi",
                        "its permissions cover all that it listens to",
                        "it ended on the signal");
    }

    @Test
    void withoutPermissionsItMayListenToAnything() {
        assertThat(check("", IN_ORDER + SPEAKS)).isZero();
        assertThat(called.out()).contains("it offers none", "it may listen to anything");
    }

    @Test
    void aCommandThatItDoesNotListenToFails() {
        assertThat(
                        check(
                                "commands: {hi: bot.command.hi, bye: bot.command.bye}\n",
                                IN_ORDER + SPEAKS))
                .isEqualTo(1);
        assertThat(step("commands"))
                .isEqualTo(
                        "✗ commands !bye would never be answered: it does not listen to"
                                + " bot.command.bye; subscribe to that, or correct the command in"
                                + " plugin.yaml");
        assertThat(step("stop")).startsWith("✓ ");
    }

    @Test
    void aCommandThatItMayNotListenToFailsAsWell() {
        assertThat(
                        check(
                                "commands: {hi: bot.command.hi}\n"
                                        + "permissions: {subscribe: [bot.news]}\n",
                                IN_ORDER + SPEAKS))
                .isEqualTo(1);
        assertThat(step("commands"))
                .startsWith("✗ ")
                .contains("its permissions do not let it listen to bot.command.hi");
    }

    @Test
    void whatItMayNotListenToIsAWarning() {
        assertThat(
                        check(
                                "commands: {hi: bot.command.hi}\n"
                                        + "permissions: {subscribe: [bot.command.*]}\n",
                                IN_ORDER + SPEAKS,
                                "--json"))
                .isZero();

        Members report = Members.of(JsonText.parse(called.out()));
        assertThat(report.flag("good")).isTrue();
        List<Members> steps = report.list("steps", Members::of);
        assertThat(steps)
                .extracting(step -> step.text("step"))
                .containsExactly(
                        "manifest",
                        "prepare",
                        "start",
                        "ready",
                        "health",
                        "commands",
                        "subjects",
                        "stop");
        Members subjects = steps.get(6);
        assertThat(subjects.flag("warning")).isTrue();
        assertThat(subjects.text("text"))
                .startsWith("its permissions do not let it listen to bot.news: ");
        assertThat(steps).filteredOn(step -> step.flag("warning")).hasSize(1);
    }

    @Test
    void aWarningIsMarked() {
        assertThat(check("permissions: {subscribe: [bot.news]}\n", IN_ORDER + SPEAKS)).isZero();
        assertThat(step("subjects")).startsWith("! subjects ");
    }

    @Test
    void silenceIsNotReady() {
        // Time enough for the word that is looked for below.
        assertThat(check("", "echo thinking\nexec sleep 1000\n", "--timeout", "5s")).isEqualTo(1);
        assertThat(step("ready"))
                .startsWith("✗ ready it did not say within 5 s that it is ready; ");
        assertThat(called.out()).endsWith("\n  thinking\n");
    }

    @Test
    void anEndBeforeItIsReadyIsToldWithItsLastWords() {
        assertThat(check("", "echo cannot find the dice: no idea >&2\nexit 11\n")).isEqualTo(1);
        assertThat(step("ready")).isEqualTo("✗ ready it ended before it was ready: exit 11");
        assertThat(called.out()).endsWith("\n  cannot find the dice: no idea\n");
    }

    @Test
    void oneThatIsNotWellFails() {
        String unwell = "HEALTH='{\"ok\":false,\"why\":\"it is tired\"}'\n";
        assertThat(check("", IN_ORDER + unwell + SPEAKS)).isEqualTo(1);
        assertThat(step("health")).isEqualTo("✗ health it is tired");
    }

    @Test
    void anEndThatIsNotInOrderFails() {
        assertThat(check("", "trap 'exit 3' TERM\n" + SPEAKS)).isEqualTo(1);
        assertThat(step("stop"))
                .startsWith("✗ stop it ended on the signal, but not in order: exit 3; ");
    }

    @Test
    void whatItSaysIsShownWhenSomebodyAsks() {
        check("", "echo word\n" + IN_ORDER + SPEAKS, "--verbose");
        assertThat(called.err()).contains("  word");
    }
}
