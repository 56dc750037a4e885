package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

class SessionTimeTest {
    private final Stage stage =
            new Stage(
                    Stage.limits()
                            .idle(Duration.ofMinutes(10))
                            .ping(Duration.ofMinutes(1))
                            .age(Duration.ofHours(1)));

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    private int ping(String session) {
        return stage.send(Sent.post(Stage.request("1", "ping")).session(session)).status();
    }

    @Test
    void aSessionWithoutMessagesEnds() {
        String session = stage.open("ann.1");
        stage.passTime(Duration.ofMinutes(10));
        assertThat(stage.front().sessions()).hasSize(1);
        stage.passTime(Duration.ofSeconds(1));
        assertThat(stage.front().sessions()).isEmpty();
        assertThat(ping(session)).isEqualTo(404);
        assertThat(stage.heard()).contains("ended ann: nothing came from its client for 10 min");
        assertThat(stage.fake().talks().getFirst().closed()).isTrue();
    }

    @Test
    void everyMessageOfTheClientCounts() {
        String session = stage.open("ann.1");
        for (int i = 0; i < 5; i++) {
            stage.passTime(Duration.ofMinutes(9));
            assertThat(ping(session)).isEqualTo(200);
        }
        stage.passTime(Duration.ofMinutes(11));
        assertThat(ping(session)).isEqualTo(404);
    }

    @Test
    void aRequestThatIsUnderWayKeepsItsSession() {
        String session = stage.open("ann.1");
        Socket waiting = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        stage.passTime(Duration.ofMinutes(30));
        call.answer("{}");
        assertThat(Stage.receive(waiting).status()).isEqualTo(200);
        stage.passTime(Duration.ofMinutes(9));
        assertThat(ping(session)).isEqualTo(200);
    }

    @Test
    void anOpenStreamAloneDoesNotKeepASession() {
        String session = stage.open("ann.1");
        Reply stream = stage.send(Sent.get().session(session));
        stage.passTime(Duration.ofMinutes(9).plusSeconds(30));
        Reply.Event asked = stream.message().orElseThrow();
        assertThat(asked.json().text("method")).contains("ping");
        stage.passTime(Duration.ofSeconds(31));
        assertThat(stage.front().sessions()).isEmpty();
        assertThat(stream.messages()).isEmpty();
    }

    @Test
    void aClientThatAnswersThePingStaysAndItsServerHearsNothingOfIt() {
        String session = stage.open("ann.1");
        Reply stream = stage.send(Sent.get().session(session));
        for (int i = 0; i < 3; i++) {
            stage.passTime(Duration.ofMinutes(9).plusSeconds(30));
            stage.passTime(Duration.ofSeconds(10));
            String id = stream.message().orElseThrow().json().member("id").orElseThrow().json();
            String answer = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
            assertThat(stage.send(Sent.post(answer).session(session)).status()).isEqualTo(202);
        }
        assertThat(ping(session)).isEqualTo(200);
        assertThat(stage.fake().talks().getFirst().told()).isEmpty();
    }

    @Test
    void nobodyIsAskedWhoDoesNotListen() {
        String session = stage.open("ann.1");
        stage.passTime(Duration.ofMinutes(9).plusSeconds(30));
        Reply stream = stage.send(Sent.get().session(session));
        stage.fake().talks().getFirst().say("notifications/a");
        assertThat(stream.message().orElseThrow().data()).contains("notifications/a");
    }

    @Test
    void noSessionLivesLongerThanItMay() {
        String session = stage.open("ann.1");
        for (int i = 0; i < 7; i++) {
            stage.passTime(Duration.ofMinutes(8));
            assertThat(ping(session)).isEqualTo(200);
        }
        stage.passTime(Duration.ofMinutes(5));
        assertThat(ping(session)).isEqualTo(404);
        assertThat(stage.heard()).contains("ended ann: it has reached the age of 60 min");
    }

    @Test
    void aStreamThatHasEndedIsForgottenInTime() {
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        Reply.Event first = reply.message().orElseThrow();
        call.answer("{}");
        assertThat(reply.messages()).hasSize(1);
        Sent resume = Sent.get().session(session).header("last-event-id", first.id());
        assertThat(stage.send(resume).messages()).hasSize(1);
        stage.passTime(Duration.ofSeconds(1));
        stage.passTime(Duration.ofMinutes(5).plusSeconds(1));
        // A fresh stream, which has nothing to say and stays open.
        Reply fresh = stage.send(resume);
        assertThat(fresh.next().map(Reply.Event::data)).isEqualTo(Optional.of(""));
        stage.fake().talks().getFirst().say("notifications/a");
        assertThat(fresh.message().orElseThrow().data()).contains("notifications/a");
    }
}
