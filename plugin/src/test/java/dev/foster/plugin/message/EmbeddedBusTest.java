package dev.foster.plugin.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.plugin.manifest.Messaging;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Who comes onto the embedded bus, and what they may do there. */
@SuppressWarnings("try") // closing a connection can be interrupted
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class EmbeddedBusTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    // Who is refused waits for all of it.
    private static final Duration ENTERED = Duration.ofSeconds(5);
    private static final String RUN = "0123456789abcdef";
    private static final Messaging.Permissions FEW =
            new Messaging.Permissions(List.of("bot.event.>"), List.of("bot.command.>"));

    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Connection enter(BusEntry entry) throws IOException, InterruptedException {
        Options.Builder options =
                new Options.Builder()
                        .server(entry.servers().getFirst())
                        .connectionTimeout(ENTERED)
                        .noReconnect()
                        .errorListener(
                                new ErrorListener() {
                                    @Override
                                    public void errorOccurred(Connection it, String error) {
                                        complaints.add(error);
                                    }
                                });
        entry.user()
                .ifPresent(
                        it ->
                                options.userInfo(
                                        it.name().toCharArray(), it.password().toCharArray()));
        return Nats.connect(options.build());
    }

    @Test
    void nobodyComesInWhoWasNotAdmitted() throws Exception {
        Leaks leaks = Leaks.snapshot();
        try (var bus = PatientBus.start()) {
            BusEntry stranger = BusEntry.open(bus.entry().servers());
            assertThatThrownBy(() -> enter(stranger)).hasMessageContaining("Authorization");

            BusEntry guest = bus.admit("bot", RUN, Optional.empty());
            Connection connection = enter(guest);
            bus.dismiss(guest);
            Eventually.until(
                    SOON,
                    "it is put out",
                    () -> connection.getStatus() != Connection.Status.CONNECTED);
            connection.close();
            assertThatThrownBy(() -> enter(guest)).hasMessageContaining("Authorization");
        }
        leaks.assertNothingLeft();
    }

    @Test
    void manyAtOnceWaitUntilTheServersKnow() throws Exception {
        try (var bus = PatientBus.start();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            bus.connection(SOON);
            var all = new ArrayList<Future<Void>>();
            for (int i = 0; i < 500; i++) {
                all.add(
                        threads.submit(
                                () -> {
                                    bus.flush(SOON);
                                    return null;
                                }));
            }
            for (Future<Void> each : all) {
                each.get();
            }
            assertThat(bus.connection(SOON).getStatistics().getReconnects()).isZero();
        }
    }

    @Test
    void aPluginDoesWhatItsManifestSaysAndNothingElse() throws Exception {
        try (var bus = PatientBus.start()) {
            BusEntry entry = bus.admit("bot", RUN, Optional.of(FEW));
            try (Connection bot = enter(entry)) {
                // Foster itself: nobody else hears who is ready.
                var heard = bus.connection(SOON).subscribe(">");
                bus.connection(SOON).flush(SOON);
                bot.publish("bot.event.done", new byte[0]);
                bot.publish("bot.lie", new byte[0]);
                bot.publish(RunSubjects.ready(RUN), new byte[0]);
                bot.subscribe("everything.>");
                bot.subscribe(RunSubjects.inbox("bot") + ".x");
                bot.subscribe("bot.command.roll");
                bot.flush(SOON);

                assertThat(heard.nextMessage(SOON).getSubject()).isEqualTo("bot.event.done");
                assertThat(heard.nextMessage(SOON).getSubject()).isEqualTo(RunSubjects.ready(RUN));
                Eventually.until(SOON, "both lies are told", () -> complaints.size() == 2);
                assertThat(complaints.getFirst()).containsIgnoringCase("publish to \"bot.lie\"");
                assertThat(complaints.getLast())
                        .containsIgnoringCase("subscription to \"everything.>\"");
            }
        }
    }

    @Test
    void aRequestToALimitedPluginIsAnswered() throws Exception {
        try (var bus = PatientBus.start();
                Connection bot = enter(bus.admit("bot", RUN, Optional.of(FEW)))) {
            var ears =
                    bot.createDispatcher(
                            message -> bot.publish(message.getReplyTo(), message.getData()));
            ears.subscribe("bot.command.echo");
            bot.flush(SOON);
            assertThat(
                            Objects.requireNonNull(
                                            bus.connection(SOON)
                                                    .request(
                                                            "bot.command.echo",
                                                            new byte[] {7},
                                                            SOON))
                                    .getData())
                    .containsExactly(7);
        }
    }

    @ParameterizedTest
    @MethodSource("wide")
    void whoeverMayDoAnythingStillCannotSpeakForFosterOrForPeople(
            Optional<Messaging.Permissions> permissions) throws Exception {
        try (var bus = PatientBus.start();
                Connection bot = enter(bus.admit("bot", RUN, permissions))) {
            bot.publish("foster.process.bot.crashed", new byte[0]);
            bot.publish("foster.usage.bot", new byte[0]);
            bot.publish("foster.chat", new byte[0]);
            bot.publish("anything.else", new byte[0]);
            bot.flush(SOON);
            Eventually.until(SOON, "all three are refused", () -> complaints.size() == 3);
            assertThat(complaints).allMatch(it -> it.contains("foster."));
        }
    }

    @ParameterizedTest
    @MethodSource("talkative")
    void onlyAPluginThatTheProjectNamesSpeaksForPeople(
            String plugin, List<String> declared, boolean may) throws Exception {
        var permissions = Optional.of(new Messaging.Permissions(declared, List.of()));
        try (var bus = PatientBus.start(Set.of("bridge"));
                Connection bot = enter(bus.admit(plugin, RUN, permissions))) {
            var heard = bus.connection(SOON).subscribe("foster.chat");
            bus.connection(SOON).flush(SOON);
            bot.publish("foster.chat", new byte[] {1});
            bot.flush(SOON);
            bus.connection(SOON).publish("foster.chat", new byte[] {2});
            assertThat(heard.nextMessage(SOON).getData()).containsExactly(may ? 1 : 2);
        }
    }

    static List<Arguments> talkative() {
        return List.of(
                Arguments.of("bridge", List.of("foster.chat"), true),
                Arguments.of("bridge", List.of("bot.>"), false),
                Arguments.of("bot", List.of("foster.chat"), false),
                Arguments.of("bot", List.of("foster.*"), false));
    }

    private static final String OTHER = "fedcba9876543210";
    private static final Messaging.Permissions ALL =
            new Messaging.Permissions(List.of(">"), List.of(">"));

    static List<Optional<Messaging.Permissions>> wide() {
        return List.of(Optional.empty(), Optional.of(ALL));
    }

    @ParameterizedTest
    @MethodSource("wide")
    void aPluginHearsAndSaysNothingOfTheRunsOfOthers(Optional<Messaging.Permissions> permissions)
            throws Exception {
        try (var bus = PatientBus.start();
                Connection bot = enter(bus.admit("bot", RUN, permissions))) {
            Connection host = bus.connection(SOON);
            var heard = host.subscribe("foster.run.>");
            host.flush(SOON);
            var all = bot.subscribe(">");
            bot.subscribe("foster.run.>");
            bot.subscribe(RunSubjects.ask(OTHER));
            bot.publish(RunSubjects.stop(OTHER), new byte[0]);
            bot.publish(RunSubjects.ready(OTHER), new byte[0]);
            bot.publish(RunSubjects.ready(RUN), new byte[0]);
            bot.flush(SOON);
            Eventually.until(SOON, "all four are refused", () -> complaints.size() == 4);
            assertThat(heard.nextMessage(SOON).getSubject()).isEqualTo(RunSubjects.ready(RUN));

            host.publish(RunSubjects.stop(OTHER), new byte[0]);
            host.publish(RunSubjects.stop(RUN), new byte[0]);
            assertThat(all.nextMessage(SOON).getSubject()).isEqualTo(RunSubjects.stop(RUN));
        }
    }

    @Test
    void aPluginThatAsksItselfStillCannotSpeakForFoster() throws Exception {
        try (var bus = PatientBus.start();
                Connection bot = enter(bus.admit("bot", RUN, Optional.empty()))) {
            var heard = bus.connection(SOON).subscribe("foster.chat");
            bus.connection(SOON).flush(SOON);
            var asked = bot.subscribe("bot.mine");
            bot.publish("bot.mine", "foster.chat", new byte[0]);
            assertThat(asked.nextMessage(SOON).getReplyTo()).isEqualTo("foster.chat");
            bot.publish("foster.chat", "!stop everything".getBytes(UTF_8));
            bot.flush(SOON);
            Eventually.until(SOON, "it is refused", () -> complaints.size() == 1);
            bus.connection(SOON).publish("foster.chat", "the end".getBytes(UTF_8));
            assertThat(heard.nextMessage(SOON).getData()).isEqualTo("the end".getBytes(UTF_8));
        }
    }

    @Test
    void noPasswordReachesALog() {
        var entry =
                BusEntry.open(List.of("nats://x")).user(new BusEntry.User("bot", "very-secret"));
        assertThat(entry + " " + entry.user()).contains("bot").doesNotContain("very-secret");
    }
}
