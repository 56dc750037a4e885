package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.NatsServer;
import dev.foster.testkit.Ports;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a NATS server answers, byte by byte. The same table is put to the embedded broker and, where
 * there is one, to a real server: where they differ, the real one is right.
 */
class GoldenAnswersTest {
    private static final String QUIET = RawClient.QUIET;
    private static final String VERBOSE = "CONNECT {\"verbose\":true,\"pedantic\":false}\r\n";
    private static final String HEADERS =
            "CONNECT"
                + " {\"verbose\":false,\"pedantic\":false,\"headers\":true,\"no_responders\":true}\r\n";
    private static final String ALICE =
            "CONNECT {\"verbose\":false,\"pedantic\":false,\"user\":\"alice\",\"pass\":\"a\"}\r\n";
    private static final String LOUD_ALICE = ALICE.replace("verbose\":false", "verbose\":true");
    private static final String UNKNOWN = "-ERR 'Unknown Protocol Operation'\r\n";
    private static final String INVALID = "-ERR 'Invalid Subject'\r\n";
    private static final String END = "<end>";
    private static final String AUTHORIZATION =
            """
            authorization {
              timeout: 5
              users = [
                { user: alice, password: a, permissions: {
                    publish: { allow: ["ok.>"], deny: ["ok.no"] },
                    subscribe: { allow: ["ok.>", "q.* q1"], deny: ["ok.no"] } } },
                { user: bob, password: b }
              ]
            }
            """;

    private static final String GUESTS =
            """
            authorization { users = [
              { user: bob, password: b },
              { user: guest, password: g, permissions: { publish: "open.>", subscribe: "open.>" } }
            ] }
            no_auth_user: guest
            """;

    /** A server under test; {@code guarded} asks for credentials. */
    record Server(String name, int open, int guarded, int crowded, int guests) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Row(String behaviour, boolean guarded, String said, String answer) {}

    record Case(Server server, Row row) {
        @Override
        public String toString() {
            return server.name + ": " + row.behaviour;
        }
    }

    private static final List<AutoCloseable> RUNNING = new ArrayList<>();
    private static final List<Server> SERVERS = new ArrayList<>();

    @BeforeAll
    static void startServers() {
        BrokerOptions defaults = BrokerOptions.defaults();
        Permissions limited =
                new Permissions(
                        new SubjectRules(List.of("ok.>"), List.of("ok.no")),
                        new SubjectRules(List.of("ok.>", "q.* q1"), List.of("ok.no")),
                        Optional.empty());
        Broker open = Broker.start(defaults);
        Broker guarded =
                Broker.start(
                        defaults.withUser(new BusUser("alice", "a", limited))
                                .withUser(BusUser.of("bob", "b"))
                                // As long as the real one has: silence is one of the rows.
                                .withAuthentication(Duration.ofSeconds(5)));
        BrokerOptions.Limits limits = defaults.limits();
        Broker crowded =
                Broker.start(
                        defaults.withLimits(
                                new BrokerOptions.Limits(
                                        limits.payload(),
                                        limits.controlLine(),
                                        limits.pending(),
                                        limits.memory(),
                                        1,
                                        limits.subscriptions())));
        Permissions few =
                new Permissions(
                        SubjectRules.allowing("open.>"),
                        SubjectRules.allowing("open.>"),
                        Optional.empty());
        Broker guests =
                Broker.start(
                        defaults.withUser(BusUser.of("bob", "b"))
                                .withUser(new BusUser("guest", "g", few))
                                .withGuest("guest"));
        RUNNING.addAll(List.of(open, guarded, crowded, guests));
        SERVERS.add(
                new Server("embedded", open.port(), guarded.port(), crowded.port(), guests.port()));
        NatsServer.program().ifPresent(GoldenAnswersTest::startReal);
    }

    private static void startReal(Path program) {
        NatsServer open = NatsServer.startAt(program, Ports.free(), "");
        NatsServer guarded = NatsServer.startAt(program, Ports.free(), AUTHORIZATION);
        NatsServer crowded = NatsServer.startAt(program, Ports.free(), "max_connections: 1\n");
        NatsServer guests = NatsServer.startAt(program, Ports.free(), GUESTS);
        RUNNING.addAll(List.of(open, guarded, crowded, guests));
        SERVERS.add(
                new Server(
                        "nats-server", open.port(), guarded.port(), crowded.port(), guests.port()));
    }

