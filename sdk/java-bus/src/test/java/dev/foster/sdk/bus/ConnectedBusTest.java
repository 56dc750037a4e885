package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.Connection;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What a plugin can do with its bus. */
class ConnectedBusTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final TestBus broker = new TestBus.Embedded();
    private Leaks before;
    private Connection connection;
    private ConnectedBus bus;

    @BeforeEach
    void begin() throws Exception {
        before = Leaks.snapshot();
        broker.start();
        connection = broker.connect();
        bus =
                new ConnectedBus(
                        RunnerEnvironment.of(PluginProcess.environment(broker)),
                        List.of(),
                        connection);
    }

    @AfterEach
    void end() throws Exception {
        connection.close();
        broker.close();
        before.assertNothingLeft();
    }

    @Test
    void aCommandIsAnsweredInTheAgreedForm() throws Exception {
        bus.command("ask", request -> request.user() + "@" + request.channel() + request.words());
        assertThat(
                        bus.request(
                                        "ask",
                                        "{\"channel\":\"c\",\"user\":\"u\",\"args\":\"2d6  x\"}",
                                        SOON)
                                .text())
                .satisfies(
                        text ->
                                assertThat(Json.read(text))
                                        .isEqualTo(
                                                Map.of(
                                                        "success",
                                                        true,
                                                        "result",
                                                        Map.of("formatted", "u@c[2d6, x]"))));
        assertThat(bus.request("ask", "{\"args\":[\"a\",\"b\"]}", SOON).text()).contains("@[a, b]");
    }

    @Test
    void aCommandThatFailsIsAnsweredAsAnError() throws Exception {
        bus.command(
                "ask",
                request -> {
                    throw new IllegalArgumentException(
                            request.args().isEmpty() ? null : "no dice: " + request.args());
                });
        assertThat(Json.read(bus.request("ask", "{\"args\":\"x\"}", SOON).text()))
                .isEqualTo(Map.of("success", false, "error", "no dice: x"));
        assertThat(Json.read(bus.request("ask", "{}", SOON).text()))
                .isEqualTo(Map.of("success", false, "error", "IllegalArgumentException"));
        assertThat(bus.request("ask", "[]", SOON).text())
                .contains("a command comes as a JSON object");
        assertThat(bus.request("ask", "{", SOON).text()).contains("no JSON at character 2");
    }

    @Test
    void aQuestionThatNobodyAnswersIsTold() {
        assertThatThrownBy(() -> bus.request("nobody", "?", SOON))
                .isInstanceOf(NoAnswerException.class)
                .hasMessage("cannot ask nobody: nobody listens there; start who answers it");
        bus.subscribe("silent", _ -> {});
        assertThatThrownBy(() -> bus.request("silent", "?", Duration.ofMillis(50)))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageStartingWith("cannot ask silent: no answer within 50 ms; ");
    }

    @Test
    void messagesOfOneSubscriptionAreHandledInOrderWhileOthersGoOn() throws Exception {
        var numbers = new CopyOnWriteArrayList<String>();
        var held = new CountDownLatch(1);
        bus.subscribe(
                "numbers",
                message -> {
                    held.await();
                    numbers.add(message.text());
                });
        bus.subscribe("other", message -> message.respond("free"));
        var sent = new ArrayList<String>();
        for (int number = 0; number < 100; number++) {
            sent.add("" + number);
            bus.publish("numbers", "" + number);
        }
        assertThat(bus.request("other", "", SOON).text()).isEqualTo("free");
        assertThat(numbers).isEmpty();
        held.countDown();
        Eventually.until(SOON, "all are handled", () -> numbers.size() == 100);
        assertThat(numbers).isEqualTo(sent);
    }

    @Test
    void aMessageThatSeveralSubscriptionsAskForReachesEach() throws Exception {
        var overlapping = new AtomicInteger();
        var named = new AtomicInteger();
        for (String subject : List.of("some.>", "some.thing", "some.thing")) {
            bus.subscribe(subject, _ -> overlapping.incrementAndGet());
        }
        for (int member = 0; member < 2; member++) {
            bus.subscribe("some.thing", "named", _ -> named.incrementAndGet());
        }
        for (int number = 0; number < 10; number++) {
            bus.publish("some.thing", "");
        }
        assertThat(bus.drain(SOON)).isTrue();
        assertThat(overlapping).as("a group for each subscription").hasValue(30);
        assertThat(named).as("one group for those that name it").hasValue(10);
    }

    @Test
    void drainingWaitsForTheHandlerThatIsStillAtWork() throws Exception {
        var handled = new AtomicInteger();
        var begun = new CountDownLatch(1);
        bus.subscribe(
                "work",
                _ -> {
                    begun.countDown();
                    Samples.pause(20);
                    handled.incrementAndGet();
                });
        for (int number = 0; number < 10; number++) {
            bus.publish("work", "");
        }
        begun.await();
        assertThat(bus.drain(SOON)).isTrue();
        assertThat(handled).hasValue(10);
        assertThat(bus.subjects()).isEmpty();
        assertThat(bus.drain(SOON)).as("a second time").isTrue();
    }

    @Test
    void drainingGivesUpOnAHandlerThatNeverEnds() throws Exception {
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        bus.subscribe(
                "work",
                _ -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                });
        bus.publish("work", "");
        // One that never began is never interrupted either.
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(bus.drain(Duration.ofMillis(200))).isFalse();
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSubscriptionThatIsClosedHearsNothingMore() throws Exception {
        var heard = new CopyOnWriteArrayList<String>();
        BusSubscription closing = bus.subscribe("news", message -> heard.add(message.text()));
        bus.publish("news", "old");
        connection.flush(SOON);
        closing.close();
        bus.publish("news", "new");
        connection.flush(SOON);
        Eventually.until(SOON, "the old one is heard", () -> heard.contains("old"));
        assertThat(heard).containsExactly("old");
        assertThat(bus.subjects()).isEmpty();
        closing.close();
    }

    @Test
    void answersGoWhereTheyAreWaitedForOnly() throws Exception {
        var replies = new CopyOnWriteArrayList<Boolean>();
        bus.subscribe(
                "either",
                message -> {
                    replies.add(message.replyTo().isPresent());
                    message.respond("answer".getBytes(UTF_8));
                });
        bus.publish("either", new byte[0]);
        assertThat(bus.request("either", new byte[0], SOON).text()).isEqualTo("answer");
        assertThat(replies).containsExactly(false, true);
    }
}
