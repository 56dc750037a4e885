package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;

import dev.foster.document.DocumentProblem;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.manifest.PluginFolder;
import dev.foster.supervise.report.ProcessEventKind;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What an application can do with its plugins. */
class PluginHostTest {
    @TempDir Path sockets;
    @TempDir Path folder;
    private Stage stage;

    @BeforeEach
    void open() {
        stage = Stage.in(sockets);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private List<Integer> states() {
        return stage.host.states().stream().map(status -> status.state().number()).toList();
    }

    @Test
    void theStatesHaveTheNumbersOfMattermost() throws Exception {
        stage.host.register(stage.go("idle"));
        stage.refused(stage.script("broken", "exit 1"));
        stage.activated(stage.go("good"));
        assertThat(stage.host.available()).containsExactly("idle", "broken", "good");
        assertThat(states()).containsExactly(0, 3, 2);
        assertThat(stage.host.active()).containsExactly("good");
        assertThat(stage.host.states().get(1).error()).startsWith("cannot start plugin broken");
        assertThat(stage.host.states().get(2).error()).isEmpty();
        stage.host.deactivate("good");
        assertThat(states()).containsExactly(0, 3, 0);
    }

    @Test
    void aRestartIsAnotherProcessBehindTheSameChannel() throws Exception {
        Plugin plugin = stage.activated(stage.go("kv"));
        long pid = Stage.pid(plugin);
        for (int i = 0; i < 3; i++) {
            stage.host.restart("kv");
            GoPluginTest.putAndGet(plugin);
            assertThat(plugin.status().restarts()).as("nobody counts what was asked for").isZero();
        }
        assertThat(Stage.pid(plugin)).isNotEqualTo(pid);
    }

    @Test
    void oneOfTheSameIdTakesItsPlace() throws Exception {
        Plugin plugin = stage.activated(stage.go("kv", "WHICH", "first"));
        long pid = Stage.pid(plugin);
        stage.host.register(stage.go("kv", "WHICH", "second"));
        Stage.until("it was restarted", () -> SupervisionTest.isBack(plugin, pid));
        assertThat(Stage.trouble(plugin).environment(Empty.getDefaultInstance()).getVariablesList())
                .contains("WHICH=second");
        assertThat(stage.host.available()).containsExactly("kv");
    }

    @Test
    void anotherPluginThatIsAddedDisturbsNobody() throws Exception {
        Plugin plugin = stage.activated(stage.go("kv"));
        long pid = Stage.pid(plugin);
        stage.activated(stage.go("other"));
        stage.host.remove("other");
        assertThat(Stage.pid(plugin)).isEqualTo(pid);
        assertThat(stage.host.available()).containsExactly("kv");
        assertThatThrownBy(() -> stage.host.activate("other")).isInstanceOf(PluginException.class);
    }

    @Test
    void eventsAreToldUntilNobodyListens() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        stage.host.events(
                event -> {
                    if (event.kind() == ProcessEventKind.READY) {
                        throw new IllegalStateException("a listener with a fault");
                    }
                });
        try (EventSubscription _ =
                stage.host.events(event -> told.add(event.id() + " " + event.kind().word()))) {
            stage.activated(stage.go("kv"));
            Stage.until("it is told", () -> told.contains("kv ready"));
            stage.host.deactivate("kv");
            Stage.until("it is told", () -> told.contains("kv stopped"));
        }
        assertThat(told)
                .containsSubsequence(
                        "kv starting", "kv started", "kv ready", "kv stopping", "kv stopped");
        int size = told.size();
        stage.host.activate("kv");
        assertThat(told).hasSize(size);
    }

