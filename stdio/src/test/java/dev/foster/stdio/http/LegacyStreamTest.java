package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

class LegacyStreamTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Stage stage = new Stage(Stage.limits());

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    private void with(StreamLimits limits) {
        stage.close();
        stage = new Stage(Stage.limits().streams(limits));
    }

    private static StreamLimits patient() {
        return StreamLimits.defaults().patience(Stage.LONG);
    }

    private Socket ask(String session, String id) {
        return stage.connect(Sent.post(Stage.request(id, "held/x")).session(session));
    }

    private static List<String> steps(List<Reply.Event> events) {
        return events.stream()
                .map(
                        event ->
                                event.json()
                                        .at("params", "progress")
                                        .map(Object::toString)
                                        .orElse("answer"))
                .toList();
    }

    @Test
    void somethingSaidBeforeTheAnswerMakesAStream() {
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
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
        assertThat(steps(events)).containsExactly("1", "2", "answer");
        assertThat(events.getLast().json().member("id").orElseThrow().json()).isEqualTo("5");
    }

    @Test
    void theConnectionServesAnotherRequestAfterAStream() throws Exception {
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
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
            Socket socket = ask(session, Integer.toString(i));
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
        with(StreamLimits.defaults().patience(Stage.SHORT).keepAlive(Stage.SHORT));
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
        FakeCall call = stage.fake().held();
        Reply reply = Stage.receive(socket);
        assertThat(reply.next().orElseThrow().comment()).isFalse();
        assertThat(reply.next().orElseThrow().comment()).isTrue();
        assertThat(reply.next().orElseThrow().comment()).isTrue();
        call.answer("{}");
        assertThat(steps(reply.messages())).containsExactly("answer");
    }

    @Test
    void aClientThatTakesOnlyJsonGetsJsonAndHearsTheRestElsewhere() {
        with(StreamLimits.defaults().patience(Stage.SHORT));
        String session = stage.open("ann.1");
        Reply general = stage.send(Sent.get().session(session));
        Socket socket =
                stage.connect(
                        Sent.post(Stage.request("5", "held/x"))
                                .session(session)
                                .header("accept", "application/json"));
        FakeCall call = stage.fake().held();
        call.progress(1);
        assertThat(steps(List.of(general.message().orElseThrow()))).containsExactly("1");
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
        assertThat(steps(reply.messages())).containsExactly("answer");
    }

    @Test
    void earlierClientsAreSentNoEventsThatSayNothing() {
        stage.fake().greeting(talk -> talk.greet("2025-06-18"));
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
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

    // ---- coming back ----

    @Test
    void leavingIsNotGivingUpAndNothingIsToldTwice() {
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        Reply.Event seen = reply.message().orElseThrow();
        call.progress(2);
        assertThat(steps(List.of(reply.message().orElseThrow()))).containsExactly("2");
        Stage.leave(socket);
        call.progress(3);
        assertThat(call.cancelled()).isEmpty();
        Reply again = stage.send(Sent.get().session(session).header("last-event-id", seen.id()));
        assertThat(again.status()).isEqualTo(200);
        assertThat(steps(List.of(again.message().orElseThrow(), again.message().orElseThrow())))
                .containsExactly("2", "3");
        call.progress(4);
        call.answer("{}");
        assertThat(steps(again.messages())).containsExactly("4", "answer");
        assertThat(call.cancelled()).isEmpty();
    }

    @Test
    void anAnswerThatCameMeanwhileIsTheLastOfWhatIsReplayed() {
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        String mark = reply.next().orElseThrow().id();
        Stage.leave(socket);
        call.progress(2);
        call.answer("{}");
        for (int i = 0; i < 2; i++) {
            Reply again = stage.send(Sent.get().session(session).header("last-event-id", mark));
            assertThat(steps(again.messages())).containsExactly("1", "2", "answer");
        }
    }

    @Test
    void onlyTheStreamOfTheEventIsReplayed() {
        String session = stage.open("ann.1");
        Socket one = ask(session, "1");
        FakeCall first = stage.fake().held();
        first.progress(1);
        String mark = Stage.receive(one).next().orElseThrow().id();
        Socket two = ask(session, "2");
        FakeCall second = stage.fake().held();
        second.progress(2);
        Stage.receive(two);
        Stage.leave(one);
        Stage.leave(two);
        first.answer("{\"of\":1}");
        second.answer("{\"of\":2}");
        Reply again = stage.send(Sent.get().session(session).header("last-event-id", mark));
        List<Reply.Event> events = again.messages();
        assertThat(steps(events)).containsExactly("1", "answer");
        assertThat(events.getLast().data()).contains("\"of\":1");
    }

    @Test
    void aSecondReaderOfOneStreamSendsTheFirstAway() {
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply first = Stage.receive(socket);
        String id = first.message().orElseThrow().id();
        Reply second = stage.send(Sent.get().session(session).header("last-event-id", id));
        assertThat(first.message()).isEmpty();
        call.answer("{}");
        assertThat(steps(second.messages())).containsExactly("answer");
    }

    @Test
    void aLongWaitIsPolled() {
        with(StreamLimits.defaults().patience(Stage.SHORT).poll(Stage.SHORT));
        String session = stage.open("ann.1");
        Reply reply = Stage.receive(ask(session, "5"));
        FakeCall call = stage.fake().held();
        Reply.Event mark = reply.next().orElseThrow();
        assertThat(mark.retry()).isPresent();
        assertThat(reply.messages()).isEmpty();
        // A client that comes back too early learns from the first event where to go on.
        Reply early = stage.send(Sent.get().session(session).header("last-event-id", mark.id()));
        assertThat(early.next().orElseThrow().id()).isEqualTo(mark.id());
        assertThat(early.messages()).isEmpty();
        call.answer("{}");
        Reply late = stage.send(Sent.get().session(session).header("last-event-id", mark.id()));
        assertThat(steps(late.messages())).containsExactly("answer");
    }

    @Test
    void anEventThatIsNoneOfOursIsRefused() {
        String session = stage.open("ann.1");
        for (String id : List.of("x", "-1", "1-", "1-2-3", "99999999999999999999-1")) {
            Sent get = Sent.get().session(session).header("last-event-id", id);
            assertThat(stage.send(get).status()).isEqualTo(400);
        }
    }

    @Test
    void aStreamThatIsForgottenIsFollowedByAFreshOne() {
        String session = stage.open("ann.1");
        Reply reply = stage.send(Sent.get().session(session).header("last-event-id", "77-3"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.next().orElseThrow().data()).isEmpty();
        stage.fake().talks().getFirst().say("notifications/a");
        assertThat(reply.message().orElseThrow().data()).contains("notifications/a");
    }

    // ---- what belongs to no request ----

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
        with(patient().events(3));
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
    void streamsEndWithTheirSession() {
        String session = stage.open("ann.1");
        Reply general = stage.send(Sent.get().session(session));
        Socket socket = ask(session, "5");
        stage.fake().held().progress(1);
        Reply asked = Stage.receive(socket);
        assertThat(stage.send(Sent.of("DELETE", "").session(session)).status()).isEqualTo(204);
        assertThat(general.messages()).isEmpty();
        List<Reply.Event> last = asked.messages();
        assertThat(last.getLast().json().at("error", "code").orElseThrow().json())
                .isEqualTo(Integer.toString(Mcp.CHILD_GONE));
    }

    @Test
    void listeningNeedsEvents() {
        String session = stage.open("ann.1");
        Sent get = Sent.get().session(session).header("accept", "application/json");
        assertThat(stage.send(get).status()).isEqualTo(406);
    }

    @Test
    void aReaderThatStopsReadingHoldsNobodyUpAndCanComeBack() {
        with(patient().bytes(256 << 10).sessionBytes(8 << 20).events(100_000));
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(0);
        Reply reply = Stage.receive(socket);
        String mark = reply.next().orElseThrow().id();
        String padding = "x".repeat(8_000);
        for (int i = 1; i <= 2_000; i++) {
            call.say(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":"
                            + i
                            + ",\"message\":\""
                            + padding
                            + "\"}}");
        }
        // 16 MB were said to a client that took none of it.
        assertThat(stage.front().sessions().getFirst().lost()).isPositive();
        call.answer("{}");
        Stage.leave(socket);
        Reply again = stage.send(Sent.get().session(session).header("last-event-id", mark));
        List<String> steps = new ArrayList<>(steps(again.messages()));
        assertThat(steps.removeLast()).isEqualTo("answer");
        assertThat(steps).isNotEmpty();
        int first = Integer.parseInt(steps.getFirst());
        for (int i = 0; i < steps.size(); i++) {
            assertThat(steps.get(i)).isEqualTo(Integer.toString(first + i));
        }
        assertThat(steps.getLast()).isEqualTo("2000");
    }

    @Test
    void aGeneralReaderThatStopsReadingIsReplaced() {
        with(patient().bytes(64 << 10).events(100_000));
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

    @Test
    void anAnswerLargerThanAllThatIsKeptArrives() {
        with(patient().bytes(1_000).sessionBytes(2_000));
        String session = stage.open("ann.1");
        Socket socket = ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        assertThat(steps(List.of(reply.message().orElseThrow()))).containsExactly("1");
        call.answer("{\"big\":\"" + "x".repeat(1 << 20) + "\"}");
        assertThat(reply.messages()).hasSize(1);
    }
}
