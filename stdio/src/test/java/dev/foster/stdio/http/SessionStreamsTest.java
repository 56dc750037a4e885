package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.StreamLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class SessionStreamsTest {
    private static final Pattern EVENT =
            Pattern.compile("id: (\\d+-\\d+)\nevent: message\ndata: (.*)\n\n");

    private static final byte[] LONG_ANSWER =
            ("{}" + " ".repeat(100)).getBytes(StandardCharsets.UTF_8);

    private static StreamLimits limits() {
        return StreamLimits.defaults();
    }

    private static RpcMessage message(int number) {
        return RpcMessage.notification("n/" + number, RawJson.emptyObject());
    }

    /** A client's end of one stream. */
    private static final class Client {
        private final Recording.Reader reader;
        private EventId last;
        private boolean over;

        Client(Recording.Reader reader) {
            this(reader, new EventId(reader.recording().name(), 0));
        }

        Client(Recording.Reader reader, EventId last) {
            this.reader = reader;
            this.last = last;
        }

        /** Takes what is there. */
        List<String> take() throws InterruptedException {
            var said = new ArrayList<String>();
            while (true) {
                switch (reader.next(0)) {
                    case Piece.Said(byte[] events, boolean end) -> {
                        Matcher event = EVENT.matcher(new String(events, StandardCharsets.UTF_8));
                        while (event.find()) {
                            last = EventId.parse(event.group(1)).orElseThrow();
                            said.add(text(event.group(2)));
                        }
                        over |= end;
                    }
                    case Piece.Over _ -> {
                        over = true;
                        return said;
                    }
                    case Piece.Quiet _ -> {
                        return said;
                    }
                }
            }
        }

        private static String text(String data) {
            RawJson json = RawJson.parse(data);
            return json.text("method").orElse("answer");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whateverHappensToConnectionsAClientThatResumesHearsEverythingOnceAndInOrder(long seed)
            throws InterruptedException {
        var random = new Random(seed);
        var streams = new SessionStreams(limits());
        var client = new Client(streams.listen());
        var expected = new ArrayList<String>();
        var heard = new ArrayList<String>();
        for (int i = 0; i < 500; i++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    streams.say(message(i));
                    expected.add("n/" + i);
                }
                case 2, 3 -> heard.addAll(client.take());
                default -> {
                    if (random.nextBoolean()) {
                        streams.leave(client.reader);
                    }
                    if (random.nextBoolean()) {
                        streams.say(message(i));
                        expected.add("n/" + i);
                    }
                    client = new Client(streams.resume(client.last).orElseThrow(), client.last);
                }
            }
        }
        heard.addAll(client.take());
        assertThat(heard).isEqualTo(expected);
        assertThat(streams.lost()).isZero();
    }

    @Test
    void whatAReaderLostOnTheWayIsReplayedToTheNext() throws InterruptedException {
        var streams = new SessionStreams(limits());
        Recording recording = streams.begin();
        streams.say(recording, message(1));
        var first = new Client(streams.read(recording));
        assertThat(first.take()).containsExactly("n/1");
        EventId seen = first.last;
        streams.say(recording, message(2));
        streams.say(recording, message(3));
        assertThat(first.take()).containsExactly("n/2", "n/3");
        var second = new Client(streams.resume(seen).orElseThrow());
        assertThat(first.take()).isEmpty();
        assertThat(first.over).isTrue();
        streams.answer(recording, new Answer(200, "{}".getBytes(StandardCharsets.UTF_8)));
        assertThat(second.take()).containsExactly("n/2", "n/3", "answer");
        assertThat(second.over).isTrue();
    }

    @Test
    void whoLeavesStillTakesAnAnswerThatIsThere() throws InterruptedException {
        var streams = new SessionStreams(limits());
        Recording recording = streams.begin();
        var client = new Client(streams.read(recording));
        streams.answer(recording, new Answer(200, "{}".getBytes(StandardCharsets.UTF_8)));
        streams.leave(client.reader);
        assertThat(client.take()).containsExactly("answer");
        assertThat(client.over).isTrue();
    }

    @Test
    void whoLeftTakesNothingFromTheNext() throws InterruptedException {
        var streams = new SessionStreams(limits());
        Recording recording = streams.begin();
        var first = new Client(streams.read(recording));
        streams.answer(recording, new Answer(200, "{}".getBytes(StandardCharsets.UTF_8)));
        streams.leave(first.reader);
        var second = new Client(streams.resume(first.last).orElseThrow());
        assertThat(first.take()).isEmpty();
        assertThat(second.take()).containsExactly("answer");
    }

    @Test
    void onlyTheFirstAnswerCounts() throws InterruptedException {
        var streams = new SessionStreams(limits());
        Recording recording = streams.begin();
        streams.answer(recording, new Answer(200, "{}".getBytes(StandardCharsets.UTF_8)));
        streams.answer(recording, new Answer(404, "[]".getBytes(StandardCharsets.UTF_8)));
        streams.say(recording, message(1));
        assertThat(recording.onlyAnswer().orElseThrow().status()).isEqualTo(200);
        assertThat(new Client(streams.read(recording)).take()).hasSize(1);
    }

    @Test
    void allStreamsOfASessionKeepOnlySoMuch() throws InterruptedException {
        int most = 10_000;
        var streams = new SessionStreams(limits().sessionBytes(most));
        for (int i = 0; i < 1_000; i++) {
            Recording recording = streams.begin();
            streams.say(recording, message(i));
            var client = new Client(streams.read(recording));
            streams.answer(recording, new Answer(200, LONG_ANSWER));
            assertThat(client.take()).hasSize(2);
            streams.leave(client.reader);
            assertThat(streams.keptBytes()).isLessThanOrEqualTo(most);
        }
        assertThat(streams.resume(new EventId(1, 0))).isEmpty();
        assertThat(streams.resume(new EventId(1_000, 0))).isPresent();
    }

    @Test
    void oneStreamKeepsTheNewest() throws InterruptedException {
        var streams = new SessionStreams(limits().events(10));
        Recording recording = streams.begin();
        streams.say(recording, message(0));
        streams.leave(streams.read(recording));
        for (int i = 1; i < 25; i++) {
            streams.say(recording, message(i));
        }
        assertThat(streams.lost()).isEqualTo(15);
        var client = new Client(streams.resume(new EventId(recording.name(), 0)).orElseThrow());
        assertThat(client.take()).hasSize(10).endsWith("n/24");
    }

    @Test
    void streamsWithoutNumberAreForgotten() {
        var streams = new SessionStreams(limits());
        for (int i = 0; i < 1_000; i++) {
            streams.leave(streams.listen());
        }
        assertThat(streams.resume(new EventId(1, 0))).isEmpty();
        assertThat(streams.resume(new EventId(1_000, 0))).isPresent();
    }

    @Test
    void anEventFromTheFutureIsUnknown() {
        var streams = new SessionStreams(limits());
        streams.leave(streams.listen());
        assertThat(streams.resume(new EventId(1, 1))).isEmpty();
        assertThat(streams.resume(new EventId(1, 0))).isPresent();
    }

    @Test
    void nothingIsSaidAfterTheEnd() throws InterruptedException {
        var streams = new SessionStreams(limits());
        streams.say(message(1));
        streams.close();
        streams.say(message(2));
        var client = new Client(streams.listen());
        assertThat(client.take()).isEmpty();
        assertThat(client.over).isTrue();
        assertThat(streams.keptBytes()).isZero();
    }
}
