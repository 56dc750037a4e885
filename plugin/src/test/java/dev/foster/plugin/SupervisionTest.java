package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;

import dev.foster.plugin.kv.CrashRequest;
import dev.foster.plugin.kv.HealthRequest;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.kv.SleepRequest;
import dev.foster.plugin.kv.TroubleGrpc;
import dev.foster.process.ChildSpec;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.testkit.Leaks;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Plugins that crash, hang or are not well. */
class SupervisionTest {
    @TempDir Path sockets;

    static boolean isBack(Plugin plugin, long notThisPid) {
        return plugin.connection().filter(it -> it.pid() != notThisPid).isPresent()
                && plugin.status().state() == PluginState.RUNNING;
    }

    private static void crash(Plugin plugin) {
        assertThatThrownBy(
                        () ->
                                Stage.trouble(plugin)
                                        .crash(CrashRequest.newBuilder().setCode(3).build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("UNAVAILABLE");
    }

    // [24.70]
    @Test
    void theThirdCrashIsTheLast() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            for (int crash = 1; crash <= 2; crash++) {
                long pid = Stage.pid(plugin);
                crash(plugin);
                Stage.until("it is back", () -> isBack(plugin, pid));
                assertThat(plugin.status().state().number()).isEqualTo(2);
                assertThat(plugin.status().restarts()).isEqualTo(crash);
                assertThat(plugin.status().error()).isEmpty();
            }
            crash(plugin);
            Stage.until(
                    "it is given up", () -> stage.host.states().getFirst().state().number() == 4);
            Stage.until("the reason is told", () -> plugin.status().error().contains("limit"));
            assertThat(plugin.status().lastExit()).hasValue("exit 3");
            assertThat(stage.host.active()).isEmpty();
            Stage.until("its folder is gone", () -> stage.files().isEmpty());
            stage.nothingIsLeftOf("kv");
            assertThatThrownBy(() -> put(plugin, WhenAway.WAIT))
                    .hasMessageContaining("cannot call plugin kv");

            assertThat(stage.host.activate("kv")).as("by hand it begins anew").isTrue();
            assertThat(plugin.status().state().number()).isEqualTo(2);
        }
    }

