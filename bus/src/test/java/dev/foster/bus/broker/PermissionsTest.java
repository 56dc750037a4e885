package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Who comes in, and what they may then do. */
class PermissionsTest {
    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    /** None of these tests is about how long somebody may hesitate. */
    private static BrokerOptions patient() {
        return BrokerOptions.defaults().withAuthentication(Duration.ofSeconds(20));
    }

    private static RawClient login(Broker broker, String name, String password) throws IOException {
        return RawClient.connect(broker.port())
                .send(
                        "CONNECT {\"verbose\":false,\"user\":\""
                                + name
                                + "\",\"pass\":\""
                                + password
                                + "\"}\r\n");
    }

    @Test
    void aTokenOpensTheDoorAndAWrongOneDoesNot() throws Exception {
        try (Broker broker = Broker.start(patient().withToken("sesame"));
                RawClient right = RawClient.connect(broker.port());
                RawClient wrong = RawClient.connect(broker.port())) {
            right.send("CONNECT {\"verbose\":false,\"auth_token\":\"sesame\"}\r\n").sync();
            wrong.send("CONNECT {\"verbose\":false,\"auth_token\":\"sesam\"}\r\n");
            assertThat(wrong.rest()).isEqualTo("-ERR 'Authorization Violation'\r\n<end>");
        }
    }

    @Test
    void usersComeAndGoWhileTheBrokerRuns() throws Exception {
        try (Broker broker = Broker.start(patient().closed())) {
            broker.addUser(BusUser.of("dice", "1"));
            broker.addUser(BusUser.of("trivia", "2"));
            try (RawClient dice = login(broker, "dice", "1").sync();
                    RawClient trivia = login(broker, "trivia", "2").sync()) {
                broker.removeUser("dice");
                assertThat(dice.rest()).isEqualTo("-ERR 'User Authentication Revoked'\r\n<end>");
                trivia.sync();
            }
            broker.removeUser("trivia");
            try (RawClient late = login(broker, "trivia", "2")) {
                assertThat(late.rest()).isEqualTo("-ERR 'Authorization Violation'\r\n<end>");
            }
        }
    }