    @AfterAll
    static void stopServers() throws Exception {
        for (AutoCloseable each : RUNNING) {
            each.close();
        }
        RUNNING.clear();
        SERVERS.clear();
    }

    static List<Case> cases() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(conversations());
        rows.addAll(messages());
        rows.addAll(mistakes());
        rows.addAll(subscriptions());
        rows.addAll(serversWords());
        rows.addAll(carriageReturns());
        rows.addAll(credentials());
        return SERVERS.stream()
                .flatMap(server -> rows.stream().map(row -> new Case(server, row)))
                .toList();
    }

    private static Row row(String behaviour, String said, String answer) {
        return new Row(behaviour, false, said, answer);
    }

    private static Row guarded(String behaviour, String said, String answer) {
        return new Row(behaviour, true, said, answer);
    }

    private static List<Row> conversations() {
        return List.of(
                row("verbose is on without CONNECT", "SUB a 1\r\nUNSUB 1\r\n", "+OK\r\n+OK\r\n"),
                row("an empty CONNECT keeps verbose on", "CONNECT {}\r\n", "+OK\r\n"),
                row(
                        "verbose confirms all but PING",
                        VERBOSE + "SUB a 1\r\nPING\r\nPUB b 0\r\n\r\n",
                        "+OK\r\n+OK\r\nPONG\r\n+OK\r\n"),
                row(
                        "verbose confirms before it delivers",
                        VERBOSE + "SUB a 1\r\nPUB a 1\r\nx\r\n",
                        "+OK\r\n+OK\r\n+OK\r\nMSG a 1 1\r\nx\r\n"),
                row(
                        "a second CONNECT changes wishes",
                        "CONNECT {}\r\n" + QUIET + "PING\r\n",
                        "+OK\r\nPONG\r\n"),
                row(
                        "words in any case, tabs and blanks",
                        "connect {\"verbose\":false}\r\n"
                                + "sub\tfoo\t1\r\n"
                                + "pub \t foo  2 \r\n"
                                + "hi\r\n"
                                + "pInG\r\n",
                        "MSG foo 1 2\r\nhi\r\nPONG\r\n"),
                row(
                        "blanks between reply and size go, zeros in the size stay",
                        QUIET + "SUB a 1\r\nPUB a\tr \t 002\r\nhi\r\nPUB a r 002\r\nho\r\n",
                        "MSG a 1 r 002\r\nhi\r\nMSG a 1 r 002\r\nho\r\n"),
                row(
                        "a bare line feed ends a line",
                        QUIET + "SUB foo 1\nPUB foo 2\nhi\r\nPING\n",
                        "MSG foo 1 2\r\nhi\r\nPONG\r\n"),
                row("PING may have words", QUIET + "PING x\r\n", "PONG\r\n"),
                row(
                        "INFO and +OK from a client are let pass",
                        QUIET + "INFO {}\r\n+OK\r\nPING\r\n",
                        "PONG\r\n"),
                row(
                        "echo off keeps own messages away",
                        "CONNECT {\"verbose\":false,\"echo\":false}\r\nSUB a 1\r\nPUB a 1\r\nx\r\n",
                        ""));
    }

    private static List<Row> messages() {
        return List.of(
                row(
                        "no bytes are a message",
                        QUIET + "SUB a 1\r\nPUB a 0\r\n\r\n",
                        "MSG a 1 0\r\n\r\n"),
                row(
                        "a size is passed on as written",
                        QUIET + "SUB a 1\r\nPUB a 01\r\nx\r\n",
                        "MSG a 1 01\r\nx\r\n"),
                row(
                        "a reply may look like a pattern",
                        QUIET + "SUB a 1\r\nPUB a r.* 1\r\nx\r\n",
                        "MSG a 1 r.* 1\r\nx\r\n"),
                row(
                        "headers travel",
                        HEADERS + "SUB a 1\r\nHPUB a 12 14\r\nNATS/1.0\r\n\r\nhi\r\n",
                        "HMSG a 1 12 14\r\nNATS/1.0\r\n\r\nhi\r\n"),
                row(
                        "headers travel with a reply",
                        HEADERS + "SUB a 1\r\nHPUB a r 12 12\r\nNATS/1.0\r\n\r\n\r\n",
                        "HMSG a 1 r 12 12\r\nNATS/1.0\r\n\r\n\r\n"),
                row(
                        "nobody answers",
                        HEADERS + "SUB in.* 1\r\nPUB nobody in.x 2\r\nhi\r\n",
                        "HMSG in.x 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n"),
                row("nobody answers, nobody waits", HEADERS + "PUB nobody in.x 2\r\nhi\r\n", ""),
                row(
                        "pedantic complains of a pattern and delivers",
                        "CONNECT {\"verbose\":false,\"pedantic\":true}\r\n"
                                + "SUB > 1\r\n"
                                + "PUB a.* 1\r\n"
                                + "x\r\n",
                        "-ERR 'Invalid Publish Subject'\r\nMSG a.* 1 1\r\nx\r\n"),
                row(
                        "without CONNECT it is pedantic",
                        "PUB a.* 1\r\nx\r\n",
                        "-ERR 'Invalid Publish Subject'\r\n+OK\r\n"),
                row("a published pattern is a word", QUIET + "SUB a.b 1\r\nPUB a.* 1\r\nx\r\n", ""),
                row(
                        "empty tokens reach nobody",
                        QUIET + "SUB > 1\r\nPUB a..b 1\r\nx\r\nPUB a. 1\r\nx\r\nPUB .a 1\r\nx\r\n",
                        ""));
    }

    private static List<Row> mistakes() {
        return List.of(
                row("unknown operation", QUIET + "FOO\r\n", UNKNOWN + END),
                row("unknown from its first byte", QUIET + "X", UNKNOWN + END),
                row("unknown from its third byte", QUIET + "PUX", UNKNOWN + END),
                row("an empty line", QUIET + "\r\n", UNKNOWN + END),
                row("a blank before the word", QUIET + " PING\r\n", UNKNOWN + END),
                row("no words where some must be", QUIET + "PUB\r\n", UNKNOWN + END),
                row("MSG from a client", QUIET + "MSG a 1 2\r\nhi\r\n", UNKNOWN + END),
                row("payload longer than said", QUIET + "PUB a 2\r\nhello\r\n", UNKNOWN + END),
                row(
                        "payload shorter than said",
                        QUIET + "PUB a 9\r\nhello\r\nPING\r\n",
                        UNKNOWN + END),
                row(
                        "payload ended by a bare line feed",
                        QUIET + "PUB a 2\r\nhi\nPING\r\n",
                        UNKNOWN + END),
                row(
                        "too big",
                        QUIET + "PUB a 1048577\r\n",
                        "-ERR 'Maximum Payload Violation'\r\n" + END),
                row(
                        "a long line",
                        QUIET + "SUB " + "a".repeat(5000) + " 1\r\n",
                        "-ERR 'maximum control line exceeded'\r\n" + END),
                row(
                        "a long line without an end",
                        QUIET + "SUB " + "a".repeat(4097),
                        "-ERR 'maximum control line exceeded'\r\n" + END),
                row("a line of 4096 bytes", QUIET + "SUB " + "a".repeat(4094) + " 1\r\n", ""),
                row("-ERR from a client", QUIET + "-ERR 'x'\r\n", END),
                row("one word for PUB", QUIET + "PUB a\r\n", END),
                row("four words for PUB", QUIET + "PUB a b c 2\r\nhi\r\n", END),
                row("a negative size", QUIET + "PUB a -1\r\n", END),
                row("a size with a plus", QUIET + "PUB a +1\r\nx\r\n", END),
                row("a size that is no number", QUIET + "PUB a x\r\n", END),
                row("a size beyond all numbers", QUIET + "PUB a 99999999999\r\n", END),
                row("bad JSON", "CONNECT {x\r\n", END),
                row("JSON of another type", "CONNECT {\"verbose\":1}\r\n", END),
                row("HPUB without headers", QUIET + "HPUB a 12 14\r\nNATS/1.0\r\n\r\nhi\r\n", END),
                row("a header longer than all", HEADERS + "HPUB a 12 4\r\n", END),
                row("two words for HPUB", HEADERS + "HPUB a 12\r\n", END),
                row(
                        "protocol 2",
                        "CONNECT {\"verbose\":false,\"protocol\":2}\r\n",
                        "-ERR 'invalid client protocol'\r\n" + END),
                row(
                        "no responders without headers",
                        "CONNECT {\"verbose\":false,\"no_responders\":true}\r\n",
                        "-ERR 'no responders requires headers support'\r\n" + END));
    }

    private static List<Row> serversWords() {
        List<Row> rows = new ArrayList<>();
        for (String good : List.of("null", "{\"port\":1}", "{\"ldm\":true,\"x\":[1]} ")) {
            rows.add(row("INFO " + good, QUIET + "INFO " + good + "\r\n", ""));
        }
        for (String bad :
                List.of(
                        "",
                        "{",
                        "{}x",
                        "[]",
                        "x",
                        "{\"port\":\"4222\"}",
                        "{\"port\":1.5}",
                        "{\"ldm\":1}",
                        "{\"server_id\":1}")) {
            rows.add(row("malformed INFO " + bad, QUIET + "INFO " + bad + "\r\nPING\r\n", END));
        }
        return rows;
    }

    /**
     * In some commands they part words, in others they are letters, before the end they are air.
     */
    private static List<Row> carriageReturns() {
        String published = "PUB a 0\r\n\r\n";
        return List.of(
                row("two before the end of PING", QUIET + "PING\r\r\n", "PONG\r\n"),
                row("one within PING", QUIET + "PI\rNG\r\n", UNKNOWN + END),
                row("one before PING", QUIET + "\rPING\r\n", UNKNOWN + END),
                row("one behind CONNECT", "CONNECT\r{\"verbose\":false}\r\nPING\r\n", "PONG\r\n"),
                row(
                        "one in a word of SUB",
                        QUIET + "SUB a\rb 1\r\n" + published,
                        "MSG a 1 0\r\n\r\n"),
                row(
                        "one behind the subject",
                        QUIET + "SUB a\r 1\r\n" + published,
                        "MSG a 1 0\r\n\r\n"),
                row("one in the id", QUIET + "SUB a 1\rx\r\n" + published, "MSG a x 0\r\n\r\n"),
                row("one behind the id", QUIET + "SUB a 1\r\r\n" + published, "MSG a 1 0\r\n\r\n"),
                row("only one behind the subject", QUIET + "SUB a \r\r\n" + published, END),
                row("one in a queue", QUIET + "SUB a b\rc 1\r\n" + published, END),
                row("no words but one", QUIET + "SUB \r 1\r\n", END),
                row("one behind SUB", QUIET + "SUB\ra 1\r\n", UNKNOWN + END),
                row("one in an UNSUB", QUIET + "UNSUB 1 \r3\r\nUNSUB 1\r\r\n", ""),
                row("no words for UNSUB but one", QUIET + "UNSUB \r\r\n", END),
                row(
                        "one in a published subject",
                        QUIET + "SUB > 1\r\nPUB a\rb 0\r\n\r\n",
                        "MSG a\rb 1 0\r\n\r\n"),
                row(
                        "one in the place for answers",
                        QUIET + "SUB a 1\r\nPUB a r\rs 0\r\n\r\n",
                        "MSG a 1 r\rs 0\r\n\r\n"),
                row("one behind a size", QUIET + "PUB a 0\r\r\n\r\n", END),
                row("one before a size", QUIET + "PUB a \r0\r\n\r\n", END),
                row("a line's end within PUB", QUIET + "PUB a\r\n 0\r\n\r\n", END),
                row("a line's end within SUB", QUIET + "SUB a\n1\r\n", END),
                row("a line's end within CONNECT", "CONNECT {\"verbose\":\nfalse}\r\n", END));
    }

    private static List<Row> subscriptions() {
        return List.of(
                row("a tail in the middle", QUIET + "SUB a.>.b 1\r\n", INVALID),
                row("a dot at the end", QUIET + "SUB a. 1\r\n", INVALID),
                row("a dot at the start", QUIET + "SUB .a 1\r\n", INVALID),
                row("two dots", QUIET + "SUB a..b 1\r\n", INVALID),
                row(
                        "an invalid subject is not confirmed",
                        VERBOSE + "SUB a. 1\r\n",
                        "+OK\r\n" + INVALID),
                row(
                        "a star within a word is a letter",
                        QUIET + "SUB a* 1\r\nPUB a* 1\r\nx\r\nPUB ab 0\r\n\r\n",
                        "MSG a* 1 1\r\nx\r\n"),
                row(
                        "a star is one token",
                        QUIET + "SUB a.* 1\r\nPUB a.b 0\r\n\r\nPUB a.b.c 0\r\n\r\nPUB a 0\r\n\r\n",
                        "MSG a.b 1 0\r\n\r\n"),
                row(
                        "a tail is one token or more",
                        QUIET + "SUB a.> 1\r\nPUB a 0\r\n\r\nPUB a.b 0\r\n\r\nPUB a.b.c 0\r\n\r\n",
                        "MSG a.b 1 0\r\n\r\nMSG a.b.c 1 0\r\n\r\n"),
                row("one word for SUB", QUIET + "SUB a\r\n", END),
                row("four words for SUB", QUIET + "SUB a b c d\r\n", END),
                row("no words for UNSUB", QUIET + "UNSUB\r\n", UNKNOWN + END),
                row("three words for UNSUB", QUIET + "UNSUB 1 2 3\r\n", END),
                row(
                        "a limit that is no number ends at once",
                        QUIET + "SUB a 1\r\nUNSUB 1 x\r\nPUB a 0\r\n\r\n",
                        ""),
                row(
                        "a sid twice: the second is ignored",
                        QUIET + "SUB a 1\r\nSUB b 1\r\nPUB a 0\r\n\r\nPUB b 0\r\n\r\n",
                        "MSG a 1 0\r\n\r\n"),
                row("an unknown sid is let pass", QUIET + "UNSUB 9\r\n", ""),
                row(
                        "a limit counts deliveries",
                        QUIET + "SUB a 1\r\nUNSUB 1 2\r\n" + "PUB a 0\r\n\r\n".repeat(3),
                        "MSG a 1 0\r\n\r\n".repeat(2)),
                row(
                        "a limit counts from SUB on",
                        QUIET
                                + "SUB a 1\r\n"
                                + "PUB a 0\r\n\r\n".repeat(3)
                                + "UNSUB 1 2\r\nPUB a 0\r\n\r\n",
                        "MSG a 1 0\r\n\r\n".repeat(3)),
                row(
                        "a sid can be used again after its limit",
                        QUIET
                                + "SUB a 1\r\n"
                                + "UNSUB 1 1\r\n"
                                + "PUB a 0\r\n\r\n"
                                + "SUB a 1\r\n"
                                + "PUB a 1\r\n"
                                + "x\r\n",
                        "MSG a 1 0\r\n\r\nMSG a 1 1\r\nx\r\n"));
    }

    private static List<Row> credentials() {
        String violation = "-ERR 'Authorization Violation'\r\n" + END;
        String publish = "-ERR 'Permissions Violation for Publish to ";
        String subscribe = "-ERR 'Permissions Violation for Subscription to ";
        return List.of(
                guarded("PING before CONNECT", "PING\r\n", violation),
                guarded("one byte before CONNECT", "P", violation),
                guarded(
                        "a wrong password",
                        "CONNECT {\"user\":\"bob\",\"pass\":\"x\"}\r\n",
                        violation),
                guarded("no password", "CONNECT {\"verbose\":false}\r\n", violation),
                guarded("silence", "", "-ERR 'Authentication Timeout'\r\n" + END),
                guarded("the right password", ALICE + "PING\r\n", "PONG\r\n"),
                guarded(
                        "publishing what is not allowed",
                        ALICE + "PUB no 1\r\nx\r\n",
                        publish + "\"no\"'\r\n"),
                guarded(
                        "publishing what is denied",
                        ALICE + "PUB ok.no 1\r\nx\r\n",
                        publish + "\"ok.no\"'\r\n"),
                guarded(
                        "a denial is not confirmed",
                        LOUD_ALICE + "PUB no 1\r\nx\r\nSUB no 1\r\n",
                        "+OK\r\n" + publish + "\"no\"'\r\n" + subscribe + "\"no\"'\r\n"),
                guarded(
                        "subscribing to what is denied",
                        ALICE + "SUB ok.no 1\r\n",
                        subscribe + "\"ok.no\"'\r\n"),
                guarded("subscribing too widely", ALICE + "SUB > 1\r\n", subscribe + "\">\"'\r\n"),
                guarded(
                        "subscribing with a queue",
                        ALICE + "SUB no q 1\r\n",
                        subscribe + "\"no\" using queue \"q\"'\r\n"),
                guarded(
                        "a subject for one queue",
                        ALICE + "SUB q.a 1\r\nSUB q.a q2 2\r\nSUB q.a q1 3\r\n",
                        subscribe + "\"q.a\"'\r\n" + subscribe + "\"q.a\" using queue \"q2\"'\r\n"),
                guarded(
                        "a wide subscription does not get what is denied",
                        ALICE + "SUB ok.> 1\r\nPUB ok.a 0\r\n\r\n",
                        "MSG ok.a 1 0\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void answersLikeARealServer(Case it) throws IOException {
        Row row = it.row;
        int port = row.guarded ? it.server.guarded : it.server.open;
        try (RawClient client = RawClient.connect(port)) {
            client.send(row.said);
            if (row.answer.endsWith(END)) {
                assertThat(client.rest()).isEqualTo(row.answer);
            } else {
                client.expect(row.answer).sync();
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void aGreetingEndsWithABlankAndNamesWhatClientsNeed(Server server) throws IOException {
        try (RawClient open = RawClient.connect(server.open);
                RawClient guarded = RawClient.connect(server.guarded)) {
            assertThat(open.info()).startsWith("INFO {\"server_id\":\"").endsWith("} \r\n");
            assertThat(open.info())
                    .contains(
                            "\"server_name\":", "\"version\":\"2.9.10\"", "\"proto\":1", "\"go\":")
                    .contains(
                            "\"host\":\"127.0.0.1\"", "\"port\":" + server.open, "\"headers\":true")
                    .contains(
                            "\"max_payload\":1048576",
                            "\"client_id\":",
                            "\"client_ip\":\"127.0.0.1\"")
                    .doesNotContain("auth_required", "tls_required");
            assertThat(guarded.info()).contains("\"auth_required\":true");
        }
    }

    /** Two seconds after it has said who it is, or a little more. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void aNewClientIsAskedSoonWhetherItIsThere(Server server) throws IOException {
        try (RawClient client = RawClient.connect(server.open)) {
            client.send(QUIET + "PING\r\n");
            assertThat(client.line()).isEqualTo("PONG\r\n");
            long said = System.nanoTime();
            assertThat(client.line()).isEqualTo("PING\r\n");
            assertThat(System.nanoTime() - said).isGreaterThan(1_500_000_000L);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void oneTooManyIsGreetedAndThenToldSo(Server server) throws IOException {
        int port = server.crowded;
        try (RawClient one = RawClient.quiet(port);
                RawClient two = RawClient.connect(port)) {
            assertThat(two.info()).startsWith("INFO {").contains("\"port\":" + port);
            assertThat(two.rest()).isEqualTo("-ERR 'maximum connections exceeded'\r\n" + END);
            one.sync();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void whoeverShowsNoCredentialsIsTheGuest(Server server) throws IOException {
        String violation = "-ERR 'Authorization Violation'\r\n" + END;
        try (RawClient guest = RawClient.connect(server.guests)) {
            assertThat(guest.info()).doesNotContain("auth_required");
            guest.send(QUIET + "SUB open.a 1\r\nPUB open.a 0\r\n\r\nPUB no 0\r\n\r\n")
                    .expect("MSG open.a 1 0\r\n\r\n")
                    .expect("-ERR 'Permissions Violation for Publish to \"no\"'\r\n");
        }
        try (RawClient brief = RawClient.connect(server.guests);
                RawClient silent = RawClient.connect(server.guests)) {
            brief.send("SUB no 1\r\n")
                    .expect("-ERR 'Permissions Violation for Subscription to \"no\"'\r\n");
            assertThat(silent.rest()).isEqualTo("-ERR 'Authentication Timeout'\r\n" + END);
            brief.sync();
        }
        try (RawClient bob = RawClient.connect(server.guests)) {
            bob.send(ALICE.replace("alice", "bob").replace("\"a\"", "\"b\""))
                    .send("PUB no 0\r\n\r\n")
                    .sync();
        }
        for (String wrong :
                List.of(
                        "\"user\":\"bob\",\"pass\":\"x\"",
                        "\"user\":\"guest\"",
                        "\"pass\":\"x\"")) {
            try (RawClient client = RawClient.connect(server.guests)) {
                assertThat(client.send("CONNECT {" + wrong + "}\r\n").rest()).isEqualTo(violation);
            }
        }
    }

    static List<Server> servers() {
        return List.copyOf(SERVERS);
    }
}