    private static void put(Plugin plugin, WhenAway whenAway) {
        var _ =
                KVGrpc.newBlockingStub(plugin.channel(whenAway))
                        .withDeadlineAfter(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .put(PutRequest.newBuilder().setKey("k").build());
    }

    // [24.63]
    @Test
    void aCallUnderWayFailsAtOnceWhenItIsKilled() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            var channel = plugin.channel();
            var pending =
                    TroubleGrpc.newFutureStub(channel)
                            .sleep(SleepRequest.newBuilder().setMilliseconds(600_000).build());
            GoPluginTest.putAndGet(plugin);
            long pid = Stage.pid(plugin);
            Stage.signal(pid, "KILL");
            assertThatThrownBy(() -> pending.get(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining("UNAVAILABLE");
            Stage.until("it is back", () -> isBack(plugin, pid));
            var _ =
                    KVGrpc.newBlockingStub(channel)
                            .put(PutRequest.newBuilder().setKey("k").build());
        }
    }

    // [24.63]
    @Test
    void callsWhileItIsAwayFailOrWaitAsTheyWish() throws Exception {
        HostOptions usual = Stage.options(sockets);
        var slowly = new Backoff.Steps(List.of(Duration.ofSeconds(10)));
        try (Stage stage = Stage.in(sockets, it -> it.restart(usual.restart().backoff(slowly)))) {
            Plugin plugin = stage.activated(stage.go("kv"));
            var failing = plugin.channel(WhenAway.FAIL);
            var waiting = plugin.channel(WhenAway.WAIT);
            Stage.signal(Stage.pid(plugin), "KILL");
            Stage.until("it is away", () -> plugin.connection().isEmpty());

            assertThatThrownBy(() -> put(plugin, WhenAway.FAIL))
                    .isInstanceOfSatisfying(
                            StatusRuntimeException.class,
                            it ->
                                    assertThat(it.getStatus().getCode())
                                            .isEqualTo(Status.Code.UNAVAILABLE))
                    .hasMessageContaining("it is being restarted or stopped");
            assertThatThrownBy(
                            () ->
                                    KVGrpc.newBlockingStub(waiting)
                                            .withDeadlineAfter(50, TimeUnit.MILLISECONDS)
                                            .put(PutRequest.getDefaultInstance()))
                    .hasMessageContaining("DEADLINE_EXCEEDED");
            var future =
                    KVGrpc.newFutureStub(waiting).put(PutRequest.newBuilder().setKey("k").build());
            assertThat(future.get(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(Empty.getDefaultInstance());
            var _ =
                    KVGrpc.newBlockingStub(failing)
                            .put(PutRequest.newBuilder().setKey("k").build());
        }
    }

    // [24.63]
    @Test
    void whoWaitsForOneThatIsDeactivatedWaitsNoLonger() throws Exception {
        var never = new Backoff.Steps(List.of(Duration.ofHours(1)));
        try (Stage stage = Stage.in(sockets, it -> it.restart(it.restart().backoff(never)))) {
            Plugin plugin = stage.activated(stage.go("kv"));
            Stage.signal(Stage.pid(plugin), "KILL");
            Stage.until("it is away", () -> plugin.connection().isEmpty());
            var future =
                    KVGrpc.newFutureStub(plugin.channel(WhenAway.WAIT))
                            .put(PutRequest.getDefaultInstance());
            Stage.until("the crash is shown", () -> plugin.status().error().contains("SIGKILL"));
            assertThat(future.isDone()).isFalse();
            stage.host.deactivate("kv");
            assertThatThrownBy(() -> future.get(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining("it was deactivated");
        }
    }

    // ---- health ----

    private static PluginSpec watched(PluginSpec spec, int failures) {
        var source = (PluginSpec.Source.Command) spec.source();
        ChildSpec child =
                source.child().stopPlan(StopPlan.defaults().grace(Duration.ofMillis(200)));
        return new PluginSpec(
                spec.id(),
                new PluginSpec.Source.Command(child),
                spec.terms().shutdownLimit(Duration.ofMillis(200)),
                spec.callbacks(),
                spec.restart().withoutLimit(),
                Optional.of(
                        Liveness.by(new Probe.Attended())
                                .period(Duration.ofMillis(100))
                                .timeout(Duration.ofSeconds(3))
                                .failures(failures)),
                spec.dependsOn());
    }

    // [24.47]
    @Test
    void oneThatHangsIsRestarted() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(watched(stage.go("kv"), 2));
            long pid = Stage.pid(plugin);
            Stage.signal(pid, "STOP");
            Stage.until("another is there", () -> isBack(plugin, pid));
            put(plugin, WhenAway.WAIT);
        }
    }

    @Test
    void oneThatIsNeverWellIsNotUsed() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv", "KV_HEALTH", "down");
            assertThat(stage.refused(spec.terms(spec.terms().startTimeout(Duration.ofSeconds(5)))))
                    .contains(
                            "cannot use plugin kv: it did not serve within the 5 s it has from"
                                    + " its start; asked how it is, it says NOT_SERVING");
        }
    }

    @Test
    void oneThatIsUnwellForAMomentGoesOn() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(watched(stage.go("kv"), 10_000));
            long pid = Stage.pid(plugin);
            health(plugin, false);
            Stage.until("it shows", () -> !plugin.status().healthy());
            assertThat(plugin.status().state()).isEqualTo(PluginState.RUNNING);
            health(plugin, true);
            Stage.until("it shows", () -> plugin.status().healthy());
            assertThat(plugin.status().pid()).hasValue(pid);
        }
    }

    @Test
    void oneThatStaysUnwellIsRestarted() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(watched(stage.go("kv"), 2));
            long pid = Stage.pid(plugin);
            health(plugin, false);
            Stage.until("another is there", () -> isBack(plugin, pid));
        }
    }

    private static void health(Plugin plugin, boolean serving) {
        var _ =
                Stage.trouble(plugin)
                        .health(HealthRequest.newBuilder().setServing(serving).build());
    }

    // ---- what stays ----

    @Test
    void twentyCyclesLeaveNothingBehind() throws Exception {
        Leaks before = Stage.snapshot();
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            stage.host.deactivate("kv");
            Leaks between = Leaks.snapshot();
            for (int cycle = 0; cycle < 20; cycle++) {
                stage.host.activate("kv");
                long pid = Stage.pid(plugin);
                crash(plugin);
                Stage.until("it is back", () -> isBack(plugin, pid));
                stage.host.deactivate("kv");
                stage.nothingIsLeftOf("kv");
            }
            between.assertNothingLeft(Stage.PATIENCE);
        }
        before.assertNothingLeft(Stage.PATIENCE);
    }
}
