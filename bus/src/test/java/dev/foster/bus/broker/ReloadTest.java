package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Other rules for a broker that runs. */
class ReloadTest {
    private static final BrokerOptions DEFAULTS = BrokerOptions.defaults().withLoops(2);

    private Leaks before;

    @BeforeEach
    void snapshot() {
        before = Snapshots.take();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static BusUser ann(String... subjects) {
        return new BusUser(
                "ann",
                "a",
                new Permissions(
                        SubjectRules.EVERYTHING,
                        new SubjectRules(List.of(subjects), List.of("a.secret")),
                        Optional.empty()));
    }

    private static RawClient in(Broker broker, String user, String password) throws IOException {
        return RawClient.connect(broker.port())
                .send(
                        "CONNECT {\"verbose\":false,\"user\":\"%s\",\"pass\":\"%s\"}\r\n"
                                .formatted(user, password))
                .sync();
    }

    @Test
    void whoMayNotComeInAnyMoreHasToGoAndTheOthersStay() throws Exception {
        BrokerOptions first =
                DEFAULTS.withUser(BusUser.of("bob", "b"))
                        .withUser(BusUser.of("tom", "t"))
                        .withUser(BusUser.of("eva", "e"));
        try (Broker broker = Broker.start(first);
                RawClient bob = in(broker, "bob", "b");
                RawClient tom = in(broker, "tom", "t");
                RawClient eva = in(broker, "eva", "e")) {
            broker.reload(
                    DEFAULTS.withUser(BusUser.of("bob", "new")).withUser(BusUser.of("eva", "e")));
            assertThat(bob.rest()).isEqualTo("-ERR 'Authorization Violation'\r\n<end>");
            assertThat(tom.rest()).isEqualTo("-ERR 'Authorization Violation'\r\n<end>");
            eva.sync();
            in(broker, "bob", "new").close();
        }
    }

    @Test
    void whoMayHearLessLosesThoseSubscriptions() throws Exception {
        try (Broker broker = Broker.start(DEFAULTS.withUser(ann("a.>", "b.>")));
                RawClient ann = in(broker, "ann", "a")) {
            ann.send("SUB a.* 1\r\nSUB b.x 2\r\n").sync();
            broker.reload(DEFAULTS.withUser(ann("a.>")));
            ann.expect("-ERR 'Permissions Violation for Subscription to \"b.x\" (sid \"2\")'\r\n")
                    .send("PUB b.x 0\r\n\r\nPUB a.secret 0\r\n\r\nPUB a.x 0\r\n\r\n")
                    .expect("MSG a.x 1 0\r\n\r\n")
                    .sync();
            broker.reload(
                    DEFAULTS.withUser(
                            new BusUser(
                                    "ann",
                                    "a",
                                    new Permissions(
                                            SubjectRules.EVERYTHING,
                                            SubjectRules.denying("a.x"),
                                            Optional.empty()))));
            // The loop has come round once.
            ann.sync()
                    .send("PUB a.x 0\r\n\r\nPUB a.secret 0\r\n\r\n")
                    .expect("MSG a.secret 1 0\r\n\r\n")
                    .sync();
        }
    }

    @Test
    void aBusThatWasOpenIsClosedToThoseWhoAreThere() throws Exception {
        try (Broker broker = Broker.start(DEFAULTS);
                RawClient said = RawClient.quiet(broker.port());
                RawClient silent = RawClient.connect(broker.port()).sync()) {
            broker.reload(DEFAULTS.withUser(BusUser.of("bob", "b")));
            assertThat(said.rest()).isEqualTo("-ERR 'Authorization Violation'\r\n<end>");
            assertThat(silent.rest()).isEqualTo("-ERR 'Authorization Violation'\r\n<end>");
            in(broker, "bob", "b").close();
        }
    }

    @Test
    void limitsAreForThoseWhoConnectFromNowOn() throws Exception {
        BrokerOptions.Limits limits = DEFAULTS.limits();
        try (Broker broker = Broker.start(DEFAULTS);
                RawClient old = RawClient.quiet(broker.port())) {
            broker.reload(
                    DEFAULTS.withLimits(
                            new BrokerOptions.Limits(
                                    10,
                                    limits.controlLine(),
                                    limits.pending(),
                                    limits.memory(),
                                    2,
                                    limits.subscriptions())));
            try (RawClient fresh = RawClient.connect(broker.port());
                    RawClient tooMany = RawClient.connect(broker.port())) {
                assertThat(fresh.info()).contains("\"max_payload\":10,");
                fresh.send(RawClient.QUIET + "PUB a 11\r\n");
                assertThat(fresh.rest()).isEqualTo("-ERR 'Maximum Payload Violation'\r\n<end>");
                assertThat(tooMany.rest())
                        .isEqualTo("-ERR 'maximum connections exceeded'\r\n<end>");
            }
            // The limit that was told it when it came.
            old.send("PUB a 11\r\nhello world\r\n").sync();
        }
    }
}