    @Test
    void anActivationThatIsInterruptedLeavesNothingStarting() throws Exception {
        stage.host.register(stage.go("store"));
        stage.host.register(stage.script("web", "exec sleep 600").dependsOn(List.of("store")));
        var outcome = new CompletableFuture<Throwable>();
        Thread caller =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                stage.host.activate("web");
                            } catch (InterruptedException | RuntimeException expected) {
                                outcome.complete(expected);
                            }
                        });
        Plugin web = stage.host.get("web");
        Stage.until("its process runs", () -> web.status().pid().isPresent());
        caller.interrupt();
        assertThat(outcome.get(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(InterruptedException.class);
        Stage.until("it is gone", () -> web.status().state() == PluginState.NOT_RUNNING);
        assertThat(web.status().error()).isEmpty();
        assertThat(stage.host.active()).containsExactly("store");
        assertThatThrownBy(
                        () ->
                                KVGrpc.newBlockingStub(web.channel(WhenAway.WAIT))
                                        .put(PutRequest.getDefaultInstance()))
                .hasMessageContaining("cannot call plugin web: it was deactivated");
    }

    @Test
    void programsAreToldWhatIsTheMatterByItsKind() throws Exception {
        stage.host.register(stage.go("store"));
        stage.host.register(stage.go("web").dependsOn(List.of("store")));
        assertKind(() -> stage.host.get("nobody"), PluginException.Kind.UNKNOWN, "nobody");
        assertKind(() -> stage.host.remove("store"), PluginException.Kind.IN_USE, "store");
        assertKind(stage.host.get("web")::broker, PluginException.Kind.AWAY, "web");
        assertKind(
                () -> stage.host.register(stage.go("odd").dependsOn(List.of("odd"))),
                PluginException.Kind.INVALID,
                "odd");
    }

    private static void assertKind(ThrowingCallable call, PluginException.Kind kind, String id) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        PluginException.class,
                        it -> {
                            assertThat(it.kind()).isEqualTo(kind);
                            assertThat(it.id()).hasValue(id);
                        });
    }

    // ---- those that need each other ----

    @Test
    void whatAPluginDependsOnIsStartedBeforeIt() throws Exception {
        List<String> ready = Collections.synchronizedList(new ArrayList<>());
        stage.host.events(
                event -> {
                    if (event.kind() == ProcessEventKind.READY) {
                        ready.add(event.id());
                    }
                });
        stage.host.register(stage.go("store"));
        stage.host.register(stage.go("cache").dependsOn(List.of("store")));
        stage.host.register(stage.go("web").dependsOn(List.of("cache")));
        stage.host.activate("web");
        assertThat(stage.host.active()).containsExactly("store", "cache", "web");
        Stage.until("all is told", () -> ready.size() == 3);
        assertThat(ready).containsExactly("store", "cache", "web");
    }

    @Test
    void onePluginThatCannotStartStopsThoseThatNeedIt() throws Exception {
        stage.host.register(stage.script("store", "echo 'disk full' >&2\nexit 1"));
        stage.host.register(stage.go("cache").dependsOn(List.of("store")));
        stage.host.register(stage.go("web").dependsOn(List.of("cache")));
        assertThatThrownBy(() -> stage.host.activate("web"))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("cannot activate plugin web: it depends on store")
                .hasMessageContaining("disk full");
        assertThat(states()).containsExactly(3, 3, 3);

        stage.host.register(stage.go("store"));
        stage.host.activate("web");
        assertThat(states()).containsExactly(2, 2, 2);
    }

    @Test
    void dependenciesThatMakeNoSenseAreRefusedAndChangeNothing() throws Exception {
        assertThatThrownBy(() -> stage.host.register(stage.go("web").dependsOn(List.of("nobody"))))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("cannot add plugin web")
                .hasMessageContaining("nobody");
        assertThat(stage.host.available()).isEmpty();
        stage.host.register(stage.go("store"));
        stage.host.register(stage.go("web").dependsOn(List.of("store")));
        assertThatThrownBy(() -> stage.host.remove("store"))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("[web] depend on it");
        stage.host.remove("web");
        stage.host.remove("store");
        assertThat(stage.host.available()).isEmpty();
    }

    // ---- by manifest ----

    private Path plugin(String id, String more) throws Exception {
        Path home = Files.createDirectories(folder.resolve(id));
        Files.copy(GoPrograms.kv(), home.resolve("kv"));
        return manifest(home, id, more);
    }

    private static Path manifest(Path home, String id, String more) throws IOException {
        Files.writeString(
                home.resolve("plugin.yaml"),
                "id: "
                        + id
                        + "\nruntime: exec\ncommand: [./kv]\nstart_timeout: 60s\n"
                        + "cookie: {key: BASIC_PLUGIN, value: hello}\n"
                        + more);
        return home;
    }

    // [24.66]
    @Test
    void aFolderOfPluginsIsReadInAnyOrderOfNeed() throws Exception {
        plugin("a-web", "depends_on: [b-store]\n");
        plugin("b-store", "");
        plugin("c-lost", "depends_on: [nobody]\n");
        Files.createDirectories(folder.resolve("d-empty"));
        List<PluginFolder.Unusable> unusable = stage.host.open(folder);
        assertThat(unusable)
                .extracting(it -> it.folder().getFileName().toString())
                .containsExactlyInAnyOrder("c-lost", "d-empty");
        assertThat(stage.host.available()).containsExactly("a-web", "b-store");
        stage.host.activate("a-web");
        assertThat(states()).containsExactly(2, 2);
        assertThat(stage.host.open(folder)).hasSize(2);
        assertThat(states()).as("they were left alone").containsExactly(2, 2);
    }

    @Test
    void aManifestIsReadAgain() throws Exception {
        Path home = plugin("kv", "environment: {WHICH: first}\n");
        stage.host.open(folder);
        stage.host.activate("kv");
        Plugin plugin = stage.host.get("kv");
        manifest(home, "kv", "environment: {WHICH: second}\n");
        stage.host.reload("kv");
        assertThat(Stage.trouble(plugin).environment(Empty.getDefaultInstance()).getVariablesList())
                .contains("WHICH=second");
        long pid = Stage.pid(plugin);
        manifest(home, "kv", "no such key: 1\n");
        assertThatThrownBy(() -> stage.host.reload("kv")).isInstanceOf(DocumentProblem.class);
        assertThat(Stage.pid(plugin)).as("it goes on as it was").isEqualTo(pid);
    }

    // [24.28]
    @Test
    void aProgramWithAnotherChecksumIsNotRun() throws Exception {
        byte[] program = Files.readAllBytes(GoPrograms.kv());
        String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(program));
        Path home = plugin("kv", "checksum: {sha256: " + sum + "}\n");
        stage.host.open(folder);
        stage.host.activate("kv");
        GoPluginTest.putAndGet(stage.host.get("kv"));
        stage.host.deactivate("kv");

        Files.write(home.resolve("kv"), new byte[1], StandardOpenOption.APPEND);
        assertThatThrownBy(() -> stage.host.activate("kv"))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("the SHA-256 of")
                .hasMessageContaining("not " + sum);
        assertThat(states()).containsExactly(3);
        assertThat(stage.host.get("kv").status().pid()).isEmpty();
        stage.nothingIsLeftOf("kv");
    }
}
