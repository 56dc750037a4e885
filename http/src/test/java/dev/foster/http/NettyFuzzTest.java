package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What is sent on a connection, made at random and with faults, means the same to us and to Netty's
 * codec: the same requests, each ending at the same byte, and none where there is none; {@code
 * -Dfoster.fuzz.seed=N} makes the same choices again, {@code -Dfoster.fuzz.seconds=N} goes on for
 * longer. Where we refuse what Netty takes, {@link Stricter} has the reason.
 */
class NettyFuzzTest {
    private static final long SECOND = 1_000_000_000;
    private static final int LONGEST_LINE = 8 << 10;
    private static final int MOST_LINES = 64;
    private static final int LONGEST_BODY = 1 << 20;
    private static final int FEW = 2_000;

    /** A request, and where it ended. */
    record Taken(RequestHead head, String body, int end) {}

    /** Those that were taken, and why not the next, where it was refused. */
    record Reading(List<Taken> requests, Optional<String> refusal) {}

    @Test
    void everyRequestMeansTheSameToNetty() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long end = System.nanoTime() + Long.getLong("foster.fuzz.seconds", 15) * SECOND;
        System.out.println(
                "fuzzing requests beside Netty; -Dfoster.fuzz.seed="
                        + seed
                        + " does the same again");
        var random = new Random(seed);
        var requests = new RandomRequests(random);
        int taken = 0;
        int tried = 0;
        while (tried < FEW || System.nanoTime() < end) {
            tried++;
            String text = requests.next();
            taken += compare(text, read(text, 1 + random.nextInt(text.length())), seed);
        }
        assertThat(taken).as("some do no harm; seed %d", seed).isGreaterThan(tried / 4);
    }

    /** How many both have taken. */
    private static int compare(String text, Reading ours, long seed) {
        List<NettyReading.Request> theirs = NettyReading.of(text);
        String what = "seed " + seed + ": " + RandomRequests.shown(text);
        assertThat(theirs).as(what).hasSizeGreaterThanOrEqualTo(ours.requests().size());
        for (int i = 0; i < ours.requests().size(); i++) {
            assertThat(theirs.get(i))
                    .as(what)
                    .isEqualTo(asTheirs(ours.requests().get(i), theirs.get(i)));
        }
        if (theirs.size() > ours.requests().size()) {
            NettyReading.Request next = theirs.get(ours.requests().size());
            int begin = ours.requests().isEmpty() ? 0 : ours.requests().getLast().end();
            String its = text.substring(begin, next.end());
            assertThat(Stricter.TABLE)
                    .as(
                            "only Netty takes %s as %s; we say %s; %s",
                            RandomRequests.shown(its), next, ours.refusal(), what)
                    .anyMatch(it -> it.explains(ours.refusal(), its, next));
        }
        return ours.requests().size();
    }

    /** Ours in the same form; a target is compared taken apart. */
    private static NettyReading.Request asTheirs(Taken ours, NettyReading.Request theirs) {
        RequestHead head = ours.head();
        return new NettyReading.Request(
                head.method(),
                meansTheSame(head.target(), theirs.target())
                        ? theirs.target()
                        : head.target().toString(),
                head.version11() ? "HTTP/1.1" : "HTTP/1.0",
                head.headers().lines(),
                ours.body(),
                ours.end());
    }

    private static boolean meansTheSame(Target ours, String theirs) {
        try {
            return ours.equals(Target.parse(theirs));
        } catch (HttpProblem other) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void eachReasonIsOneForSomethingNettyTakes(Stricter reason) throws IOException {
        List<NettyReading.Request> theirs = NettyReading.of(reason.example());
        Reading ours = read(reason.example(), reason.example().length());
        assertThat(theirs).hasSize(1);
        assertThat(ours.requests()).isEmpty();
        assertThat(reason.explains(ours.refusal(), reason.example(), theirs.getFirst()))
                .as("%s %s", ours, theirs)
                .isTrue();
    }

    static List<Stricter> reasons() {
        return Stricter.TABLE;
    }

    /** As the server reads them, when the bytes come in pieces of this size. */
    private static Reading read(String text, int piece) throws IOException {
        var channel = new Pieces(text.getBytes(StandardCharsets.ISO_8859_1), piece);
        var input = new HttpInput(channel, LONGEST_LINE, MOST_LINES);
        List<Taken> taken = new ArrayList<>();
        try {
            while (input.awaitByte()) {
                RequestHead head = RequestHead.read(input);
                byte[] body = HttpBody.ofRequest(input, head.headers()).all(LONGEST_BODY);
                taken.add(
                        new Taken(
                                head,
                                new String(body, StandardCharsets.ISO_8859_1),
                                channel.given() - input.buffered()));
            }
            return new Reading(taken, Optional.empty());
        } catch (HttpProblem refused) {
            return new Reading(taken, Optional.of(refused.why()));
        } catch (EOFException more) {
            return new Reading(taken, Optional.empty());
        }
    }
}
