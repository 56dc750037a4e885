package dev.foster.daemon.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.daemon.config.BusSpec;
import dev.foster.plugin.message.BusEntry;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsServer;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Who is believed to be an admin on a real server, whose permissions decide who may say so. */
@SuppressWarnings("try") // closing a connection can be interrupted
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class AdminSubjectTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String STOP = "!stop dice";

    private final Leaks leaks = Leaks.snapshot();
    private final FakeDeeds actions = new FakeDeeds();

    @BeforeEach
    void aServer() {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
    }

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    private interface Scene {
        void play(Connection bridge) throws Exception;
    }

    /** A server where Foster, and each plugin, may do this. */
    private void on(String permissions, Optional<String> adminSubject, Scene scene)
            throws Exception {
        String file =
                "authorization: {users: [{user: foster, password: f, permissions: {"
                        + permissions
                        + "}}, {user: bridge, password: b}]}\n";
        try (var server = NatsServer.start(NatsServer.program().orElseThrow(), file);
                var projectBus = new ProjectBus(spec(server.url(), adminSubject), _ -> {});
                Connection bridge =
                        Nats.connect(
                                new Options.Builder()
                                        .server(server.url())
                                        .userInfo("bridge".toCharArray(), "b".toCharArray())
                                        .build())) {
            projectBus.serve(_ -> Optional.empty(), actions);
            projectBus.bus().connection(SOON);
            scene.play(bridge);
        }
    }

    private static BusSpec spec(String url, Optional<String> adminSubject) {
        BusEntry entry = BusEntry.open(List.of(url)).user(new BusEntry.User("foster", "f"));
        return new BusSpec(new BusSpec.Where.Remote(entry, adminSubject), "!", List.of("alice"));
    }

    private static String ask(Connection bridge, String subject, String user, String text) {
        byte[] question =
                "{\"user\": \"%s\", \"text\": \"%s\"}".formatted(user, text).getBytes(UTF_8);
        // Until the server knows that Foster listens, nobody does.
        Message answer =
                Eventually.get(
                                SOON,
                                "an answer on " + subject,
                                () -> {
                                    try {
                                        return Optional.ofNullable(
                                                bridge.request(subject, question, SOON));
                                    } catch (InterruptedException impossible) {
                                        throw new AssertionError(impossible);
                                    }
                                },
                                Optional::isPresent)
                        .orElseThrow();
        return new String(answer.getData(), UTF_8);
    }

    @Test
    void whatComesWhereOnlyTheBridgeMayPublishIsBelieved() throws Exception {
        on(
                "publish: {deny: foster.admin}",
                Optional.of("foster.admin"),
                bridge -> {
                    assertThat(ask(bridge, "foster.admin", "alice", STOP)).contains("under way");
                    assertThat(ask(bridge, "foster.admin", "mallory", STOP))
                            .contains("mallory is no admin");
                    assertThat(ask(bridge, "foster.admin", "bob", "!plugins"))
                            .contains("\"well\":true");
                    assertThat(actions.done).containsExactly("stop dice by alice");
                });
    }

    @Test
    void aNameThatComesFromAnywhereIsNotBelieved() throws Exception {
        on(
                "publish: {deny: foster.admin}",
                Optional.of("foster.admin"),
                bridge -> {
                    assertThat(ask(bridge, "foster.chat", "alice", STOP))
                            .contains(
                                    "cannot stop dice: admins are heard on foster.admin only; let"
                                            + " the bridge send it there");
                    assertThat(ask(bridge, "foster.chat", "bob", "!plugins"))
                            .contains("\"well\":true");
                    assertThat(actions.done).isEmpty();
                    assertThat(actions.audited)
                            .containsExactly(
                                    "alice: stop dice: refused: anybody may have written it");
                });
    }

    @Test
    void withoutASubjectNobodyIsAnAdmin() throws Exception {
        on(
                "",
                Optional.empty(),
                bridge -> {
                    assertThat(ask(bridge, "foster.chat", "alice", STOP))
                            .contains(
                                    "cannot stop dice: on a bus of somebody else a name proves"
                                            + " nothing; name a subject",
                                    "bus.admin_subject");
                    assertThat(actions.done).isEmpty();
                });
    }

    @Test
    void aSubjectToWhichPluginsMayPublishProvesNothing() throws Exception {
        on(
                "",
                Optional.of("foster.admin"),
                bridge -> {
                    assertThat(ask(bridge, "foster.admin", "alice", STOP))
                            .contains(
                                    "cannot stop dice: each plugin may publish to foster.admin, as"
                                            + " foster itself may; deny that to its user");
                    assertThat(actions.done).isEmpty();
                });
    }

    @Test
    void aSubjectToWhichPluginsMayAnswerThemselvesProvesNothing() throws Exception {
        on(
                "publish: {allow: \">\", deny: foster.admin}, allow_responses: true",
                Optional.of("foster.admin"),
                bridge -> {
                    assertThat(ask(bridge, "foster.admin", "alice", STOP))
                            .contains(
                                    "each plugin may publish to foster.admin as an answer to"
                                            + " itself; take allow_responses from its user");
                    assertThat(actions.done).isEmpty();
                });
    }
}
