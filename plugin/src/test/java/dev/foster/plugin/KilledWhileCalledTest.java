package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;

import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.session.Encryption;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Calls at any instant around the death of their plugin. */
class KilledWhileCalledTest {
    private static final int KILLS = 12;
    private static final int CALLERS = 4;
    private static final int CALLS_EACH = 6;

    @TempDir Path sockets;

    private final Random random = new Random(Long.getLong("foster.fuzz.seed", 26));
    private final Queue<Status> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answers = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void aCallThatHasNotLeftWaitsAndOneThatHasTellsTheEnd(boolean mutual, boolean multiplexed)
            throws Exception {
        try (Stage stage = Stage.in(sockets, it -> it.restart(it.restart().withoutLimit()))) {
            PluginSpec spec = stage.go("kv");
            Plugin plugin =
                    stage.activated(
                            spec.terms(
                                    spec.terms()
                                            .multiplex(multiplexed)
                                            .encryption(
                                                    mutual
                                                            ? Encryption.Auto.AUTO
                                                            : Encryption.None.NONE)));
            for (int kill = 0; kill < KILLS; kill++) {
                long pid = Stage.pid(plugin);
                killAround(pid, callers(plugin));
                Stage.until("it is back", () -> SupervisionTest.isBack(plugin, pid));
            }
        }
        assertThat(answers).hasPositiveValue();
        assertThat(failures)
                .allSatisfy(
                        status -> {
                            assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                            assertThat(status.getDescription())
                                    .isEqualTo(
                                            "cannot finish the call to plugin kv: it ended: killed"
                                                    + " by SIGKILL; find out what it has done"
                                                    + " before you call again");
                        });
    }

    /** While its process is alive, dying and gone: each caller calls at an instant of its own. */
    private List<Thread> callers(Plugin plugin) {
        var stub = KVGrpc.newBlockingStub(plugin.channel(WhenAway.WAIT));
        return IntStream.range(0, CALLERS)
                .mapToObj(
                        _ -> {
                            long[] pauses =
                                    random.longs(CALLS_EACH, 0, TimeUnit.MILLISECONDS.toNanos(4))
                                            .toArray();
                            return Thread.ofPlatform().unstarted(() -> call(stub, pauses));
                        })
                .toList();
    }

    private void call(KVGrpc.KVBlockingStub stub, long[] pauses) {
        var request =
                PutRequest.newBuilder()
                        .setKey("k")
                        .setValue(ByteString.copyFrom(new byte[2000]))
                        .build();
        for (long pause : pauses) {
            LockSupport.parkNanos(pause);
            try {
                var _ =
                        stub.withDeadlineAfter(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                                .put(request);
                answers.incrementAndGet();
            } catch (StatusRuntimeException failure) {
                failures.add(failure.getStatus());
            }
        }
    }

    private static void killAround(long pid, List<Thread> callers) throws InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        callers.forEach(Thread::start);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        process.destroyForcibly();
        for (Thread caller : callers) {
            caller.join();
        }
    }
}
