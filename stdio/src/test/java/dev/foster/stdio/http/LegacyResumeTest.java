package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.spec.StreamLimits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Clients of the legacy era that leave the stream of an answer, and come back for the rest. */
class LegacyResumeTest {
    private Stage stage = new Stage(Stage.limits());

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    @Test
    void leavingIsNotGivingUpAndNothingIsToldTwice() {
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        Reply.Event seen = reply.message().orElseThrow();
        call.progress(2);
        assertThat(Reply.steps(List.of(reply.message().orElseThrow()))).containsExactly("2");
        Stage.leave(socket);
        call.progress(3);
        assertThat(call.cancelled()).isEmpty();
        Reply again = stage.send(Sent.get().session(session).header("last-event-id", seen.id()));
        assertThat(again.status()).isEqualTo(200);
        assertThat(
                        Reply.steps(
                                List.of(
                                        again.message().orElseThrow(),
                                        again.message().orElseThrow())))
                .containsExactly("2", "3");
        call.progress(4);
        call.answer("{}");
        assertThat(Reply.steps(again.messages())).containsExactly("4", "answer");
        assertThat(call.cancelled()).isEmpty();
    }

    @Test
    void anAnswerThatCameMeanwhileIsTheLastOfWhatIsReplayed() {
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply reply = Stage.receive(socket);
        String mark = reply.next().orElseThrow().id();
        Stage.leave(socket);
        call.progress(2);
        call.answer("{}");
        for (int i = 0; i < 2; i++) {
            Reply again = stage.send(Sent.get().session(session).header("last-event-id", mark));
            assertThat(Reply.steps(again.messages())).containsExactly("1", "2", "answer");
        }
    }

    @Test
    void onlyTheStreamOfTheEventIsReplayed() {
        String session = stage.open("ann.1");
        Socket one = stage.ask(session, "1");
        FakeCall first = stage.fake().held();
        first.progress(1);
        String mark = Stage.receive(one).next().orElseThrow().id();
        Socket two = stage.ask(session, "2");
        FakeCall second = stage.fake().held();
        second.progress(2);
        Stage.receive(two);
        Stage.leave(one);
        Stage.leave(two);
        first.answer("{\"of\":1}");
        second.answer("{\"of\":2}");
        Reply again = stage.send(Sent.get().session(session).header("last-event-id", mark));
        List<Reply.Event> events = again.messages();
        assertThat(Reply.steps(events)).containsExactly("1", "answer");
        assertThat(events.getLast().data()).contains("\"of\":1");
    }

    @Test
    void aSecondReaderOfOneStreamSendsTheFirstAway() {
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
        FakeCall call = stage.fake().held();
        call.progress(1);
        Reply first = Stage.receive(socket);
        String id = first.message().orElseThrow().id();
        Reply second = stage.send(Sent.get().session(session).header("last-event-id", id));
        assertThat(first.message()).isEmpty();
        call.answer("{}");
        assertThat(Reply.steps(second.messages())).containsExactly("answer");
    }

    @Test
    void aLongWaitIsPolled() {
        stage = stage.with(StreamLimits.defaults().patience(Stage.SHORT).poll(Stage.SHORT));
        String session = stage.open("ann.1");
        Reply reply = Stage.receive(stage.ask(session, "5"));
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
        assertThat(Reply.steps(late.messages())).containsExactly("answer");
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

    @Test
    void aReaderThatStopsReadingHoldsNobodyUpAndCanComeBack() {
        stage = stage.with(Stage.patient().bytes(256 << 10).sessionBytes(8 << 20).events(100_000));
        String session = stage.open("ann.1");
        Socket socket = stage.ask(session, "5");
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
        List<String> steps = new ArrayList<>(Reply.steps(again.messages()));
        assertThat(steps.removeLast()).isEqualTo("answer");
        assertThat(steps).isNotEmpty();
        int first = Integer.parseInt(steps.getFirst());
        for (int i = 0; i < steps.size(); i++) {
            assertThat(steps.get(i)).isEqualTo(Integer.toString(first + i));
        }
        assertThat(steps.getLast()).isEqualTo("2000");
    }
}
