package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.peers.NodePeers;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.StreamLimits;
import dev.foster.stdio.spec.Times;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Requests that were bent at random, to a real server behind the service. Each gets a valid answer
 * that blames the client, or one of the server; a failure names what was sent. Another seed is
 * another 1,500 requests; {@code -Dfoster.test.seeds=100} tries as many.
 */
@Timeout(180)
class BadInputTest {
    private static final int REQUESTS = 1_500;
    private static final int PATIENCE_MILLIS = 10_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("foster.test.seeds", 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyBentRequestIsAnsweredAndTheServiceGoesOn(long seed) throws Exception {
        NodePeers peers = NodePeers.installed();
        Times hasty = Times.defaults().request(Duration.ofSeconds(5));
        try (var live =
                LiveService.of(
                        LiveService.settings(
                                LiveService.many()
                                        .requestBytes(100_000)
                                        .streams(
                                                StreamLimits.defaults()
                                                        .patience(Duration.ofMillis(100)))),
                        shared("legacy", ChildSpec.of(peers.legacyFixture())).times(hasty),
                        shared("modern", ChildSpec.of(peers.modernFixture())).times(hasty))) {
            Visitor legacy = live.visitor("legacy").open();
            Visitor modern = live.visitor("modern").open();
            var bender = new Bender(new SplittableRandom(seed), legacy.session(), modern.session());
            var statuses = new TreeMap<Integer, Integer>();
            for (int i = 0; i < REQUESTS; i++) {
                statuses.merge(answerTo(live.port(), bender.next()), 1, Integer::sum);
            }
            assertThat(statuses).containsKeys(200, 400, 404);
            for (Visitor visitor : new Visitor[] {legacy, modern}) {
                assertThat(visitor.call("test_simple_text").words()).contains("simple text");
            }
        }
    }

    private static ServerSpec shared(String name, ChildSpec child) {
        return ServerSpec.of(name, child).sharing(ServerSpec.Sharing.SHARED);
    }

    private static int answerTo(int port, byte[] request) {
        try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request);
                // Whoever still waits for more learns that there is none.
                socket.shutdownOutput();
            } catch (IOException refusedEarly) {
                // Then the answer is there already.
            }
            Received received = Received.from(new BufferedInputStream(socket.getInputStream()));
            if (received.status() == 500 || received.status() == 502) {
                fail("a fault: " + received + "\nto: " + text(request));
            }
            return received.status();
        } catch (IOException noAnswer) {
            return fail("no valid answer: " + noAnswer + "\nto: " + text(request), noAnswer);
        }
    }

    private static String text(byte[] request) {
        String all = new String(request, StandardCharsets.ISO_8859_1);
        return all.substring(0, Math.min(all.length(), 1_500));
    }
}
