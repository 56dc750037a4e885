package dev.foster.stdio.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.http.Stage.Sent;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class LegacySessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Stage stage = new Stage(Stage.limits().sessions(4).sessionsPerCaller(3));

    @AfterEach
    void nothingIsLeft() {
        stage.close();
    }

    private Reply ping(String id, String token) {
        return stage.send(Sent.post(Stage.request("1", "ping")).session(id).token(token));
    }

    @Test
    void initializeOpensASessionAndIsAnsweredAsJson() {
        Reply reply = stage.send(Sent.post(Stage.initialize(7)).token("ann.1"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("content-type")).contains("application/json");
        assertThat(reply.header("mcp-session-id").orElseThrow()).matches("[A-Za-z0-9_-]{32}");
        RawJson json = reply.json();
        assertThat(json.member("id").orElseThrow().json()).isEqualTo("7");
        assertThat(json.at("result", "protocolVersion").orElseThrow().text()).contains(Mcp.LEGACY);
        assertThat(stage.heard()).containsExactly("answered fake initialize true", "opened ann");
    }

    @Test
    void aClientThatTakesOnlyEventsIsGreetedWithOne() {
        Reply reply =
                stage.send(
                        Sent.post(Stage.initialize(7))
                                .token("ann.1")
                                .header("accept", "text/event-stream"));
        assertThat(reply.isEvents()).isTrue();
        assertThat(reply.header("mcp-session-id")).isPresent();
        assertThat(reply.body()).startsWith("event: message\ndata: {").endsWith("}\n\n");
    }

    @Test
    void requestsOfASessionAreAnswered() {
        String id = stage.open("ann.1");
        Reply reply = ping(id, "ann.1");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"echo\":{}}}");
        assertThat(stage.heard()).contains("answered fake ping true");
    }

    @Test
    void errorsOfAServerHaveStatus200InThisEra() {
        String id = stage.open("ann.1");
        Reply reply = stage.send(Sent.post(Stage.request("1", "unknown/method")).session(id));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.code()).isEqualTo(-32601);
        assertThat(stage.heard()).contains("answered fake other false");
    }

    @Test
    void notificationsAndAnswersAreAcceptedAndPassedOn() {
        String id = stage.open("ann.1");
        String note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
        Reply reply = stage.send(Sent.post(note).session(id));
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.body()).isEmpty();
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}";
        assertThat(stage.send(Sent.post(answer).session(id)).status()).isEqualTo(202);
        assertThat(stage.fake().talks().getFirst().told())
                .extracting(RpcMessage::toString)
                .containsExactly("notification notifications/initialized", "result 5");
    }

    @Test
    void withoutAnIdARequestIsRefused() {
        Reply reply = stage.send(Sent.post(Stage.request("3", "ping")).token("ann.1"));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().member("id").orElseThrow().json()).isEqualTo("3");
        assertThat(stage.send(Sent.get().token("ann.1")).status()).isEqualTo(400);
        assertThat(stage.send(Sent.of("DELETE", "").token("ann.1")).status()).isEqualTo(400);
    }

    @Test
    void anUnknownIdIsNotFound() {
        assertThat(ping("nobody", "ann.1").status()).isEqualTo(404);
        assertThat(stage.send(Sent.get().session("nobody")).status()).isEqualTo(404);
        assertThat(stage.send(Sent.of("DELETE", "").session("nobody")).status()).isEqualTo(404);
    }

    @Test
    void aSessionIsItsCallersAlone() {
        String id = stage.open("ann.1");
        assertThat(ping(id, "bob.1").status()).isEqualTo(403);
        assertThat(stage.send(Sent.get().session(id).token("bob.1")).status()).isEqualTo(403);
        assertThat(stage.send(Sent.of("DELETE", "").session(id).token("bob.1")).status())
                .isEqualTo(403);
        assertThat(ping(id, "ann.1").status()).isEqualTo(200);
        assertThat(stage.fake().talks().getFirst().renewals()).isEmpty();
    }

    @Test
    void newCredentialsOfTheSameCallerAreHandedOnOnce() {
        String id = stage.open("ann.1");
        assertThat(ping(id, "ann.1").status()).isEqualTo(200);
        assertThat(ping(id, "ann.2").status()).isEqualTo(200);
        assertThat(ping(id, "ann.2").status()).isEqualTo(200);
        // The old ones may be on their way still; going back to them would start children anew.
        assertThat(ping(id, "ann.1").status()).isEqualTo(200);
        assertThat(stage.fake().talks().getFirst().renewals())
                .extracting(caller -> caller.bearer().orElseThrow())
                .containsExactly("ann.2");
    }

    @Test
    void deleteEndsASession() {
        String id = stage.open("ann.1");
        assertThat(stage.send(Sent.of("DELETE", "").session(id)).status()).isEqualTo(204);
        assertThat(ping(id, "ann.1").status()).isEqualTo(404);
        assertThat(stage.send(Sent.get().session(id)).status()).isEqualTo(404);
        assertThat(stage.send(Sent.of("DELETE", "").session(id)).status()).isEqualTo(404);
        assertThat(stage.fake().talks().getFirst().closed()).isTrue();
        assertThat(stage.front().sessions()).isEmpty();
        assertThat(stage.heard()).contains("ended ann: its client has ended it");
    }

    @Test
    void whatIsUnderWayWhenASessionEndsIsAnsweredWithAnError() {
        String id = stage.open("ann.1");
        Socket waiting = stage.ask(id, "5");
        stage.fake().held();
        assertThat(stage.send(Sent.of("DELETE", "").session(id)).status()).isEqualTo(204);
        Reply reply = Stage.receive(waiting);
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.json().member("id").orElseThrow().json()).isEqualTo("5");
    }

    @Test
    void aTalkThatIsOverEndsItsSessionAndItsClientIsToldWhyOnce() {
        String id = stage.open("ann.1");
        stage.fake().talks().getFirst().ended().complete("the child gave up");
        assertThat(ping(id, "bob.1").status()).as("another's session").isEqualTo(404);
        Reply told = ping(id, "ann.1");
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body()).contains("\"code\":-32000", "the child gave up");
        assertThat(ping(id, "ann.1").status()).isEqualTo(404);
        assertThat(stage.heard()).contains("ended ann: the child gave up");
    }

    @Test
    void aSessionIsShownWithoutItsSecretAndCanBeEnded() {
        String id = stage.open("ann.1");
        SessionFacts facts = stage.front().sessions().getFirst();
        assertThat(facts.id()).hasSize(8).isEqualTo(id.substring(0, 8));
        assertThat(facts.caller()).isEqualTo("ann");
        assertThat(facts.version()).isEqualTo(Mcp.LEGACY);
        assertThat(facts.pid()).isEqualTo(4711);
        assertThat(stage.front().end("nobody", "why not")).isFalse();
        assertThat(stage.front().end(facts.id(), "somebody wanted it")).isTrue();
        assertThat(ping(id, "ann.1").status()).isEqualTo(404);
        assertThat(stage.heard()).contains("ended ann: somebody wanted it");
    }

    @Test
    void allSessionsOfAServerCanBeEnded() {
        stage.open("ann.1");
        stage.open("bob.1");
        stage.front().endAll("other");
        assertThat(stage.front().sessions()).hasSize(2);
        stage.front().endAll("fake");
        assertThat(stage.front().sessions()).isEmpty();
        assertThat(stage.fake().talks()).allMatch(FakeTalk::closed);
    }

    @Test
    void thereAreOnlySoManySessionsForOneAndForAll() {
        for (int i = 0; i < 3; i++) {
            stage.open("ann.1");
        }
        Reply own = stage.send(Sent.post(Stage.initialize(1)).token("ann.1"));
        assertThat(own.status()).isEqualTo(503);
        assertThat(own.header("retry-after").orElseThrow()).matches("\\d+");
        assertThat(own.json().member("id").orElseThrow().json()).isEqualTo("1");
        stage.open("bob.1");
        assertThat(stage.send(Sent.post(Stage.initialize(1)).token("cid.1")).status())
                .isEqualTo(503);
        assertThat(stage.fake().talks()).hasSize(4);
        assertThat(stage.front().end(stage.front().sessions().getFirst().id(), "room")).isTrue();
        stage.open("cid.1");
    }

    @Test
    void aSessionThatDoesNotComeAboutLeavesNothing() {
        stage.fake()
                .greeting(
                        talk ->
                                talk.opened()
                                        .complete(
                                                RpcMessage.error(
                                                        RawJson.number(1),
                                                        new RpcProblem(Mcp.CHILD_GONE, "no"))));
        Reply reply = stage.send(Sent.post(Stage.initialize(1)).token("ann.1"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("mcp-session-id")).isEmpty();
        assertThat(reply.code()).isEqualTo(Mcp.CHILD_GONE);
        assertThat(stage.fake().talks().getFirst().closed()).isTrue();
        assertThat(stage.front().sessions()).isEmpty();
        assertThat(stage.heard()).containsExactly("answered fake initialize false");
    }

    @Test
    void aClientThatLeavesBeforeItIsGreetedLeavesNoSession() {
        stage.fake().greeting(_ -> {});
        Socket client = stage.connect(Sent.post(Stage.initialize(1)).token("ann.1"));
        Eventually.until(LIMIT, "the talk begins", () -> stage.fake().talks().size() == 1);
        Stage.leave(client);
        FakeTalk talk = stage.fake().talks().getFirst();
        Eventually.until(LIMIT, "the talk is closed", talk::closed);
        Eventually.until(LIMIT, "there is room again", () -> stage.connections() == 0);
        assertThat(stage.front().sessions()).isEmpty();
    }

    @Test
    void aSessionThatIsBeingOpenedEndsWithItsServer() {
        stage.fake().greeting(_ -> {});
        Socket client = stage.connect(Sent.post(Stage.initialize(1)).token("ann.1"));
        Eventually.until(LIMIT, "the talk begins", () -> stage.fake().talks().size() == 1);
        stage.front().endAll("fake");
        Reply reply = Stage.receive(client);
        assertThat(reply.header("mcp-session-id")).isEmpty();
        assertThat(reply.code()).isEqualTo(Mcp.CHILD_GONE);
    }

    @Test
    void manyWhoOpenAtOnceGetSessionsOfTheirOwn() throws Exception {
        List<Callable<Reply>> openings = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String token = "caller" + i + ".1";
            openings.add(() -> stage.send(Sent.post(Stage.initialize(1)).token(token)));
        }
        var ids = new HashSet<String>();
        int refused = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> opening : threads.invokeAll(openings)) {
                Reply reply = opening.get();
                if (reply.status() == 503) {
                    refused++;
                } else {
                    ids.add(reply.header("mcp-session-id").orElseThrow());
                }
            }
        }
        assertThat(ids).hasSize(4);
        assertThat(refused).isEqualTo(8);
    }

    @Test
    void anIdThatIsUnderWayIsRefusedUntilItIsAnswered() {
        String id = stage.open("ann.1");
        Socket first = stage.ask(id, "5");
        FakeCall call = stage.fake().held();
        Reply second = stage.send(Sent.post(Stage.request("5", "ping")).session(id));
        assertThat(second.status()).isEqualTo(400);
        assertThat(second.code()).isEqualTo(-32600);
        // The same digit as a text is another id.
        assertThat(stage.send(Sent.post(Stage.request("\"5\"", "ping")).session(id)).status())
                .isEqualTo(200);
        call.answer("{}");
        assertThat(Stage.receive(first).status()).isEqualTo(200);
        assertThat(stage.send(Sent.post(Stage.request("5", "ping")).session(id)).status())
                .isEqualTo(200);
    }

    @Test
    void ofTwoRequestsWithOneIdAtOnceOneIsAsked() throws Exception {
        String id = stage.open("ann.1");
        Sent twice = Sent.post(Stage.request("5", "held/x")).session(id);
        Socket one = stage.connect(twice);
        Socket two = stage.connect(twice);
        FakeCall call = stage.fake().held();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> first = threads.submit(() -> Stage.receive(one).status());
            Future<Integer> second = threads.submit(() -> Stage.receive(two).status());
            Eventually.until(LIMIT, "one is refused", () -> first.isDone() || second.isDone());
            call.answer("{}");
            assertThat(List.of(first.get(), second.get())).containsExactlyInAnyOrder(200, 400);
        }
    }

    @Test
    void aClientCanGiveARequestUp() {
        String id = stage.open("ann.1");
        Socket waiting = stage.ask(id, "5");
        FakeCall call = stage.fake().held();
        String note =
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                        + "\"params\":{\"requestId\":5,\"reason\":\"bored\"}}";
        assertThat(stage.send(Sent.post(note).session(id)).status()).isEqualTo(202);
        // Accepted is not done: the server may just be about to take the request.
        assertThat(Stage.receive(waiting).code()).isEqualTo(Mcp.CANCELLED);
        assertThat(call.cancelled()).contains("bored");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
    void everyLegacyVersionIsTakenInTheHeaderAlsoOnInitialize(String version) {
        Sent initialize =
                Sent.post(Stage.initialize(1))
                        .token("ann.1")
                        .header("mcp-protocol-version", version)
                        .header("mcp-method", "initialize");
        Reply reply = stage.send(initialize);
        assertThat(reply.status()).isEqualTo(200);
        Sent ping =
                Sent.post(Stage.request("1", "ping"))
                        .session(reply.header("mcp-session-id").orElseThrow())
                        .header("mcp-protocol-version", version);
        assertThat(stage.send(ping).status()).isEqualTo(200);
    }

    @Test
    void anUnknownVersionInTheHeaderIsRefused() {
        String id = stage.open("ann.1");
        Sent ping =
                Sent.post(Stage.request("4", "ping"))
                        .session(id)
                        .header("mcp-protocol-version", "1999-01-01");
        Reply reply = stage.send(ping);
        assertThat(reply.status()).isEqualTo(400);
        RawJson json = reply.json();
        assertThat(json.member("id").orElseThrow().json()).isEqualTo("4");
        assertThat(json.at("error", "code").orElseThrow().json()).isEqualTo("-32022");
        Sent get = Sent.get().session(id).header("mcp-protocol-version", "1999-01-01");
        assertThat(stage.send(get).status()).isEqualTo(400);
    }
}
