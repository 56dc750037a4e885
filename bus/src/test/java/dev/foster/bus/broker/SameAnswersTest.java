package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.foster.testkit.NatsServer;
import dev.foster.testkit.Ports;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Conversations nobody thought of, whole and damaged, are answered byte for byte as the real server
 * answers them. {@code -Dfoster.fuzz.seed=N} begins elsewhere, {@code -Dfoster.fuzz.count=N} has
 * more of them.
 */
class SameAnswersTest {
    private static final int FIRST = Integer.getInteger("foster.fuzz.seed", 0);
    private static final int COUNT = Integer.getInteger("foster.fuzz.count", 150);
    private static final int PAIRS = 6;
    private static final int QUIET_MILLIS = 250;
    private static final int LONG_MILLIS = 4_000;
    private static final int GREETING_MILLIS = 20_000;

    @Test
    void whateverIsSaidTheAnswerIsTheSame() throws Exception {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        try (ExecutorService talkers = Executors.newFixedThreadPool(PAIRS)) {
            List<Future<Integer>> shares = new ArrayList<>();
            for (int share = 0; share < PAIRS; share++) {
                int[] seeds = seeds(share);
                shares.add(talkers.submit(() -> compare(seeds)));
            }
            int compared = 0;
            for (Future<Integer> share : shares) {
                compared += share.get();
            }
            assertThat(compared).isGreaterThan(COUNT / 2);
        }
    }

    private static int[] seeds(int share) {
        return IntStream.range(FIRST, FIRST + COUNT).filter(it -> it % PAIRS == share).toArray();
    }

    /** Servers of its own: conversations at the same time must not hear each other. */
    private static int compare(int[] seeds) throws IOException {
        int compared = 0;
        try (NatsServer real =
                        NatsServer.startAt(NatsServer.program().orElseThrow(), Ports.free(), "");
                Broker broker = Broker.start(BrokerOptions.defaults())) {
            for (int seed : seeds) {
                Random random = new Random(seed);
                boolean whole = seed % 3 == 0;
                byte[] said = whole ? Conversations.plain(random) : Conversations.damaged(random);
                if (!whole && isOdd(new String(said, ISO_8859_1))) {
                    continue;
                }
                compared++;
                if (!ask(real.port(), said, QUIET_MILLIS)
                        .equals(ask(broker.port(), said, QUIET_MILLIS))) {
                    // On a busy machine the one or the other may only have been late.
                    assertThat(ask(broker.port(), said, LONG_MILLIS))
                            .as("seed %d: %s", seed, new String(said, ISO_8859_1))
                            .isEqualTo(ask(real.port(), said, LONG_MILLIS));
                }
            }
        }
        return compared;
    }

    /**
     * Two oddities of the server are not followed: the end of a line straight behind PUB and a
     * blank begins its words there, and a subject that a pedantic client may not use is told before
     * the message is complete, and so also of one that is damaged.
     */
    private static boolean isOdd(String said) {
        return said.matches("(?is).*(pub|sub)[ \t]+\r?\n.*") || said.contains("pedantic\":true");
    }

    /** What is answered until the server falls silent; the messages of one publication sorted. */
    private static List<String> ask(int port, byte[] said, int quiet) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(GREETING_MILLIS);
            InputStream in = socket.getInputStream();
            int greeting = in.read();
            while (greeting != '\n' && greeting >= 0) {
                greeting = in.read();
            }
            socket.setSoTimeout(quiet);
            socket.getOutputStream().write(said);
            for (int value = in.read(); value >= 0; value = in.read()) {
                answer.write(value);
            }
            answer.writeBytes("<end>".getBytes(ISO_8859_1));
        } catch (SocketTimeoutException silent) {
            return sorted(answer.toString(ISO_8859_1));
        } catch (SocketException ended) {
            answer.writeBytes("<end>".getBytes(ISO_8859_1));
        }
        return sorted(answer.toString(ISO_8859_1));
    }

    /**
     * Who of several subscriptions comes first is nowhere promised. Nor is when exactly a server
     * makes sure of its client, some two seconds after CONNECT.
     */
    private static List<String> sorted(String heard) {
        String answer = heard.replace("PING\r\n", "");
        List<String> parts =
                new ArrayList<>(
                        Arrays.asList(answer.split("(?=H?MSG |\\+OK|-ERR|PONG|<end>)", -1)));
        parts.sort(null);
        return parts;
    }
}
