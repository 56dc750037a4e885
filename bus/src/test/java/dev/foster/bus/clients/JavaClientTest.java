package dev.foster.bus.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.bus.broker.Snapshots;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsServer;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import io.nats.client.impl.Headers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The Java client sees no difference between this broker and the real server. */
@ParameterizedClass(name = "with nats-server: {0}")
@ValueSource(booleans = {false, true})
@SuppressWarnings("try") // A connection may be interrupted while it closes; then a test fails.
class JavaClientTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final byte[] NOTHING = {};

    private final boolean real;
    private Leaks before;
    private TestBus bus;

    JavaClientTest(boolean real) {
        this.real = real;
    }

    @BeforeEach
    void start() {
        before = Snapshots.take();
        Assumptions.assumeTrue(!real || NatsServer.program().isPresent(), "no nats-server here");
        bus = real ? new TestBus.Real(NatsServer.program().orElseThrow()) : new TestBus.Embedded();
    }

    @AfterEach
    void nothingIsLeft() {
        if (bus != null) {
            bus.close();
            before.assertNothingLeft();
        }
    }

    private Connection connect() throws IOException, InterruptedException {
        return Nats.connect(options(bus.url()).build());
    }

    private static Options.Builder options(String url) {
        return new Options.Builder().server(url).connectionTimeout(SOON).reportNoResponders();
    }

    private static Message next(Subscription subscription) throws InterruptedException {
        return Objects.requireNonNull(subscription.nextMessage(SOON), "no message came");
    }

    private static String text(Message message) {
        return new String(message.getData(), UTF_8);
    }

    @Test
    void messagesArriveInOrder() throws Exception {
        try (Connection speaker = connect();
                Connection listener = connect()) {
            Subscription numbers = listener.subscribe("ok.numbers.>");
            listener.flush(SOON);
            for (int number = 0; number < 1000; number++) {
                speaker.publish("ok.numbers." + number % 7, ("" + number).getBytes(UTF_8));
            }
            for (int number = 0; number < 1000; number++) {
                assertThat(text(next(numbers))).isEqualTo("" + number);
            }
        }
    }

    @Test
    void requestsAreAnswered() throws Exception {
        try (Connection asker = connect();
                Connection answerer = connect()) {
            answerer.createDispatcher(
                            asked -> answerer.publish(asked.getReplyTo(), asked.getData()))
                    .subscribe("ok.echo");
            answerer.flush(SOON);
            for (int number = 0; number < 100; number++) {
                Message answer = asker.request("ok.echo", ("" + number).getBytes(UTF_8), SOON);
                assertThat(text(Objects.requireNonNull(answer))).isEqualTo("" + number);
            }
        }
    }

    @Test
    void aGroupShares() throws Exception {
        List<AtomicInteger> shares = Stream.generate(AtomicInteger::new).limit(3).toList();
        try (Connection speaker = connect();
                Connection listener = connect()) {
            for (AtomicInteger share : shares) {
                listener.createDispatcher(_ -> share.incrementAndGet())
                        .subscribe("ok.work", "team");
            }
            listener.flush(SOON);
            for (int number = 0; number < 900; number++) {
                speaker.publish("ok.work", NOTHING);
            }
            Eventually.until(
                    SOON,
                    "all is done",
                    () -> shares.stream().mapToInt(AtomicInteger::get).sum() == 900);
            assertThat(shares).allMatch(share -> share.get() >= 90);
        }
    }

    @Test
    void headersTravel() throws Exception {
        try (Connection connection = connect()) {
            Subscription subscription = connection.subscribe("ok.headers");
            Headers headers = new Headers().add("Colour", "red", "blue");
            connection.publish("ok.headers", headers, "body".getBytes(UTF_8));
            Message message = next(subscription);
            assertThat(message.getHeaders().get("Colour")).containsExactly("red", "blue");
            assertThat(text(message)).isEqualTo("body");
        }
    }

    @Test
    void nobodyAnswersAtOnce() throws Exception {
        try (Connection connection = connect()) {
            assertThatThrownBy(
                            () ->
                                    connection
                                            .request("ok.nobody", NOTHING)
                                            .get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("503");
        }
    }

    @Test
    void aDrainFinishesWhatIsThere() throws Exception {
        AtomicInteger done = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        try (Connection speaker = connect();
                Connection listener = connect()) {
            listener.createDispatcher(
                            _ -> {
                                begin.await();
                                done.incrementAndGet();
                            })
                    .subscribe("ok.drain");
            listener.flush(SOON);
            for (int number = 0; number < 200; number++) {
                speaker.publish("ok.drain", NOTHING);
            }
            speaker.flush(SOON);
            var drained = listener.drain(SOON);
            begin.countDown();
            assertThat(drained.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(done).hasValue(200);
        }
    }

    @Test
    void aClientComesBackAfterTheServerDid() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        Options options =
                options(bus.url())
                        .reconnectWait(Duration.ofMillis(50))
                        .maxReconnects(-1)
                        .connectionListener(
                                (_, event) -> {
                                    if (event.name().equals("RESUBSCRIBED")) {
                                        back.countDown();
                                    }
                                })
                        .build();
        try (Connection connection = Nats.connect(options)) {
            Subscription subscription = connection.subscribe("ok.after");
            connection.flush(SOON);
            bus.restart();
            assertThat(back.await(20, TimeUnit.SECONDS)).isTrue();
            connection.publish("ok.after", "still here".getBytes(UTF_8));
            assertThat(text(next(subscription))).isEqualTo("still here");
        }
    }

    @Test
    void whatIsNotAllowedIsToldAndNothingElseSuffers() throws Exception {
        var refused = new LinkedBlockingQueue<String>();
        ErrorListener listener =
                new ErrorListener() {
                    @Override
                    public void errorOccurred(Connection connection, String error) {
                        refused.add(error);
                    }
                };
        try (Connection connection =
                Nats.connect(options(bus.limitedUrl()).errorListener(listener).build())) {
            connection.publish("secret.a", NOTHING);
            assertThat(refused.poll(20, TimeUnit.SECONDS)).contains("Publish to \"secret.a\"");
            connection.subscribe("secret.b");
            assertThat(refused.poll(20, TimeUnit.SECONDS)).contains("Subscription to \"secret.b\"");
            Subscription still = connection.subscribe("ok.still");
            connection.publish("ok.still", NOTHING);
            assertThat(next(still)).isNotNull();
        }
    }
}
