package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.probe.ProbeResult.Good;
import dev.foster.supervise.spec.Probe;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What holds for attempts of every kind. */
class ProbesTest extends ProbeContract {

    @Test
    void whereTheProcessSpeaksUpNobodyAsks() {
        for (Probe probe :
                List.of(new Probe.LogLine("ready"), new Probe.Notify(), new Probe.Descriptor(3))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> probes.start(probe, SOON))
                    .withMessageStartingWith("cannot ask ");
        }
    }

    @Test
    void manyAttemptsRunAtOnce() throws Exception {
        try (var silent = ScriptedServer.silent()) {
            var good = new ArrayList<Attempt>();
            var hanging = new ArrayList<Attempt>();
            for (int i = 0; i < 100; i++) {
                good.add(probes.start(new Probe.Tcp("127.0.0.1", silent.port()), SOON));
                hanging.add(probes.start(new Probe.Grpc("127.0.0.1", silent.port(), ""), SOON));
            }
            for (Attempt attempt : good) {
                assertThat(resultOf(attempt)).isEqualTo(new Good());
            }
            hanging.forEach(Attempt::cancel);
            for (Attempt attempt : hanging) {
                assertThat(resultOf(attempt)).isEqualTo(new ProbeResult.Cancelled());
                attempt.ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aResultIsToldThoughTheExecutorIsSlowToAsk() throws Exception {
        // The first task, which asks, is never run; the second, which the timeout posts, is.
        var tasks = new ArrayList<Runnable>();
        var slow =
                new Probes(
                        engine,
                        task -> {
                            synchronized (tasks) {
                                tasks.add(task);
                                if (tasks.size() > 1) {
                                    Thread.startVirtualThread(task);
                                }
                            }
                        });

        Attempt attempt = slow.start(new Probe.Tcp("127.0.0.1", closedPort()), SHORT);

        assertThat(resultOf(attempt)).isEqualTo(new Bad("no answer within 300 ms"));
    }
}
