package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.Ports;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real client of NATS cannot tell the embedded broker from a server. */
@SuppressWarnings(
        "try") // A connection may be interrupted while it closes; a test then fails, as it should.
class JnatsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private Leaks before;
    private Broker broker;

    @BeforeEach
    void start() {
        before = Snapshots.take();
        broker = Broker.start(BrokerOptions.defaults().withPort(Ports.free()).withLoops(2));
    }

    @AfterEach
    void nothingIsLeft() {
        broker.close();
        before.assertNothingLeft();
    }

    private Connection connect() throws IOException, InterruptedException {
        return Nats.connect(options().build());
    }

    private Options.Builder options() {
        return new Options.Builder().server(broker.url()).connectionTimeout(SOON);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void theBrokerKnowsWhatSomebodyHears() throws Exception {
        try (Connection client = connect()) {
            assertThat(broker.heard("news.a")).isFalse();
            Subscription tail = client.subscribe("news.>");
            Subscription shared = client.subscribe("jobs.*", "workers");
            client.subscribe("grüße.*");
            client.flush(SOON);
            assertThat(broker.heard("news.a")).isTrue();
            assertThat(broker.heard("news.a.b")).isTrue();
            assertThat(broker.heard("news")).isFalse();
            assertThat(broker.heard("news.")).isFalse();
            assertThat(broker.heard("grüße.a")).isTrue();
            assertThat(broker.heard("jobs.a")).isTrue();
            assertThat(broker.heard("jobs.a.b")).isFalse();
            tail.unsubscribe();
            shared.unsubscribe();
            client.flush(SOON);
            assertThat(broker.heard("news.a")).isFalse();
            assertThat(broker.heard("jobs.a")).isFalse();
        }
    }

    @Test
    void everyMessageArrivesInOrder() throws Exception {
        int count = 50_000;
        try (Connection publisher = connect();
                Connection subscriber = connect()) {
            Subscription subscription = subscriber.subscribe("numbers.*");
            subscription.setPendingLimits(-1, -1);
            subscriber.flush(SOON);
            for (int number = 0; number < count; number++) {
                publisher.publish("numbers." + number % 7, bytes(Integer.toString(number)));
            }
            publisher.flush(SOON);
            for (int number = 0; number < count; number++) {
                Message message = subscription.nextMessage(SOON);
                assertThat(message).as("message %d", number).isNotNull();
                assertThat(message.getSubject()).isEqualTo("numbers." + number % 7);
                assertThat(new String(message.getData(), UTF_8)).isEqualTo("" + number);
            }
        }
        Eventually.until(SOON, "both left", () -> broker.statistics().connections() == 0);
        assertThat(broker.statistics().messagesIn()).isEqualTo(count);
        assertThat(broker.statistics().messagesOut()).isEqualTo(count);
    }

    @Test
    void messagesOfEverySizeArriveWhole() throws Exception {
        try (Connection publisher = connect();
                Connection subscriber = connect()) {
            Subscription subscription = subscriber.subscribe("sizes");
            subscriber.flush(SOON);
            Random random = new Random(5);
            int[] sizes = {0, 1, 65_000, 65_530, 65_536, 69_600, 69_632, 131_072, 1 << 20, 3};
            for (int size : sizes) {
                byte[] payload = new byte[size];
                random.nextBytes(payload);
                publisher.publish("sizes", payload);
                assertThat(subscription.nextMessage(SOON).getData()).isEqualTo(payload);
            }
        }
    }

    @Test
    void requestsAreAnswered() throws Exception {
        try (Connection responder = connect();
                Connection requester = connect()) {
            Dispatcher dispatcher =
                    responder.createDispatcher(
                            request -> responder.publish(request.getReplyTo(), request.getData()));
            dispatcher.subscribe("echo");
            responder.flush(SOON);
            for (int number = 0; number < 200; number++) {
                Message answer =
                        Objects.requireNonNull(
                                requester.request("echo", bytes("n" + number), SOON), "no answer");
                assertThat(new String(answer.getData(), UTF_8)).isEqualTo("n" + number);
            }
        }
    }

    @Test
    void aRequestThatNobodyHearsFailsAtOnce() throws Exception {
        try (Connection requester = connect()) {
            assertThatThrownBy(
                            () -> requester.request("nobody", bytes("?")).get(20, TimeUnit.SECONDS))
                    .isInstanceOfAny(CancellationException.class, ExecutionException.class);
        }
    }

    @Test
    void headersTravel() throws Exception {
        try (Connection one = connect()) {
            Subscription subscription = one.subscribe("with.headers");
            Headers headers = new Headers().add("Colour", "red", "blue").add("Size", "9");
            one.publish(
                    NatsMessage.builder()
                            .subject("with.headers")
                            .headers(headers)
                            .data(bytes("body"))
                            .build());
            Message message = subscription.nextMessage(SOON);
            assertThat(message.getHeaders().get("Colour")).containsExactly("red", "blue");
            assertThat(message.getHeaders().getFirst("Size")).isEqualTo("9");
            assertThat(message.getData()).isEqualTo(bytes("body"));
        }
    }

    @Test
    void aGroupSharesTheWorkAndNothingIsDoneTwice() throws Exception {
        int count = 3_000;
        Set<String> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger received = new AtomicInteger();
        List<AtomicInteger> shares = new ArrayList<>();
        List<Connection> workers = new ArrayList<>();
        try (Connection publisher = connect()) {
            for (int worker = 0; worker < 3; worker++) {
                AtomicInteger share = new AtomicInteger();
                Connection connection = connect();
                connection
                        .createDispatcher(
                                message -> {
                                    share.incrementAndGet();
                                    received.incrementAndGet();
                                    seen.add(new String(message.getData(), UTF_8));
                                })
                        // The same group through two patterns is still one group.
                        .subscribe(worker == 0 ? "work.>" : "work.*", "team");
                connection.flush(SOON);
                shares.add(share);
                workers.add(connection);
            }
            for (int number = 0; number < count; number++) {
                publisher.publish("work.item", bytes("n" + number));
            }
            publisher.flush(SOON);
            Eventually.until(SOON, "all work is done", () -> seen.size() == count);
            for (Connection worker : workers) {
                worker.flush(SOON);
                worker.close();
            }
        }
        assertThat(received).hasValue(count);
        assertThat(shares).allMatch(share -> share.get() > count / 10);
    }

    @Test
    void aDrainedSubscriptionFinishesWhatItHas() throws Exception {
        int count = 500;
        AtomicInteger done = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        try (Connection publisher = connect();
                Connection subscriber = connect()) {
            Dispatcher dispatcher =
                    subscriber.createDispatcher(
                            _ -> {
                                go.await();
                                done.incrementAndGet();
                            });
            dispatcher.subscribe("drained");
            subscriber.flush(SOON);
            for (int number = 0; number < count; number++) {
                publisher.publish("drained", bytes("x"));
            }
            publisher.flush(SOON);
            var drained = subscriber.drain(SOON);
            go.countDown();
            assertThat(drained.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(done).hasValue(count);
            publisher.publish("drained", bytes("late"));
            publisher.flush(SOON);
        }
        assertThat(done).hasValue(count);
    }

    @Test
    void aClientComesBackAfterTheBrokerDid() throws Exception {
        int port = broker.port();
        try (Connection client =
                Nats.connect(
                        options().reconnectWait(Duration.ofMillis(20)).maxReconnects(-1).build())) {
            Subscription subscription = client.subscribe("after");
            client.flush(SOON);
            broker.close();
            Eventually.until(
                    SOON,
                    "the loss is seen",
                    () -> client.getStatus() != Connection.Status.CONNECTED);
            broker = Broker.start(BrokerOptions.defaults().withPort(port));
            Eventually.until(
                    SOON, "it is back", () -> client.getStatus() == Connection.Status.CONNECTED);
            client.flush(SOON);
            client.publish("after", bytes("still here"));
            assertThat(subscription.nextMessage(SOON).getData()).isEqualTo(bytes("still here"));
        }
    }

    @Test
    void anUnsubscribeAfterManyStopsThere() throws Exception {
        try (Connection publisher = connect();
                Connection subscriber = connect()) {
            Subscription subscription = subscriber.subscribe("limited");
            subscription.unsubscribe(5);
            subscriber.flush(SOON);
            for (int number = 0; number < 10; number++) {
                publisher.publish("limited", bytes("" + number));
            }
            publisher.flush(SOON);
            for (int number = 0; number < 5; number++) {
                assertThat(subscription.nextMessage(SOON)).isNotNull();
            }
            assertThat(broker.subscriptions()).isEmpty();
        }
    }

    @Test
    void clientsComeInByIpv6AsWell() throws Exception {
        try (Broker broker = Broker.start(BrokerOptions.defaults().withHost("::1"));
                Connection client = Nats.connect(broker.url())) {
            assertThat(broker.url()).isEqualTo("nats://[::1]:" + broker.port());
            client.flush(Duration.ofSeconds(20));
            assertThat(client.getServerInfo().getHost()).isEqualTo("::1");
            assertThat(Objects.requireNonNull(client.getClientInetAddress()).isLoopbackAddress())
                    .isTrue();
            ConnectionStatistics seen = broker.connections().getFirst();
            assertThat(seen.host()).isEqualTo("::1");
            assertThat(seen.peer()).isEqualTo("[::1]:" + seen.port());
        }
    }
}
