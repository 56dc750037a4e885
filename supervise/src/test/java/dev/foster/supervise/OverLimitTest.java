package dev.foster.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.testkit.Greedy;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Real processes that use more than they may; each stops growing by itself before it does harm. */
@Timeout(120)
class OverLimitTest {
    private static final ResourceLimits NONE = ResourceLimits.none();

    /** Starts one after another, 100 at most. */
    private static final String THREADS =
            """
            import threading, time
            for i in range(100):
                try:
                    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
                except RuntimeError:
                    break
            time.sleep(600)
            """;

    private final String mark = UUID.randomUUID().toString();

    private ProcessSpec bot(String script, ResourceLimits limits) {
        ChildSpec child =
                ChildSpec.of("python3", "-c", script)
                        .environment("MARK", mark)
                        .confinement(new Confinement(limits, Isolation.none()));
        return ProcessSpec.of("bot", child)
                .restart(
                        RestartPolicy.defaults()
                                .backoff(Backoff.none())
                                .limit(new Limit(1, Duration.ofMinutes(5))));
    }

    /** It is caught and restarted once; caught again, it is given up, and nothing is left of it. */
    private void assertCaught(ProcessSpec bot, String why) {
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            ProcessStatus state = scene.await("bot", Word.GAVE_UP);
            assertThat(state.reason()).startsWith(why);
            assertThat(state.restarts()).isOne();
            scene.awaitTold("bot", ProcessEventKind.GAVE_UP);
            assertThat(scene.told("bot", ProcessEventKind.OVER_LIMIT))
                    .hasSize(2)
                    .allMatch(event -> event.text().startsWith(why));
            assertThat(scene.told("bot", ProcessEventKind.RESTARTING).getFirst().text())
                    .contains(why);
            assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
        }
    }

    @Test
    void oneThatHoardsMemoryIsKilled() {
        assertCaught(bot(Greedy.HOARDS, NONE.memoryBytes(100_000_000)), "killed: memory ");
    }

    @Test
    void oneThatNeverRestsIsKilled() {
        assertCaught(bot(Greedy.SPINS, NONE.cpuPercent(20)), "killed: cpu ");
    }

    @Test
    void oneThatForksWithoutEndIsKilledWithAllItStarted() {
        assertCaught(bot(Greedy.FORKS, NONE.processes(20)), "killed: processes ");
    }

    @Test
    void oneThatOpensFilesWithoutEndIsKilled() {
        assertCaught(bot(Greedy.OPENS, NONE.files(64)), "killed: files ");
    }

    @Test
    void oneThatStartsThreadsWithoutEndIsKilled() {
        assertCaught(bot(THREADS, NONE.threads(20)), "killed: threads ");
    }

    @Test
    void oneThatIsToBeStoppedGetsItsSignal() {
        String script =
                """
                import signal, sys, time
                def leave(number, frame):
                    print('leaving in order', flush=True)
                    sys.exit(0)
                signal.signal(signal.SIGTERM, leave)
                kept = [open('/dev/null') for i in range(20)]
                time.sleep(600)
                """;
        ProcessSpec bot = bot(script, NONE.files(20)).limitRule(new LimitRule(1, Then.STOP));
        try (var scene = Scene.of(bot.restart(RestartPolicy.never()))) {
            scene.startAll();
            ProcessStatus state = scene.await("bot", Word.FAILED);
            assertThat(state.reason()).startsWith("stopped: files ");
            assertThat(state.lastExit().orElseThrow().clean()).isTrue();
            scene.awaitLine("1 leaving in order");
        }
    }

    @Test
    void oneThatIsOnlyReportedGoesOn() {
        ProcessSpec bot = bot(THREADS, NONE.threads(20)).limitRule(new LimitRule(1, Then.REPORT));
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            scene.awaitTold("bot", ProcessEventKind.OVER_LIMIT);
            ProcessEvent told = scene.told("bot", ProcessEventKind.OVER_LIMIT).getFirst();
            assertThat(told.text()).startsWith("threads ");
            assertThat(scene.supervisor().state("bot").orElseThrow().word())
                    .isEqualTo(Word.RUNNING);
        }
    }

    @Test
    void theKernelHoldsNobodyToWhatIsOnlyReported() {
        String script =
                """
                import time
                kept = [open('/dev/null') for i in range(200)]
                print('has', len(kept), flush=True)
                time.sleep(600)
                """;
        ProcessSpec bot = bot(script, NONE.files(64)).limitRule(new LimitRule(1, Then.REPORT));
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            scene.awaitLine("1 has 200");
            scene.awaitTold("bot", ProcessEventKind.OVER_LIMIT);
            assertThat(scene.told("bot", ProcessEventKind.OVER_LIMIT).getFirst().text())
                    .startsWith("files ");
            assertThat(scene.supervisor().state("bot").orElseThrow().word())
                    .isEqualTo(Word.RUNNING);
        }
    }

    @Test
    void anUnderstudyIsHeldToItsLimitsToo() {
        // The first copy behaves; the second finds its trace and does not.
        String script =
                """
                import os, sys, time
                trace = sys.argv[1]
                first = not os.path.exists(trace)
                open(trace, 'w').close()
                if first:
                    print('ready', flush=True)
                else:
                    kept = [open('/dev/null') for i in range(20)]
                time.sleep(600)
                """;
        String trace = System.getProperty("java.io.tmpdir") + "/over-limit-" + mark;
        ProcessSpec plain = bot(script, NONE.files(20));
        ProcessSpec bot =
                plain.child(
                                ChildSpec.of("python3", "-c", script, trace)
                                        .environment("MARK", mark)
                                        .confinement(plain.child().confinement()))
                        .readiness(Readiness.by(new Probe.LogLine("ready")));
        try (var scene = Scene.of(bot)) {
            scene.startAll();
            long run = scene.await("bot", Word.RUNNING).run();
            var replaced = scene.supervisor().replace("bot", Duration.ofSeconds(1), "test");
            assertThat(why(replaced)).contains("killed: files ");
            assertThat(scene.supervisor().state("bot").orElseThrow().run()).isEqualTo(run);
            scene.supervisor().stop(List.of("bot"), "test");
            scene.await("bot", Word.STOPPED);
        } finally {
            assertThat(new File(trace).delete()).isTrue();
        }
    }

    private static String why(CompletableFuture<?> replaced) {
        try {
            replaced.join();
            return "";
        } catch (CompletionException failure) {
            return String.valueOf(failure.getCause());
        }
    }
}
