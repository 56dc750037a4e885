package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.ChildSpec;
import dev.foster.process.ProblemException;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

class AskingTest extends RpcChildContract {

    @Test
    void anAnswerComesToWhoAsked() {
        try (RpcChild child = talking()) {
            assertThat(resultOf(child.request(request("7", "echo", "{\"a\":1}"), SOON)))
                    .isEqualTo("{\"a\": 1}");
            assertThat(child.inFlight()).isZero();
            assertThat(child.counts().messagesIn()).isEqualTo(1);
            assertThat(child.counts().messagesOut()).isEqualTo(1);
        }
    }

    @Test
    void anErrorIsAnAnswerToo() {
        try (RpcChild child = talking()) {
            RpcMessage answer = child.call("nothing", RawJson.emptyObject(), SOON).join();
            assertThat(answer.error().orElseThrow().json()).contains("-32601");
        }
    }

    @Test
    void theNumberOneAndTheTextOneAreTwoIds() {
        try (RpcChild child = talking()) {
            CompletableFuture<RpcMessage> number = child.request(request("1", "hold", "{}"), SOON);
            CompletableFuture<RpcMessage> text =
                    child.request(request("\"1\"", "hold", "{}"), SOON);
            assertThat(child.inFlight()).isEqualTo(2);
            child.send(notification("release", "{}"));
            assertThat(number.join().id().json()).isEqualTo("1");
            assertThat(text.join().id().json()).isEqualTo("\"1\"");
        }
    }

    @Test
    void anIdThatIsInFlightIsRefused() {
        try (RpcChild child = talking()) {
            CompletableFuture<RpcMessage> first = child.request(request("5", "hold", "{}"), SOON);
            assertThat(failureOf(child.request(request("5", "echo", "{}"), SOON)))
                    .isInstanceOf(RpcProblem.class)
                    .hasMessageContaining("still in flight; take another id");
            child.send(notification("release", "{}"));
            assertThat(resultOf(first)).isEqualTo("\"released\"");
            assertThat(resultOf(child.request(request("5", "echo", "{}"), SOON))).isEqualTo("{}");
        }
    }

    @Test
    void anAnswerBearsTheIdAsItWasAskedHoweverTheChildSpellsIt() {
        try (RpcChild child = talking()) {
            for (String id : List.of("\"\\u0061\\/b\"", "1e2", "-0", "10.0", "\"\\u00e9\"")) {
                assertThat(child.request(request(id, "echo", "{}"), SOON).join().id().json())
                        .isEqualTo(id);
            }
        }
    }

    @Test
    void whatTheChildAsksAndTellsReachesTheListenerInOrder() {
        try (RpcChild child = talking()) {
            resultOf(child.call("count", RawJson.parse("{\"to\":500}"), SOON));
            assertThat(heard.notifications)
                    .extracting(each -> each.params().member("n").orElseThrow().json())
                    .isEqualTo(IntStream.range(0, 500).mapToObj(Integer::toString).toList());
        }
    }

    @Test
    void aQuestionOfTheChildIsAnsweredUnderItsOwnId() {
        try (RpcChild child = talking()) {
            // The child's question has the same id as ours: they are two conversations.
            assertThat(resultOf(child.request(request("3", "ask", "{}"), SOON)))
                    .isEqualTo("\"asked\"");
            RpcMessage question = heard.requests.getFirst();
            assertThat(question.method()).isEqualTo("question");
            child.send(RpcMessage.result(question.id(), RawJson.parse("\"yes\"")));
            Overheard.await("the answer", () -> !heard.notifications.isEmpty());
            assertThat(heard.notifications.getFirst().params().text("result")).contains("yes");
        }
    }

    @Test
    void aListenerThatThrowsIsAnErrorToTheChildAndNothingElse() {
        var failing =
                new Overheard() {
                    @Override
                    public void request(RpcMessage fromChild) {
                        throw new IllegalStateException("on purpose");
                    }
                };
        try (RpcChild child =
                RpcChild.start(engine, TalkingChild.spec(), RpcLimits.defaults(), failing)) {
            resultOf(child.request(request("3", "ask", "{}"), SOON));
            Overheard.await("the child's error", () -> !failing.notifications.isEmpty());
            assertThat(failing.notifications.getFirst().params().member("error")).isPresent();
            assertThat(resultOf(child.request(request("4", "echo", "{}"), SOON))).isEqualTo("{}");
        }
    }

    @Test
    void messagesOfManyThreadsDoNotMix() {
        try (RpcChild child = talking();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new ArrayList<CompletableFuture<Void>>();
            for (int thread = 0; thread < 8; thread++) {
                int own = thread;
                asked.add(CompletableFuture.runAsync(() -> askOften(child, own), threads));
            }
            asked.forEach(CompletableFuture::join);
            assertThat(heard.strays).isEmpty();
            assertThat(child.counts().messagesOut()).isEqualTo(8 * 100);
        }
    }

    private static void askOften(RpcChild child, int thread) {
        for (int i = 0; i < 100; i++) {
            // Short ones, and ones longer than a pipe.
            String text = "\"" + (thread + "-" + i + " ").repeat(i % 25 == 0 ? 20_000 : 1) + "\"";
            String params = "[" + text + "]";
            assertThat(resultOf(child.call("echo", RawJson.parse(params), SOON))).isEqualTo(params);
        }
    }

    @Test
    void aMessageWithLineEndsInItGoesOnOneLine() {
        try (RpcChild child = talking()) {
            String wide = " \n\r".repeat(50_000);
            for (String params : List.of("{\n\"a\":\r\n1}", "[1," + wide + "2]")) {
                RpcMessage asked = request("1", "size", params);
                assertThat(resultOf(child.request(asked, SOON)))
                        .isEqualTo(Integer.toString(asked.length() + 1));
            }
        }
    }

    @Test
    void moreRequestsThanMayBeInFlightAreRefused() {
        try (RpcChild child = start(TalkingChild.spec(), RpcLimits.defaults().inFlight(2))) {
            CompletableFuture<RpcMessage> one = child.request(request("1", "hold", "{}"), SOON);
            CompletableFuture<RpcMessage> two = child.request(request("2", "hold", "{}"), SOON);
            Throwable refused = failureOf(child.request(request("3", "hold", "{}"), SOON));
            assertThat(((RpcProblem) refused).code()).isEqualTo(RpcChild.BUSY);
            child.send(notification("release", "{}"));
            assertThat(resultOf(one) + resultOf(two)).isEqualTo("\"released\"\"released\"");
        }
    }

    @Test
    void linesOfStandardErrorReachTheListener() {
        try (RpcChild child = talking()) {
            resultOf(
                    child.call(
                            "log", RawJson.parse("{\"text\":\"a\\r\\nbé\\n\",\"times\":2}"), SOON));
            Overheard.await("four lines", () -> heard.log.size() == 4);
            assertThat(heard.log).containsExactly("a", "bé", "a", "bé");
            assertThat(child.lastLog()).isEqualTo(heard.log);
        }
    }

    @Test
    void aMissingProgramIsToldWithItsDiagnosis() {
        assertThatThrownBy(() -> start(ChildSpec.of("no-such-program-anywhere")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("no-such-program-anywhere");
    }

    @Test
    void aRequestIsNotSentAndANotificationNotAsked() {
        try (RpcChild child = talking()) {
            assertThatThrownBy(() -> child.send(request("1", "echo", "{}")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> child.request(notification("a", "{}"), SOON))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
