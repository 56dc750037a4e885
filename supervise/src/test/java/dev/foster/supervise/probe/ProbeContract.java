package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ProcessEngine;
import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.probe.ProbeResult.Good;
import dev.foster.supervise.spec.Probe;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What the tests of probes stand on: an engine, and the proof that no attempt left anything. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ProbeContract {
    /** Longer than anything takes that works. */
    static final Duration SOON = Duration.ofSeconds(15);

    /** For attempts that are to fail by it. */
    static final Duration SHORT = Duration.ofMillis(300);

    /** The same where the attempt has to have reached the server before. */
    static final Duration LONGER = Duration.ofSeconds(3);

    static final Executor EXECUTOR = Thread::startVirtualThread;

    ProcessEngine engine;
    Probes probes;
    private final List<Socket> takenPorts = new ArrayList<>();
    private Leaks before;

    @BeforeEach
    void startTheEngine() throws Exception {
        warmUp();
        before = Leaks.snapshot();
        engine = ProcessEngine.start();
        probes = new Probes(engine, EXECUTOR);
    }

    /** What the JVM opens once and for all for its sockets shall not look like a leak. */
    private static void warmUp() throws Exception {
        try (ProcessEngine first = ProcessEngine.start();
                ScriptedServer server = ScriptedServer.sending("HTTP/1.1 200 OK\r\n\r\n")) {
            var http = new Probe.Http(server.uri("/"), Map.of(), Optional.empty());
            Attempt attempt = new Probes(first, EXECUTOR).start(http, SOON);
            assertThat(attempt.result().get(15, TimeUnit.SECONDS)).isEqualTo(new Good());
        }
    }

    @AfterEach
    void closeTheEngineAndFindNothingLeft() throws IOException {
        for (Socket taken : takenPorts) {
            taken.close();
        }
        engine.close();
        before.assertNothingLeft();
    }

    ProbeResult ask(Probe probe, Duration timeout) throws Exception {
        Attempt attempt = probes.start(probe, timeout);
        ProbeResult result = resultOf(attempt);
        attempt.ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
        return result;
    }

    void assertGood(Probe probe) throws Exception {
        assertThat(ask(probe, SOON)).isEqualTo(new Good());
    }

    /** Asks, and tells why that was bad. */
    String whyBad(Probe probe, Duration timeout) throws Exception {
        ProbeResult result = ask(probe, timeout);
        assertThat(result).isInstanceOf(Bad.class);
        return result instanceof Bad(String why) ? why : "";
    }

    String whyBad(Probe probe) throws Exception {
        return whyBad(probe, SOON);
    }

    static ProbeResult resultOf(Attempt attempt) throws Exception {
        return attempt.result().get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    /** A port on which nobody listens, nor will before the test is over: it is taken. */
    int closedPort() throws IOException {
        var taken = new Socket();
        takenPorts.add(taken);
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return taken.getLocalPort();
    }
}
