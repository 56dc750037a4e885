package dev.foster.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.PluginChoices;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The words of {@code foster plugin} that start no plugin themselves. */
class PluginVerbTest {
    @TempDir Path temporary;
    private Path folder;
    private Called called;

    @BeforeEach
    void project() throws IOException {
        folder = temporary.toRealPath();
        called = new Called(folder);
        Folders.write(folder.resolve("foster.yaml"), "plugins_dir: plugins\n");
    }

    private static ProcessView plugin(String id, ProcessState state, boolean ready) {
        ProcessView.LatestRun run =
                ready
                        ? ProcessView.LatestRun.up(1, 17, Optional.empty(), Optional.empty())
                                .protocolVersion(3)
                        : ProcessView.LatestRun.NONE;
        return new ProcessView(
                id,
                ProcessView.Definition.of(ProcessView.PLUGIN, List.of("./" + id)),
                new ProcessView.Condition(state, ready, 0, Optional.of("it is as it is")),
                run,
                ProcessView.Consumption.UNKNOWN,
                ProcessView.Told.NOTHING);
    }

    private PluginChoices choices() {
        return new PluginChoices(
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR",
                                folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR",
                                folder.resolve("s").toString())));
    }

    // ---- words ----

    @Test
    void aWordThatMeansNothingIsExplained() {
        assertThat(called.run("plugin", "lits")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("did you mean list?");
    }

    @Test
    void withoutAWordThereIsNothingToDo() {
        assertThat(called.run("plugin")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list",
                "check",
                "new",
                "install",
                "rollback",
                "remove",
                "enable",
                "disable"
            })
    void everyWordHasAHelpOfItsOwn(String word) {
        assertThat(called.run("plugin", word, "--help")).isZero();
        assertThat(called.out())
                .startsWith("usage: foster plugin " + word)
                .doesNotContain("plugin WORD");
    }

    // ---- list ----

    @Test
    void thePluginsAreListedAndWhatIsWrongWithTheOthers() {
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");
        Folders.script(
                folder.resolve("plugins/dice"), "dice", "enabled: false\nprotocol: nats\n", "");
        Folders.write(folder.resolve("plugins/bad/plugin.yaml"), "id: bad\nmian: x\n");

        assertThat(called.run("plugin", "list")).isZero();

        assertThat(called.out().lines())
                .containsExactly(
                        "ID    VERSION  RUNTIME  PROTOCOL  STATE     FOLDER",
                        "dice  1.0.0    exec     nats      disabled  plugins/dice",
                        "kv    1.0.0    exec     grpc      enabled   plugins/kv");
        assertThat(called.err()).contains("plugins/bad/plugin.yaml:2:1:");
    }

    @Test
    void withADaemonTheirStateIsListed() {
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");
        try (FakeDaemon daemon = called.daemon()) {
            daemon.put(plugin("kv", ProcessState.RUNNING, true));
            assertThat(called.run("plugin", "list", "--json")).isZero();
        }

        Members listed = Members.of(JsonText.parse(called.out()));
        Members kv = listed.list("plugins", Members::of).getFirst();
        assertThat(kv.text("state")).isEqualTo("running");
        assertThat(kv.number("pid")).isEqualTo(17);
        assertThat(kv.text("protocol")).isEqualTo("grpc");
        assertThat(kv.number("protocol_version")).isEqualTo(3);
        assertThat(kv.text("folder")).isEqualTo(folder.resolve("plugins/kv").toString());
        assertThat(kv.flag("used")).isTrue();
    }

    @Test
    void whatLiesThereAndIsNotNamedIsUnused() {
        Folders.write(
                folder.resolve("foster.yaml"), "plugins: {dice: {path: extras/dice}, gone: {}}\n");
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");
        Folders.script(folder.resolve("extras/dice"), "dice", "", "");

        assertThat(called.run("plugin", "list")).isZero();

        assertThat(called.out()).containsPattern("kv .* unused .*plugins/kv");
        assertThat(called.out()).containsPattern("dice .* enabled .*extras/dice");
        assertThat(called.err()).contains("cannot find a plugin in");
    }

    // ---- enable and disable ----

    @Test
    void withoutADaemonTheChoiceWaitsForTheNextOne() {
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");

        assertThat(called.run("plugin", "disable", "kv")).isZero();
        assertThat(called.out()).isEqualTo("kv is disabled\n");
        assertThat(choices().read()).isEqualTo(Map.of("kv", false));
        called.run("plugin", "list");
        assertThat(called.out()).containsPattern("kv .* disabled ");

        assertThat(called.run("plugin", "enable", "kv")).isZero();
        assertThat(choices().read()).isEqualTo(Map.of("kv", true));
    }

    @Test
    void aRunningDaemonStopsAndStartsItAtOnce() {
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");
        try (FakeDaemon daemon = called.daemon()) {
            daemon.put(plugin("kv", ProcessState.RUNNING, true));
            CompletableFuture<Integer> disabling = called.begin("plugin", "disable", "kv");
            awaitCall(daemon, "stop [kv]");
            daemon.put(plugin("kv", ProcessState.STOPPED, false));
            assertThat(Called.awaitEnd(disabling)).isZero();
            assertThat(called.out()).contains("kv is disabled and stopped");

            daemon.onCall =
                    call -> {
                        if (call.startsWith("start")) {
                            daemon.put(plugin("kv", ProcessState.RUNNING, true));
                        }
                    };
            assertThat(called.run("plugin", "enable", "kv")).isZero();
            assertThat(called.out()).contains("kv is enabled and runs");
        }
    }

    private static void awaitCall(FakeDaemon daemon, String call) {
        dev.foster.testkit.Eventually.until(
                java.time.Duration.ofSeconds(20),
                call + " among " + daemon.calls,
                () -> daemon.calls.stream().anyMatch(it -> it.startsWith(call)));
    }

    @Test
    void onePluginThatDoesNotComeUpIsAFailure() {
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");
        try (FakeDaemon daemon = called.daemon()) {
            daemon.put(plugin("kv", ProcessState.FAILED, false));
            assertThat(called.run("plugin", "enable", "kv")).isEqualTo(1);
        }
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("it is as it is", "foster why kv");
    }

    @Test
    void anUnknownPluginIsAnUnknownName() {
        assertThat(called.run("plugin", "enable", "nobody")).isEqualTo(4);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    // ---- install, rollback, remove ----

    @Test
    void aBundleIsInstalledRolledBackAndRemoved() {
        Path first = Folders.bundle(folder.resolve("kv-1.zip"), "kv", "1.0.0");
        Path second = Folders.bundle(folder.resolve("kv-2.zip"), "kv", "2.0.0");

        assertThat(called.run("plugin", "install", first.toString())).isZero();
        assertThat(called.out())
                .isEqualTo("kv 1.0.0 is installed in plugins/kv; foster up starts it\n");
        assertThat(called.run("plugin", "install", "kv-2.zip")).isZero();
        assertThat(called.out()).contains("kv 2.0.0", "in place of kv 1.0.0");
        assertThat(second).exists();

        assertThat(called.run("plugin", "rollback", "kv")).isZero();
        assertThat(called.out()).contains("kv 1.0.0 is back in plugins/kv");

        assertThat(called.run("plugin", "disable", "kv")).isZero();
        assertThat(called.run("plugin", "remove", "kv")).isZero();
        assertThat(called.out()).endsWith("kv is removed\n");
        assertThat(folder.resolve("plugins/kv")).doesNotExist();
        assertThat(choices().read()).isEmpty();

        assertThat(called.run("plugin", "rollback", "kv")).isEqualTo(1);
        assertThat(called.run("plugin", "remove", "kv")).isEqualTo(4);
        ErrorGrammar.assertFollowedBy(called.err().lines().toList().getLast());
    }

    @Test
    void aProjectThatDoesNotTakeTheFolderIsToldHow() {
        Folders.write(folder.resolve("foster.yaml"), "processes: {w: {command: run}}\n");
        Folders.bundle(folder.resolve("kv.zip"), "kv", "1.0.0");

        assertThat(called.run("plugin", "install", "kv.zip")).isZero();

        assertThat(called.out()).contains("add to foster.yaml: plugins_dir: plugins");
    }

    @Test
    void aBundleThatIsNoneChangesNothing() {
        Folders.write(folder.resolve("kv.zip"), "no archive at all");

        assertThat(called.run("plugin", "install", "kv.zip")).isEqualTo(1);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(folder.resolve("plugins/kv")).doesNotExist();
    }

    @Test
    void aRunningPluginIsStoppedBeforeItIsRemoved() {
        Folders.script(folder.resolve("plugins/kv"), "kv", "", "");
        try (FakeDaemon daemon = called.daemon()) {
            daemon.put(plugin("kv", ProcessState.RUNNING, true));
            CompletableFuture<Integer> removing = called.begin("plugin", "remove", "kv");
            awaitCall(daemon, "stop [kv]");
            assertThat(folder.resolve("plugins/kv")).exists();
            daemon.put(plugin("kv", ProcessState.STOPPED, false));
            assertThat(Called.awaitEnd(removing)).isZero();
        }
        assertThat(called.out()).contains("kv is removed; foster reload forgets it");
        assertThat(folder.resolve("plugins/kv")).doesNotExist();
    }

    // ---- new ----

    @ParameterizedTest
    @CsvSource({"python,grpc", "java,grpc", "go,grpc", "node,grpc", "python,nats", "java,nats"})
    void aNewPluginHasAManifestThatIsRead(String language, String protocol) throws IOException {
        assertThat(
                        called.run(
                                "plugin",
                                "new",
                                "dice-roller",
                                "--lang",
                                language,
                                "--protocol",
                                protocol))
                .isZero();

        assertThat(called.out()).startsWith("wrote plugins/dice-roller; ").contains("plugin check");
        assertThat(called.run("plugin", "list")).isZero();
        assertThat(called.out())
                .containsPattern(
                        "dice-roller +0.1.0 +\\w+ +" + protocol + " .*plugins/dice-roller");
        assertThat(called.err()).isEmpty();
        try (var files = Files.walk(folder.resolve("plugins/dice-roller"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file).content().as(file.toString()).doesNotContain("{{id", "{{version");
            }
        }
    }

    @Test
    void whatIsThereAlreadyIsNotTouched() {
        Folders.write(folder.resolve("plugins/dice/mine"), "mine");

        assertThat(called.run("plugin", "new", "dice")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(folder.resolve("plugins/dice/plugin.yaml")).doesNotExist();
    }

    @Test
    void itCanBeWrittenElsewhere() {
        assertThat(called.run("plugin", "new", "dice", "--into", "extras")).isZero();
        assertThat(folder.resolve("extras/dice/plugin.yaml")).exists();
        assertThat(called.out())
                .contains("then add to foster.yaml: plugins: {dice: {path: extras/dice}}");
    }

    @Test
    void anIdThatCannotBeOneIsRefused() {
        assertThat(called.run("plugin", "new", "../dice")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.run("plugin", "new", "dice", "--lang", "cobol")).isEqualTo(2);
        assertThat(called.run("plugin", "new", "dice", "--protocol", "smoke")).isEqualTo(2);
    }

    @Test
    void anIdWithADotIsNoneForMessages() {
        assertThat(called.run("plugin", "new", "my.dice", "--protocol", "nats")).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("my-dice");
        assertThat(called.run("plugin", "new", "my.dice")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"go", "node"})
    void aLanguageWithoutARunnerCannotTalkNats(String language) {
        assertThat(called.run("plugin", "new", "dice", "--lang", language, "--protocol", "nats"))
                .isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
        assertThat(called.err()).contains("--lang python or --lang java");
        assertThat(folder.resolve("plugins/dice")).doesNotExist();
    }
}
