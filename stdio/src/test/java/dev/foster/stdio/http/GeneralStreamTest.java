package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.Socket;
import java.time.Duration;

/** What belongs to no request, on the streams that legacy clients listen to. */
class GeneralStreamTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Stage stage = new Stage(Stage.limits());

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    @Test
    void whatBelongsToNoRequestGoesToTheNewestStreamThatIsOpen() {
        String session = stage.open("ann.1");
        FakeTalk talk = stage.fake().talks().getFirst();
        Socket oldSocket = stage.connect(Sent.get().session(session));
        Reply old = Stage.receive(oldSocket);
        Socket newSocket = stage.connect(Sent.get().session(session));
        Reply fresh = Stage.receive(newSocket);
        talk.say("notifications/a");
        assertThat(fresh.message().orElseThrow().data()).contains("notifications/a");
        Stage.leave(newSocket);
        Eventually.until(
                LIMIT,
                "the stream is known to be gone",
                () -> stage.front().sessions().getFirst().listening() == 1);
        talk.say("notifications/b");
        assertThat(old.message().orElseThrow().data()).contains("notifications/b");
    }

    @Test
    void whatIsSaidWhileNobodyListensWaits() {
        String session = stage.open("ann.1");
        FakeTalk talk = stage.fake().talks().getFirst();
        talk.say("notifications/a");
        talk.say("notifications/b");
        Reply reply = stage.send(Sent.get().session(session));
        assertThat(reply.message().orElseThrow().data()).contains("notifications/a");
        assertThat(reply.message().orElseThrow().data()).contains("notifications/b");
    }

    @Test
    void aGeneralStreamIsResumedToo() {
        String session = stage.open("ann.1");
        FakeTalk talk = stage.fake().talks().getFirst();
        Socket socket = stage.connect(Sent.get().session(session));
        Reply reply = Stage.receive(socket);
        talk.say("notifications/a");
        String seen = reply.message().orElseThrow().id();
        talk.say("notifications/b");
        reply.message();
        Stage.leave(socket);
        Eventually.until(
                LIMIT,
                "the stream is known to be gone",
                () -> stage.front().sessions().getFirst().listening() == 0);
        talk.say("notifications/c");
        Reply again = stage.send(Sent.get().session(session).header("last-event-id", seen));
        assertThat(again.message().orElseThrow().data()).contains("notifications/b");
        assertThat(again.message().orElseThrow().data()).contains("notifications/c");
        talk.say("notifications/d");
        assertThat(again.message().orElseThrow().data()).contains("notifications/d");
    }

    @Test
    void onlySoMuchWaits() {
        stage = stage.with(Stage.patient().events(3));
        String session = stage.open("ann.1");
        FakeTalk talk = stage.fake().talks().getFirst();
        for (int i = 0; i < 5; i++) {
            talk.say("notifications/" + i);
        }
        assertThat(stage.front().sessions().getFirst().lost()).isEqualTo(2);
        Reply reply = stage.send(Sent.get().session(session));
        for (int i = 2; i < 5; i++) {
            assertThat(reply.message().orElseThrow().data()).contains("notifications/" + i);
        }
    }

    @Test
    void listeningNeedsEvents() {
        String session = stage.open("ann.1");
        Sent get = Sent.get().session(session).header("accept", "application/json");
        assertThat(stage.send(get).status()).isEqualTo(406);
    }

    @Test
    void aGeneralReaderThatStopsReadingIsReplaced() {
        stage = stage.with(Stage.patient().bytes(64 << 10).events(100_000));
        String session = stage.open("ann.1");
        FakeTalk talk = stage.fake().talks().getFirst();
        Reply stuck = stage.send(Sent.get().session(session));
        assertThat(stuck.next()).isPresent();
        String padding = "x".repeat(8_000);
        for (int i = 0; i < 2_000; i++) {
            talk.say("notifications/" + i + padding);
        }
        Reply fresh = stage.send(Sent.get().session(session));
        talk.say("notifications/last");
        Reply.Event event = fresh.message().orElseThrow();
        while (!event.data().contains("notifications/last")) {
            event = fresh.message().orElseThrow();
        }
        assertThat(stage.front().sessions().getFirst().lost()).isPositive();
    }
}
