package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.kv.ForkRequest;
import dev.foster.process.StopPlan;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** How plugins end: asked first, made to afterwards, and always within bounds. */
class StopTest {
    @TempDir Path sockets;
    @TempDir Path folder;

    private static PluginSpec impatient(PluginSpec spec) {
        return impatient(spec, Stage.PATIENCE);
    }

    private static PluginSpec impatient(PluginSpec spec, Duration grace) {
        var source = (PluginSpec.Source.Command) spec.source();
        StopPlan plan =
                StopPlan.defaults()
                        .eofWait(Duration.ZERO)
                        .grace(grace)
                        // On a busy machine the kernel may be late: that does not make it stuck.
                        .killLimit(Duration.ofSeconds(15));
        return new PluginSpec(
                spec.id(),
                new PluginSpec.Source.Command(source.child().stopPlan(plan)),
                spec.terms().shutdownLimit(Duration.ofMillis(300)),
                spec.callbacks(),
                spec.restart(),
                spec.health(),
                spec.dependsOn());
    }

    // [24.59]
    @Test
    void aGoPluginIsAskedToEndAndCleansUp() throws Exception {
        Path file = folder.resolve("cleaned");
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv", "KV_CLEANUP", file.toString());
            Plugin plugin = stage.activated(spec.terms(spec.terms().shutdownLimit(Stage.PATIENCE)));
            assertThat(stage.host.deactivate("kv")).isTrue();
            assertThat(file).hasContent("cleaned up\n");
            assertThat(plugin.status().lastExit()).hasValue("exit 0");
            assertThat(plugin.status().state()).isEqualTo(PluginState.NOT_RUNNING);
            assertThat(plugin.status().error()).isEmpty();
            assertThat(plugin.connection()).isEmpty();
            stage.nothingIsLeftOf("kv");
        }
    }

    // [24.60] [24.71]: a request without an answer, and one without consequences.
    @ParameterizedTest
    @ValueSource(strings = {"hang", "linger"})
    void oneThatDoesNotFollowTheRequestIsMadeTo(String behaviour) throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(impatient(stage.go("kv", "KV_SHUTDOWN", behaviour)));
            stage.host.deactivate("kv");
            assertThat(plugin.status().lastExit().orElseThrow()).contains("SIGTERM");
            stage.nothingIsLeftOf("kv");
        }
    }

    // [24.60]: no controller, and deaf to SIGTERM.
    @Test
    void oneThatIgnoresEverythingIsKilled() throws Exception {
        try (var services = FakeServices.onTcp();
                Stage stage = Stage.in(sockets)) {
            Plugin plugin =
                    stage.activated(
                            impatient(
                                    stage.script(
                                            "deaf",
                                            "trap '' TERM\n" + services.hello() + "exec sleep 600"),
                                    Duration.ofMillis(300)));
            stage.host.deactivate("deaf");
            assertThat(plugin.status().lastExit().orElseThrow()).contains("SIGKILL");
            stage.nothingIsLeftOf("deaf");
        }
    }

    // [24.61]
    @Test
    void stoppingTwiceOrBeforeTheStartIsNoFault() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            stage.host.register(stage.go("kv"));
            assertThat(stage.host.deactivate("kv")).isFalse();
            stage.host.activate("kv");
            assertThat(stage.host.deactivate("kv")).isTrue();
            assertThat(stage.host.deactivate("kv")).isFalse();
            stage.host.close();
            stage.host.close();
            assertThat(stage.host.deactivate("kv")).isFalse();
            assertThatThrownBy(() -> stage.host.activate("kv"))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("it is closed");
        }
    }

    // [24.62]
    @Test
    void aGrandchildThatHoldsThePipesDelaysNothing() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            long grandchild =
                    Stage.trouble(plugin)
                            .fork(ForkRequest.newBuilder().setSeconds(600).build())
                            .getPid();
            assertThat(ProcTable.running(grandchild)).isTrue();
            stage.host.deactivate("kv");
            assertThat(ProcTable.running(grandchild)).isFalse();
            stage.nothingIsLeftOf("kv");
        }
    }

    // [24.62]: the same when it crashes.
    @Test
    void aGrandchildDoesNotDelayARestartEither() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            long first = Stage.pid(plugin);
            long grandchild =
                    Stage.trouble(plugin)
                            .fork(ForkRequest.newBuilder().setSeconds(600).build())
                            .getPid();
            Stage.signal(first, "KILL");
            Stage.until("it is back", () -> SupervisionTest.isBack(plugin, first));
            assertThat(ProcTable.running(grandchild)).isFalse();
        }
    }

    // [24.64]
    @Test
    void closingTheHostEndsAllAtOnce() throws Exception {
        Leaks before = Stage.snapshot();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (Stage stage = Stage.in(sockets)) {
            for (String id : List.of("a", "b", "c")) {
                stage.activated(impatient(stage.go(id, "KV_SHUTDOWN", "hang")));
            }
            stage.host.events(
                    event -> {
                        if (event.kind() == ProcessEventKind.STOPPING
                                || event.kind() == ProcessEventKind.STOPPED) {
                            order.add(event.kind().word());
                        }
                    });
            stage.host.close();
        }
        // A host that closes may end before its last piece of news is told.
        assertThat(order)
                .startsWith("stopping", "stopping", "stopping", "stopped")
                .doesNotContainSubsequence("stopped", "stopping");
        before.assertNothingLeft(Stage.PATIENCE);
    }

    // [24.12] [24.61]
    @Test
    void deactivatingOneThatIsStartingInterruptsIt() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            stage.host.register(stage.go("slow", "KV_DELAY", "10m"));
            CompletableFuture<Boolean> activation = activating(stage, "slow");
            Stage.until("it runs", () -> stage.host.get("slow").status().pid().isPresent());
            assertThat(stage.host.get("slow").status().state()).isEqualTo(PluginState.STARTING);
            assertThat(stage.host.deactivate("slow")).isTrue();
            assertThat(activation)
                    .failsWithin(Stage.PATIENCE)
                    .withThrowableThat()
                    .havingRootCause()
                    .withMessageContaining("it was deactivated meanwhile");
            assertThat(stage.host.get("slow").status().state()).isEqualTo(PluginState.NOT_RUNNING);
            stage.nothingIsLeftOf("slow");
        }
    }

    // [24.64]
    @Test
    void closingTheHostEndsAnActivation() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            stage.host.register(stage.go("slow", "KV_DELAY", "10m"));
            CompletableFuture<Boolean> activation = activating(stage, "slow");
            Stage.until("it runs", () -> stage.host.get("slow").status().pid().isPresent());
            stage.host.close();
            assertThat(activation).failsWithin(Stage.PATIENCE);
        }
    }

    private static CompletableFuture<Boolean> activating(Stage stage, String id) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return stage.host.activate(id);
                    } catch (InterruptedException hurry) {
                        throw new CompletionException(hurry);
                    }
                },
                Thread::startVirtualThread);
    }
}
