package dev.foster.bus.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;
import dev.foster.testkit.NatsServer;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Configuration files of a NATS server, and what is wrong with those that cannot be used. */
class ServerSettingsTest {
    @TempDir private Path folder;

    private ServerSettings read(String text) throws IOException {
        Path file = folder.resolve("nats.conf");
        Files.writeString(file, text);
        return ServerSettings.read(file, folder, Map.of("SECRET", "from-outside"));
    }

    private BrokerOptions options(String text) throws IOException {
        return read(text).options();
    }

    private String problem(String text) {
        Path file = folder.resolve("nats.conf");
        try {
            read(text);
        } catch (ConfigProblem problem) {
            String message = String.valueOf(problem.getMessage());
            assertThat(message).startsWith(file + ":");
            return message.substring(file.toString().length() + 1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no problem in " + text);
    }

    @Test
    void anEmptyFileChangesNothing() throws Exception {
        BrokerOptions read = options("# nothing\n\n// at all\n");
        assertThat(read).isEqualTo(BrokerOptions.defaults().withPort(4222));
    }

    /** Each says port 5222 at 10.0.0.1. */
    static List<String> ways() {
        return List.of(
                "port: 5222\nhost: \"10.0.0.1\"",
                "port = 5222\nnet = '10.0.0.1'",
                "port 5222; host 10.0.0.1",
                "listen: \"10.0.0.1:5222\"",
                "listen: 10.0.0.1:5222 # here",
                "{\"port\": 5222, \"host\": \"10.0.0.1\"}",
                "PORT: 5222\nHost: 10.0.0.1 // there",
                "n: 5222\nport: $n\nhost: 10.0.0.1");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void onePlaceIsWrittenInManyWays(String text) throws Exception {
        assertThat(options(text).host()).isEqualTo("10.0.0.1");
        assertThat(options(text).port()).isEqualTo(5222);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theServerReadsTheSame(String text) throws Exception {
        assertThat(accepted(text)).as(text).isTrue();
        assertThat(accepted(text + "\ncolour: red")).as(text).isFalse();
    }

    /** Whether a real server takes it. */
    private boolean accepted(String text) throws Exception {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        Path file = folder.resolve("real.conf");
        Files.writeString(file, text);
        String program = NatsServer.program().orElseThrow().toString();
        return new ProcessBuilder(program, "-t", "-c", file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @ParameterizedTest
    @CsvSource({"port: -1,0", "port: 0,4222", "listen: 7000,7000", "'listen: \"[::1]:7000\"',7000"})
    void portsAreThoseOfTheServer(String text, int port) throws Exception {
        assertThat(options(text).port()).isEqualTo(port);
    }

    @Test
    void limitsAndTimesAreRead() throws Exception {
        BrokerOptions read =
                options(
                        """
                        server_name: kitchen
                        max_payload: 2MB
                        max_pending: 10m
                        max_control_line: 1kb
                        max_connections: 100
                        max_subscriptions: 7
                        ping_interval: "1m30s"
                        ping_max: 3
                        write_deadline: 2s
                        lame_duck_duration: 30s
                        debug: false
                        trace: false
                        logtime: true
                        """);
        assertThat(read.name()).isEqualTo("kitchen");
        assertThat(read.limits())
                .isEqualTo(
                        new BrokerOptions.Limits(
                                2 << 20, 1024, 10_000_000, read.limits().memory(), 100, 7));
        assertThat(read.timing().ping()).isEqualTo(Duration.ofSeconds(90));
        assertThat(read.timing().pingsOut()).isEqualTo(3);
        assertThat(read.timing().write()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http: 8222", "http_port: 8222", "monitor_port = 8222"})
    void theMonitorIsWhereTheClientsAre(String text) throws Exception {
        assertThat(read("host: 10.0.0.1\n" + text).monitor())
                .contains(new ServerSettings.Address("10.0.0.1", 8222));
    }

    @Test
    void theMonitorMayBeElsewhere() throws Exception {
        assertThat(read("http: 10.0.0.2:8222").monitor())
                .contains(new ServerSettings.Address("10.0.0.2", 8222));
    }

    @Test
    void aLameDuckHasItsTime() throws Exception {
        assertThat(read("port: -1").duck().all()).isEqualTo(Duration.ofMinutes(2));
        ServerSettings.LameDuck duck =
                read("lame_duck_duration: 30s\nlame_duck_grace_period: 5s").duck();
        assertThat(duck.grace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(duck.spread()).isEqualTo(Duration.ofSeconds(25));
        assertThat(read("lame_duck_duration: 1s").duck().spread()).isZero();
    }

    @Test
    void whoShowsNothingIsOneOfTheUsers() throws Exception {
        String users = "authorization { users: [{user: a, password: b}] }\n";
        assertThat(options(users + "no_auth_user: a").access().guest()).contains("a");
        assertThatThrownBy(() -> options(users + "no_auth_user: c"))
                .hasMessageContaining(
                        "cannot use \"c\" for no_auth_user: it is not one of the users");
    }

    @Test
    void aUserOrATokenOpensTheDoor() throws Exception {
        BrokerOptions.Access one =
                options("authorization { user: a, password: \"b c\", timeout: 0.5 }").access();
        assertThat(one.users()).containsExactly(BusUser.of("a", "b c"));
        assertThat(options("authorization: {token: 's3cr3t'}").access().token()).contains("s3cr3t");
        assertThat(options("authorization {\n token: $SECRET\n}").access().token())
                .contains("from-outside");
        assertThat(options("authorization { timeout: 0.5 }").timing().authentication())
                .isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void usersHaveTheirPermissionsOrThoseOfAll() throws Exception {
        List<BusUser> users =
                options(
                                """
                                authorization {
                                  mine = { publish = ["a.*", b], subscribe: "c.>" }
                                  users = [
                                    {user: one, password: 1, permissions: $mine}
                                    {user: two, password: 2, permissions: {
                                        pub: {allow: x, deny: [y, "z.>"]}
                                        sub: {deny: "secret.>"}
                                        allow_responses: {max: 5, expires: "1m"} }},
                                    {user: three, password: 3}
                                    {user: four, password: 4, permissions: {allow_responses: true}}
                                  ]
                                  default_permissions: {publish: "public.>"}
                                }
                                """)
                        .access()
                        .users();
        assertThat(users)
                .containsExactly(
                        new BusUser(
                                "one",
                                "1",
                                new Permissions(
                                        SubjectRules.allowing("a.*", "b"),
                                        SubjectRules.allowing("c.>"),
                                        Optional.empty())),
                        new BusUser(
                                "two",
                                "2",
                                new Permissions(
                                        new SubjectRules(List.of("x"), List.of("y", "z.>")),
                                        SubjectRules.denying("secret.>"),
                                        Optional.of(
                                                new Permissions.Responses(
                                                        5, Duration.ofMinutes(1))))),
                        new BusUser(
                                "three",
                                "3",
                                new Permissions(
                                        SubjectRules.allowing("public.>"),
                                        SubjectRules.EVERYTHING,
                                        Optional.empty())),
                        new BusUser(
                                "four",
                                "4",
                                new Permissions(
                                        SubjectRules.NOTHING,
                                        SubjectRules.EVERYTHING,
                                        Optional.of(Permissions.Responses.ONE))));
    }

    @Test
    void anotherFileCountsAsIfItStoodThere() throws Exception {
        Files.writeString(folder.resolve("auth.conf"), "user: me\npassword: $word\n");
        BrokerOptions read =
                options("word: secret\nauthorization {\n include auth.conf\n}\nport: 5222");
        assertThat(read.access().users()).containsExactly(BusUser.of("me", "secret"));
        assertThat(read.port()).isEqualTo(5222);
    }

    @Test
    void filesThatIncludeEachOtherEnd() {
        assertThat(problem("include nats.conf")).contains("files include each other");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jetstream: enabled|1:1: cannot use jetstream: this broker has no such thing;"
                        + " remove it, or run nats-server",
                "port: 1\\n cluster { name: c }|2:2: cannot use cluster:",
                "leafnodes {}|1:1: cannot use leafnodes:",
                "accounts { A {} }|1:1: cannot use accounts:",
                "operator: x|1:1: cannot use operator:",
                "colour: red|1:1: cannot understand colour: there is no such key here;",
                "port: many|1:7: cannot use \"many\" for port: it is not a number from -1 to 65535;"
                        + " write that",
                "port: 70000|1:7: cannot use \"70000\" for port:",
                "max_payload: [1]|1:14: cannot use a list for max_payload:",
                "max_payload: 100mb|1:1: cannot use max_payload",
                "ping_interval: soon|1:16: cannot use \"soon\" for ping_interval: it is not a time",
                "authorization: yes|1:16: cannot use \"yes\" for authorization: it is not a block",
                "authorization { user: a }|1:15: cannot let in the user:",
                "authorization { users: [{user: a}] }|1:25: cannot let in a user:",
                "authorization { users: [{nkey: U}] }|1:26: cannot use nkey:",
                "authorization { token: t, users: [{user: a, password: b}] }|1:15: cannot use"
                        + " token:",
                "authorization { user: a, password:"
                    + " $2a$11$W2zko751KUvVy59mUTWmpOdWjpEm5qhcCZRd05GjI/sSOT.xtiHyG }|1:36: cannot"
                    + " use this password: it is a bcrypt hash",
                "authorization { token: '$2b$11$x' }|1:24: cannot use this token: it is a bcrypt"
                        + " hash",
                "port: $nothing|1:7: cannot use $nothing:",
                "authorization {|1:15: cannot read the block that begins here: it has no end; add"
                        + " }",
                "server_tags: [a|1:14: cannot read the list that begins here:",
                "host: \"a|1:7: cannot read the text that begins here:",
                "host: \"\\\\q\"|1:9: cannot read \\q:",
                "port|1:1: cannot read port: it has no value;",
                "port:|1:1: cannot read port: it has no value;",
                "}|1:1: cannot read }: no block is open here;",
                "{port: 1} x|1:11: cannot read on:",
                "tls { cert_file: a }|1:1: cannot use tls: cert_file or key_file is missing;",
                "tls { cert_file: a, key_file: b }|1:1: cannot use",
                "tls { cipher_suites: [x] }|1:7: cannot use cipher_suites:",
                "include other.conf|1:9: cannot include other.conf: there is no such file;"
            })
    void whatCannotBeUsedIsNamedWithItsPlace(String text, String message) {
        assertThat(problem(text.replace("\\n", "\n").replace("\\\\", "\\"))).startsWith(message);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ServerSettings.read(folder.resolve("none.conf"), folder, Map.of()))
                .isInstanceOf(ConfigProblem.class)
                .hasMessageMatching("cannot read .*none.conf: there is no such file; name another");
    }

    @Test
    void nestingHasABottom() {
        assertThat(problem("a {".repeat(1000))).contains("it is nested too deep");
    }
}
