package dev.foster.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;
import dev.foster.bus.monitor.Monitor;
import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Ports;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The verbs that use a bus. */
class ClientVerbsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir private Path folder;
    private Broker broker;

    @BeforeEach
    void start() {
        // At a port to which it can come back.
        broker = start(Ports.free());
    }

    private static Broker start(int port) {
        return Broker.start(BrokerOptions.defaults().withPort(port).withAuthentication(SOON));
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private Called called() {
        return new Called(folder).with("NATS_URL", broker.url());
    }

    private static void awaitSubscribed(Called called) {
        called.awaitErr("subscribed to");
    }

    @Test
    void whatIsPublishedIsPrinted() {
        Called reader = called();
        CompletableFuture<Integer> sub = reader.begin("bus", "sub", "a.*", "--count", "2");
        awaitSubscribed(reader);
        assertThat(
                        called().run(
                                        "bus", "pub", "a.b", "two", "words", "-H", "Kind: x",
                                        "--reply", "r"))
                .isZero();
        assertThat(called().input("from\nstdin").run("bus", "pub", "a.c", "-")).isZero();
        assertThat(Called.awaitEnd(sub)).isZero();
        assertThat(reader.out())
                .isEqualTo("[1] a.b, answers to r\nKind: x\ntwo words\n[2] a.c\nfrom\nstdin\n");
    }

    @Test
    void programsGetJsonOrThePayloadAlone() {
        Called json = called();
        Called raw = called();
        CompletableFuture<Integer> first = json.begin("bus", "sub", "a", "--count", "3", "--json");
        CompletableFuture<Integer> second = raw.begin("bus", "sub", ">", "--count", "3", "--raw");
        awaitSubscribed(json);
        awaitSubscribed(raw);
        assertThat(called().run("bus", "pub", "a", "x", "--count", "2", "-H", "K:1", "-H", "K:2"))
                .isZero();
        assertThat(called().run("bus", "pub", "a")).isZero();
        assertThat(Called.awaitEnd(first) + Called.awaitEnd(second)).isZero();
        String line = "{\"subject\":\"a\",\"data\":\"x\",\"headers\":{\"K\":[\"1\",\"2\"]}}\n";
        assertThat(json.out()).isEqualTo(line + line + "{\"subject\":\"a\",\"data\":\"\"}\n");
        assertThat(raw.out()).isEqualTo("x\nx\n\n");
    }

    @Test
    void membersOfAQueueShare() {
        Called one = called();
        Called two = called();
        CompletableFuture<Integer> first =
                one.begin("bus", "sub", "j", "--queue", "q", "--count", "1");
        CompletableFuture<Integer> second =
                two.begin("bus", "sub", "j", "--queue", "q", "--count", "1");
        awaitSubscribed(one);
        awaitSubscribed(two);
        assertThat(called().run("bus", "pub", "j", "x", "--count", "2")).isZero();
        assertThat(Called.awaitEnd(first) + Called.awaitEnd(second)).isZero();
    }

    @Test
    void aControlCharacterDoesNotReachTheTerminal() {
        Called reader = called();
        CompletableFuture<Integer> sub = reader.begin("bus", "sub", "a", "--count", "1");
        awaitSubscribed(reader);
        assertThat(called().input("\u001b]0;title\u0007").run("bus", "pub", "a", "-")).isZero();
        assertThat(Called.awaitEnd(sub)).isZero();
        assertThat(reader.out()).isEqualTo("[1] a\n?]0;title?\n");
    }

    @Test
    @SuppressWarnings("try") // It may be interrupted while it closes; then the test fails.
    void aQuestionIsAnswered() throws Exception {
        Options options =
                new Options.Builder().server(broker.url()).connectionTimeout(SOON).build();
        try (Connection responder = Nats.connect(options)) {
            responder
                    .createDispatcher(
                            asked -> responder.publish(asked.getReplyTo(), asked.getData()))
                    .subscribe("echo");
            responder.flush(SOON);
            Called asker = called();
            assertThat(asker.run("bus", "request", "echo", "hello", "--raw", "--timeout", "20s"))
                    .isZero();
            assertThat(asker.out()).isEqualTo("hello\n");
        }
    }

    @Test
    void aQuestionThatNobodyHearsFailsAtOnce() {
        Called asker = called();
        assertThat(asker.run("bus", "request", "nobody", "--timeout", "1h")).isEqualTo(1);
        assertThat(asker.err()).contains("nobody listens there");
        ErrorGrammar.assertFollowedBy(asker.err());
    }

    @Test
    void aQuestionWithoutAnAnswerTimesOut() {
        Called silent = called();
        CompletableFuture<Integer> sub = silent.begin("bus", "sub", "ask", "--count", "1");
        awaitSubscribed(silent);
        Called asker = called();
        assertThat(asker.run("bus", "request", "ask", "--timeout", "200ms")).isEqualTo(124);
        ErrorGrammar.assertFollowedBy(asker.err());
        assertThat(Called.awaitEnd(sub)).isZero();
    }

    @Test
    void whatIsNotAllowedIsSaid() {
        broker.addUser(
                new BusUser(
                        "u",
                        "p",
                        Permissions.of(
                                SubjectRules.allowing("ok"),
                                SubjectRules.allowing("ok", "_INBOX.>"))));
        for (String words : new String[] {"pub no x", "sub no", "request no --timeout 6s"}) {
            Called called = called();
            String line = "bus " + words + " --user u --password p";
            assertThat(called.run(line.split(" ", -1))).as(line).isEqualTo(1);
            assertThat(called.err()).contains("Permissions Violation");
            ErrorGrammar.assertFollowedBy(called.err());
        }
        Called stranger = called();
        assertThat(stranger.run("bus", "pub", "ok", "x")).isEqualTo(1);
        assertThat(stranger.err()).contains("it does not let us in");
        ErrorGrammar.assertFollowedBy(stranger.err());
        assertThat(called().run("bus", "pub", "ok", "x", "--user", "u", "--password", "p"))
                .isZero();
    }

    @Test
    void withoutABusThatIsSaid() {
        broker.close();
        Called called = called();
        assertThat(called.run("bus", "pub", "a", "x")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
    }

    @Test
    void aSubscriberWaitsForTheBusToComeBack() {
        Called reader = called();
        CompletableFuture<Integer> sub = reader.begin("bus", "sub", "a", "--count", "1", "--raw");
        awaitSubscribed(reader);
        int port = broker.port();
        broker.close();
        reader.awaitErr("lost the bus");
        broker = start(port);
        reader.awaitErr("found the bus again");
        Eventually.until(SOON, "subscribed again", () -> !broker.subscriptions().isEmpty());
        assertThat(called().run("bus", "pub", "a", "again")).isZero();
        assertThat(Called.awaitEnd(sub)).isZero();
        assertThat(reader.out()).isEqualTo("again\n");
    }

    @Test
    void theBusIsDescribed() {
        try (Monitor monitor = Monitor.start(broker, "127.0.0.1", 0)) {
            Called called = called();
            assertThat(called.run("bus", "stats", "--json", "--monitor", monitor.url())).isZero();
            assertThat(called.out())
                    .contains(
                            "\"name\":\"foster\"", "\"max_payload\":1048576", "\"connections\":1");
            Called person = called();
            assertThat(person.run("bus", "stats")).isZero();
            assertThat(person.out()).contains("round trip ms", "auth required     false");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bus",
                "bus walk",
                "bus pub",
                "bus pub a.*",
                "bus pub a..b",
                "bus pub a -H x",
                "bus pub a --count many",
                "bus sub a --count 0",
                "bus sub a b",
                "bus request >",
                "bus request a --timeout soon",
                "bus stats --monitor ftp",
                "bus pub a x --server http://x"
            })
    void whatMakesNoSenseIsRefused(String line) {
        Called called = called();
        assertThat(called.run(line.split(" ", -1))).isEqualTo(2);
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