    @Test
    void aResponderAnswersWhatItWasAskedOnceAndNothingElse() throws Exception {
        Permissions responder =
                Permissions.of(SubjectRules.NOTHING, SubjectRules.allowing("dice.>"));
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("dice", "1", responder))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient dice = login(broker, "dice", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            dice.send("SUB dice.roll 1\r\n").sync();
            host.send("SUB answers.* 1\r\nPUB dice.roll answers.x 3\r\n2d6\r\n").sync();
            dice.expect("MSG dice.roll 1 answers.x 3\r\n2d6\r\n");
            dice.send("PUB answers.x 1\r\n7\r\n").sync();
            host.expect("MSG answers.x 1 1\r\n7\r\n");
            dice.send("PUB answers.x 1\r\n8\r\nPUB answers.y 1\r\n9\r\n");
            dice.expect("-ERR 'Permissions Violation for Publish to \"answers.x\"'\r\n");
            dice.expect("-ERR 'Permissions Violation for Publish to \"answers.y\"'\r\n");
            host.sync();
        }
    }

    private static final Permissions NO_CHAT =
            Permissions.of(SubjectRules.denying("foster.chat"), SubjectRules.EVERYTHING);
    private static final String CHAT_DENIED =
            "-ERR 'Permissions Violation for Publish to \"foster.chat\"'\r\n";

    @Test
    void nobodyPermitsThemselvesWhatIsDeniedByAskingThemselves() throws Exception {
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("plugin", "1", NO_CHAT))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient plugin = login(broker, "plugin", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            host.send("SUB foster.chat 1\r\n").sync();
            plugin.send("SUB mine 1\r\nPUB mine foster.chat 0\r\n\r\n")
                    .expect("MSG mine 1 foster.chat 0\r\n\r\n");
            plugin.send("PUB foster.chat 6\r\nforged\r\n").expect(CHAT_DENIED).sync();
            host.sync();
        }
    }

    @Test
    void aPermitNeverBeatsADenialWhoeverAsked() throws Exception {
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("plugin", "1", NO_CHAT))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient plugin = login(broker, "plugin", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            plugin.send("SUB mine 1\r\n").sync();
            host.send("SUB foster.chat 1\r\nPUB mine foster.chat 0\r\n\r\n").sync();
            plugin.expect("MSG mine 1 foster.chat 0\r\n\r\n");
            plugin.send("PUB foster.chat 6\r\nforged\r\n").expect(CHAT_DENIED).sync();
            host.sync();
        }
    }

    @Test
    void nobodyPermitsThemselvesWhatNoListMentions() throws Exception {
        Permissions few =
                Permissions.of(SubjectRules.allowing("mine"), SubjectRules.allowing("mine"));
        BrokerOptions options = patient().withUser(new BusUser("plugin", "1", few));
        try (Broker broker = Broker.start(options);
                RawClient plugin = login(broker, "plugin", "1").sync()) {
            plugin.send("SUB mine 1\r\nPUB mine other 0\r\n\r\n")
                    .expect("MSG mine 1 other 0\r\n\r\n");
            plugin.send("PUB other 0\r\n\r\n")
                    .expect("-ERR 'Permissions Violation for Publish to \"other\"'\r\n");
        }
    }

    @Test
    void twoThatHelpEachOtherReachNothingTheAskerCouldNotHear() throws Exception {
        Permissions asker = Permissions.of(SubjectRules.allowing("ask"), SubjectRules.NOTHING);
        Permissions helper = Permissions.of(SubjectRules.NOTHING, SubjectRules.allowing("ask"));
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("asker", "1", asker))
                        .withUser(new BusUser("helper", "2", helper));
        try (Broker broker = Broker.start(options);
                RawClient one = login(broker, "asker", "1").sync();
                RawClient two = login(broker, "helper", "2").sync()) {
            two.send("SUB ask 1\r\n").sync();
            one.send("PUB ask other 0\r\n\r\n").sync();
            two.expect("MSG ask 1 other 0\r\n\r\n").send("PUB other 0\r\n\r\n");
            two.expect("-ERR 'Permissions Violation for Publish to \"other\"'\r\n");
        }
    }

    @Test
    void whatIsOnesOwnIsAllowedInTheMidstOfWhatIsDenied() throws Exception {
        Permissions limited =
                new Permissions(
                        SubjectRules.denying("run.>").withAlways("run.1.ready"),
                        SubjectRules.denying("run.>").withAlways("run.1.ask"),
                        Optional.empty());
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("plugin", "1", limited))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient plugin = login(broker, "plugin", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            plugin.send("SUB run.2.ask 1\r\nSUB run.*.ask 2\r\nSUB > 3\r\nSUB run.1.ask 4\r\n");
            plugin.expect("-ERR 'Permissions Violation for Subscription to \"run.2.ask\"'\r\n");
            plugin.expect("-ERR 'Permissions Violation for Subscription to \"run.*.ask\"'\r\n");
            plugin.send("PUB run.2.ready 0\r\n\r\n");
            plugin.expect("-ERR 'Permissions Violation for Publish to \"run.2.ready\"'\r\n");
            host.send("SUB run.*.ready 1\r\nPUB run.2.ask 0\r\n\r\nPUB run.1.ask 1\r\nx\r\n")
                    .sync();
            plugin.expect("MSG run.1.ask 3 1\r\nx\r\nMSG run.1.ask 4 1\r\nx\r\n");
            plugin.send("PUB run.1.ready 0\r\n\r\n").sync();
            host.expect("MSG run.1.ready 1 0\r\n\r\n");
        }
    }

    @Test
    void whatIsDeniedToAGroupIsWithheldFromAWideSubscriptionInIt() throws Exception {
        Permissions limited =
                new Permissions(
                        SubjectRules.EVERYTHING,
                        SubjectRules.denying("jobs.secret team"),
                        Optional.empty());
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("guest", "1", limited))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient guest = login(broker, "guest", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            guest.send("SUB jobs.* team 1\r\nSUB jobs.* other 2\r\n").sync();
            host.send("PUB jobs.secret 1\r\nx\r\n").sync();
            guest.expect("MSG jobs.secret 2 1\r\nx\r\n").sync();
        }
    }

    @Test
    void anAnswerThatComesTooLateIsNotPublished() throws Exception {
        Permissions hurried =
                new Permissions(
                        SubjectRules.NOTHING,
                        SubjectRules.EVERYTHING,
                        Optional.of(new Permissions.Responses(5, Duration.ofNanos(1))));
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("dice", "1", hurried))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient dice = login(broker, "dice", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            dice.send("SUB roll 1\r\n").sync();
            host.send("PUB roll answer 0\r\n\r\n").sync();
            dice.expect("MSG roll 1 answer 0\r\n\r\n").send("PUB answer 0\r\n\r\n");
            dice.expect("-ERR 'Permissions Violation for Publish to \"answer\"'\r\n");
        }
    }

    @Test
    void aWideSubscriptionIsAcceptedAndWhatIsDeniedIsWithheld() throws Exception {
        Permissions limited =
                new Permissions(
                        SubjectRules.EVERYTHING,
                        SubjectRules.denying("secret.>"),
                        Optional.empty());
        BrokerOptions options =
                patient()
                        .withUser(new BusUser("guest", "1", limited))
                        .withUser(BusUser.of("host", "2"));
        try (Broker broker = Broker.start(options);
                RawClient guest = login(broker, "guest", "1").sync();
                RawClient host = login(broker, "host", "2").sync()) {
            guest.send("SUB *.plan 1\r\nSUB > 2\r\n").sync();
            host.send("PUB secret.plan 0\r\n\r\nPUB public 0\r\n\r\n").sync();
            guest.expect("MSG public 2 0\r\n\r\n").sync();
        }
    }

    @Test
    void subjectsOutsideAsciiAreComparedAsPeopleWriteThem() throws Exception {
        Permissions limited =
                new Permissions(
                        SubjectRules.allowing("grüße.>"),
                        SubjectRules.EVERYTHING,
                        Optional.empty());
        BrokerOptions options = patient().withUser(new BusUser("gast", "1", limited));
        try (Broker broker = Broker.start(options);
                RawClient guest = login(broker, "gast", "1").sync()) {
            String subject = Subjects.fromText("grüße.alle");
            guest.send("SUB " + subject + " 1\r\nPUB " + subject + " 0\r\n\r\n");
            guest.expect("MSG " + subject + " 1 0\r\n\r\n").sync();
            assertThat(broker.subscriptions())
                    .singleElement()
                    .extracting(SubscriptionStatistics::subject)
                    .isEqualTo("grüße.alle");
        }
    }

    @Test
    void statisticsShowWhoIsThereAndWhatWasSent() throws Exception {
        try (Broker broker = Broker.start(patient());
                RawClient client = RawClient.connect(broker.port())) {
            client.send(
                    "CONNECT"
                        + " {\"verbose\":false,\"name\":\"dice\",\"lang\":\"x\",\"version\":\"1\"}\r\n");
            client.send("SUB a.> team 7\r\nPUB a.b 3\r\nabc\r\n")
                    .expect("MSG a.b 7 3\r\nabc\r\n")
                    .sync();
            ConnectionStatistics shown = broker.connections().getFirst();
            assertThat(shown.name()).isEqualTo("dice");
            assertThat(shown.subjects()).containsExactly("a.>");
            assertThat(shown.messagesIn()).isEqualTo(1);
            assertThat(shown.bytesOut()).isEqualTo(3);
            SubscriptionStatistics subscription = broker.subscriptions().getFirst();
            assertThat(subscription.queue()).contains("team");
            assertThat(subscription.sid()).isEqualTo("7");
            assertThat(subscription.delivered()).isEqualTo(1);
            assertThat(broker.statistics().bytesIn()).isEqualTo(3);
        }
    }
}
