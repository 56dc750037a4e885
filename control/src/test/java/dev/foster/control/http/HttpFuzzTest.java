package dev.foster.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    private static final List<String> PIECES =
            List.of(
                    "\r\n",
                    "\n",
                    "\r",
                    " ",
                    "\t",
                    ":",
                    ",",
                    ";",
                    "0",
                    "-1",
                    "+5",
                    "0x5",
                    "5, 5",
                    "\u0000",
                    "\u000b",
                    "\u00a0",
                    "\u0085",
                    "\u00ff",
                    "Content-Length: 5\r\n",
                    "Content-Length: 6\r\n",
                    "content-length : 2\r\n",
                    "Transfer-Encoding: chunked\r\n",
                    "Transfer-Encoding: identity\r\n",
                    "Transfer-Encoding: gzip, chunked\r\n",
                    "transfer-encoding:\u000bchunked\r\n",
                    " folded\r\n",
                    "Host: b\r\n",
                    "\r\n\r\n",
                    "0\r\n\r\n",
                    "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
                    "ffffffffffffffff\r\n",
                    "7fffffff\r\n",
                    "99999999999999999999",
                    "/../",
                    "%2e%2e%2f",
                    "%",
                    "http://evil/",
                    "HTTP/1.1",
                    "HTTP/2.0");

    /** How one reader took it: a request and where it ended, or not at all. */
    record Reading(String method, String body, int end) {}

    @Test
    void aRequestIsReadInOneWayOrRefused() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long end = System.nanoTime() + Long.getLong("foster.fuzz.seconds", 15) * SECOND;
        System.out.println("fuzzing requests; -Dfoster.fuzz.seed=" + seed + " does the same again");
        var random = new Random(seed);
        int taken = 0;
        int tried = 0;
        while (tried < FEW || System.nanoTime() < end) {
            tried++;
            String text = mutated(WHOLE.get(random.nextInt(WHOLE.size())), random);
            Reading whole = read(text, text.length());
            Reading pieces = read(text, 1 + random.nextInt(3));
            assertThat(pieces).as("seed %d: in pieces, %s", seed, shown(text)).isEqualTo(whole);
            if (!whole.method().isEmpty()) {
                taken++;
                assertThat(LenientRequest.read(text))
                        .as("seed %d: %s", seed, shown(text))
                        .isEqualTo(whole);
            }
        }
        assertThat(taken).as("some do no harm; seed %d", seed).isPositive().isLessThan(tried);
    }

    private static String mutated(String text, Random random) {
        var changed = new StringBuilder(text);
        for (int edits = random.nextInt(4); edits > 0; edits--) {
            int at = random.nextInt(changed.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> changed.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 1 ->
                        changed.delete(at, Math.min(changed.length(), at + 1 + random.nextInt(3)));
                case 2 -> {
                    int line = changed.indexOf("\r\n") + 2;
                    changed.insert(line, PIECES.get(random.nextInt(PIECES.size())));
                }
                default -> changed.insert(at, (char) random.nextInt(256));
            }
            if (changed.isEmpty()) {
                changed.append('G');
            }
        }
        return changed.toString();
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
                    channel.at - input.buffered());
        } catch (HttpProblem | EOFException refused) {
            return new Reading("", "", 0);
        }
    }

    private static String shown(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n");
    }

    private static final class Pieces implements ReadableByteChannel {
        private final byte[] bytes;
        private final int piece;
        private int at;

        Pieces(byte[] bytes, int piece) {
            this.bytes = Arrays.copyOf(bytes, bytes.length);
            this.piece = piece;
        }

        @Override
        public int read(ByteBuffer target) {
            int count = Math.min(Math.min(piece, target.remaining()), bytes.length - at);
            target.put(bytes, at, count);
            at += count;
            return count == 0 ? -1 : count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
