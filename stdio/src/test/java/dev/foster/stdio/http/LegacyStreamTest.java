package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.spec.StreamLimits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Answers to legacy clients as streams: when there is one, and what is in it. */
class LegacyStreamTest {
    private Stage stage = new Stage(Stage.limits());

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    @Test
    void somethingSaidBeforeTheAnswerMakesAStream() {
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.isEvents()).isTrue();
        assertThat(reply.header("x-accel-buffering")).contains("no");
        Reply.Event mark = reply.next().orElseThrow();
        assertThat(mark.data()).isEmpty();
        assertThat(mark.id()).isNotEmpty();
        assertThat(mark.retry()).contains("500");
        call.progress(2);
        call.answer("{\"done\":true}");
        List<Reply.Event> events = reply.messages();
        assertThat(Reply.steps(events)).containsExactly("1", "2", "answer");
        assertThat(events.getLast().json().member("id").orElseThrow().json()).isEqualTo("5");
    }

    @Test
    void theConnectionServesAnotherRequestAfterAStream() throws Exception {
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        call.answer("{}");
        assertThat(reply.messages()).hasSize(2);
        socket.getOutputStream()
                .write(Sent.post(Stage.request("6", "ping")).session(session).bytes());
        assertThat(Stage.receive(socket).status()).isEqualTo(200);
    }

    @Test
    void eventIdsDifferInAllStreamsOfASession() {
        String session = stage.open("ann.1");
        var ids = new HashSet<String>();
        int count = 0;
        for (int i = 0; i < 3; i++) {
            Socket socket = stage.ask(session, Integer.toString(i));
            FakeCall call = stage.fake().held();
            call.progress(1);
            call.progress(2);
            Reply reply = Stage.receive(socket);
            call.answer("{}");
            for (Optional<Reply.Event> event = reply.next();
                    event.isPresent();
                    event = reply.next()) {
                ids.add(event.get().id());
                count++;
            }
        }
        assertThat(count).isEqualTo(3 * 4);
        assertThat(ids).hasSize(count);
    }

    @Test
    void anAnswerThatTakesTimeMakesAStreamWithSignsOfLife() {
        stage = stage.with(StreamLimits.defaults().patience(Stage.SHORT).keepAlive(Stage.SHORT));
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        Reply reply = Stage.receive(socket);
        assertThat(reply.next().orElseThrow().comment()).isFalse();
        assertThat(reply.next().orElseThrow().comment()).isTrue();
        assertThat(reply.next().orElseThrow().comment()).isTrue();
        call.answer("{}");
        assertThat(Reply.steps(reply.messages())).containsExactly("answer");
    }

    @Test
    void aClientThatTakesOnlyJsonGetsJsonAndHearsTheRestElsewhere() {
        stage = stage.with(StreamLimits.defaults().patience(Stage.SHORT));
        String session = stage.open("ann.1");
        Reply general = stage.send(Sent.get().session(session));
        Socket socket =
                stage.connect(
                        Sent.post(Stage.request("5", "held/x"))
                                .session(session)
                                .header("accept", "application/json"));
        FakeCall call = stage.fake().held();
        call.progress(1);
        assertThat(Reply.steps(List.of(general.message().orElseThrow()))).containsExactly("1");
        call.answer("{}");
        Reply reply = Stage.receive(socket);
        assertThat(reply.header("content-type")).contains("application/json");
        assertThat(reply.json().member("result")).isPresent();
    }

    @Test
    void aClientThatTakesOnlyEventsGetsAStreamAtOnce() {
        String session = stage.open("ann.1");
        Reply reply =
                stage.send(
                        Sent.post(Stage.request("5", "ping"))
                                .session(session)
                                .header("accept", "text/event-stream"));
        assertThat(reply.isEvents()).isTrue();
        assertThat(Reply.steps(reply.messages())).containsExactly("answer");
    }

    @Test
    void earlierClientsAreSentNoEventsThatSayNothing() {
        stage.fake().greeting(talk -> talk.greet("2025-06-18"));
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        Reply.Event first = reply.next().orElseThrow();
        assertThat(first.id()).isEmpty();
        assertThat(first.retry()).isPresent();
        Reply.Event second = reply.next().orElseThrow();
        assertThat(second.id()).isNotEmpty();
        assertThat(second.data()).isNotEmpty();
        call.answer("{}");
    }

    @Test
    void streamsEndWithTheirSession() {
        String session = stage.open("ann.1");
        Reply general = stage.send(Sent.get().session(session));
        Socket socket = stage.ask(session, "5");
        stage.fake().held().progress(1);
        Reply asked = Stage.receive(socket);
        assertThat(stage.send(Sent.of("DELETE", "").session(session)).status()).isEqualTo(204);
        assertThat(general.messages()).isEmpty();
        List<Reply.Event> last = asked.messages();
        assertThat(last.getLast().json().at("error", "code").orElseThrow().json())
                .isEqualTo(Integer.toString(Mcp.CHILD_GONE));
    }

    @Test
    void anAnswerLargerThanAllThatIsKeptArrives() {
        stage = stage.with(Stage.patient().bytes(1_000).sessionBytes(2_000));
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        assertThat(Reply.steps(List.of(reply.message().orElseThrow()))).containsExactly("1");
        call.answer("{\"big\":\"" + "x".repeat(1 << 20) + "\"}");
        assertThat(reply.messages()).hasSize(1);
    }
}
