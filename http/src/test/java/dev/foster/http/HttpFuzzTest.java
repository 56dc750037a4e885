package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * Random heads and bodies are read in one way or refused; {@code -Dfoster.fuzz.seed=N} makes the
 * same choices again, {@code -Dfoster.fuzz.seconds=N} goes on for longer. What is taken must mean
 * the same to {@link LenientRequest}, a reader that forgives what proxies forgive: where the two
 * could differ, a second request could hide in the first.
 */
class HttpFuzzTest {
    private static final long SECOND = 1_000_000_000;
    private static final int LONGEST_LINE = 200;
    private static final int MOST_LINES = 8;
    private static final int LONGEST_BODY = 300;
    private static final int FEW = 2_000;

    private static final List<String> WHOLE =
            List.of(
                    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                    "POST /v1/x?a=b&c=%20 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 5\r\n\r\nhello",
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "5\r\nhello\r\na;x=y\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
                    "PUT /%41 HTTP/1.0\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n",
                    "POST / HTTP/1.1\r\n"
                            + "Host: a\r\n"
                            + "Expect: 100-continue\r\n"
                            + "Content-Length: 3\r\n\r\n"
                            + "abc");

    /** How one reader took it: a request and where it ended, or not at all. */
    record Reading(String method, String body, int end) {}

    @Test
    void aRequestIsReadInOneWayOrRefused() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long end = System.nanoTime() + Long.getLong("foster.fuzz.seconds", 15) * SECOND;
        System.out.println("fuzzing requests; -Dfoster.fuzz.seed=" + seed + " does the same again");
        var random = new Random(seed);
        var requests = new RandomRequests(random);
        int taken = 0;
        int tried = 0;
        while (tried < FEW || System.nanoTime() < end) {
            tried++;
            String text = requests.mutated(WHOLE.get(random.nextInt(WHOLE.size())));
            Reading whole = read(text, text.length());
            Reading pieces = read(text, 1 + random.nextInt(3));
            assertThat(pieces)
                    .as("seed %d: in pieces, %s", seed, RandomRequests.shown(text))
                    .isEqualTo(whole);
            if (!whole.method().isEmpty()) {
                taken++;
                assertThat(LenientRequest.read(text))
                        .as("seed %d: %s", seed, RandomRequests.shown(text))
                        .isEqualTo(whole);
            }
        }
        assertThat(taken).as("some do no harm; seed %d", seed).isPositive().isLessThan(tried);
    }

    /** As the server reads it, when the bytes come in pieces of this size. */
    private static Reading read(String text, int piece) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        var channel = new Pieces(bytes, piece);
        var input = new HttpInput(channel, LONGEST_LINE, MOST_LINES);
        try {
            RequestHead head = RequestHead.read(input);
            byte[] body = HttpBody.ofRequest(input, head.headers()).all(LONGEST_BODY);
            return new Reading(
                    head.method(),
                    new String(body, StandardCharsets.ISO_8859_1),
                    channel.given() - input.buffered());
        } catch (HttpProblem | EOFException refused) {
            return new Reading("", "", 0);
        }
    }
}
