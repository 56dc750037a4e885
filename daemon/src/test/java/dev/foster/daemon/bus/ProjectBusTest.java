package dev.foster.daemon.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.bus.broker.ClientTrouble;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.daemon.config.BusSpec;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.message.BusEntry;
import dev.foster.plugin.message.BusProblem;
import dev.foster.plugin.message.ReadyMessage;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Subscription;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** What Foster does on the bus: it passes on commands, shows services, and tells what happens. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ProjectBusTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final ReadyMessage READY =
            new ReadyMessage(
                    41,
                    List.of("rosey.command.dice.flip", "rosey.event.>"),
                    Optional.of("1.2.3"),
                    Optional.of("rolls dice"));

    private final Leaks leaks = Leaks.snapshot();
    private final List<ClientTrouble> troubles = new CopyOnWriteArrayList<>();
    private final FakeDeeds actions = new FakeDeeds();
    @TempDir private Path folder;
    private ProjectBus projectBus;
    private Connection bus;

    @BeforeEach
    void open() throws InterruptedException, IOException {
        BusSpec spec = new BusSpec(BusSpec.embedded().where(), "!", List.of("alice"));
        projectBus = new ProjectBus(spec, troubles::add);
        projectBus.listener(ManifestReader.read(plugin())).ready("run", READY);
        projectBus.serve(_ -> Optional.of(state()), actions);
        bus = projectBus.bus().connection(SOON);
        var listening = bus.createDispatcher();
        listening.subscribe(
                "dice.roll",
                message -> bus.publish(message.getReplyTo(), answer(message).getBytes(UTF_8)));
    }

    private Path plugin() throws IOException {
        Files.writeString(
                folder.resolve("plugin.yaml"),
                """
                id: dice
                protocol: nats
                main: plugin.py
                description: what the manifest says
                commands: {roll: {subject: dice.roll, description: rolls dice}}
                """);
        return folder;
    }

    @AfterEach
    void nothingIsLeft() {
        projectBus.close();
        leaks.assertNothingLeft();
    }

    private static ProcessStatus state() {
        return new ProcessStatus(
                ProcessSpec.of("dice", ChildSpec.of("true")),
                ProcessStatus.Word.RUNNING,
                true,
                true,
                3,
                OptionalLong.of(41),
                Instant.EPOCH,
                Optional.of(Instant.EPOCH),
                2,
                Optional.empty(),
                Reason.none(),
                Optional.empty());
    }

    private static String answer(Message message) {
        Members asked = Members.of(JsonText.parseObject(message.getData()));
        return switch (asked.text("args")) {
            case "" -> "{\"success\": false, \"error\": \"roll what?\"}";
            case "text" -> "just words";
            case "odd" -> "{\"success\": true, \"result\": {\"total\": 7}}";
            default ->
                    "{\"success\": true, \"result\": {\"formatted\": \""
                            + asked.text("user")
                            + " rolls "
                            + asked.text("args")
                            + "\"}}";
        };
    }

    // ---- chat ----

    @Test
    void aCommandGoesToThePluginThatOffersItAndItsAnswerComesBack() throws Exception {
        assertThat(projectBus.chat("bob", "!roll 2d6 now"))
                .isEqualTo(new ChatView(true, "bob rolls 2d6 now", Optional.of("dice")));
        assertThat(projectBus.chat("bob", "  !roll  "))
                .isEqualTo(new ChatView(false, "roll what?", Optional.of("dice")));
        assertThat(projectBus.chat("bob", "!roll text").text()).isEqualTo("just words");
        assertThat(projectBus.chat("bob", "!roll odd").text()).isEqualTo("{\"total\":7}");
    }

    @Test
    void aSubjectThatShowsACommandIsOneWithoutAWordInAManifest() throws Exception {
        assertThat(MessagePlugins.shown("rosey.command.dice.roll")).contains("roll");
        assertThat(MessagePlugins.shown("a.commands.b.c")).contains("c");
        assertThat(MessagePlugins.shown("rosey.event.rolled")).isEmpty();
        assertThat(MessagePlugins.shown("rosey.command.>")).isEmpty();
        assertThat(MessagePlugins.shown("rosey.command")).isEmpty();
        bus.createDispatcher()
                .subscribe(
                        "rosey.command.dice.flip",
                        message -> bus.publish(message.getReplyTo(), "heads".getBytes(UTF_8)));
        assertThat(projectBus.chat("bob", "!flip").text()).isEqualTo("heads");
        assertThat(projectBus.chat("bob", "!help").text()).contains("!roll: rolls dice", "!flip");
        assertThat(projectBus.view().commands()).hasSize(2);
    }

    @Test
    void aPluginThatAnswersWhereTheMessageSaysIsHeard() throws Exception {
        bus.createDispatcher()
                .subscribe(
                        "rosey.command.dice.flip",
                        message -> {
                            String where =
                                    Members.of(JsonText.parseObject(message.getData()))
                                            .text("reply_to");
                            bus.publish(
                                    where,
                                    (where.equals(message.getReplyTo()) + "").getBytes(UTF_8));
                        });
        assertThat(projectBus.chat("bob", "!flip").text())
                .as("both are one place")
                .isEqualTo("true");
    }

    @Test
    void aPluginIsCalledByItsNameAsWell() throws Exception {
        assertThat(projectBus.chat("bob", "!dice roll 2d6").text()).isEqualTo("bob rolls 2d6");
        assertThat(projectBus.chat("bob", "!dice 2d6").text())
                .isEqualTo(
                        "cannot do !dice: it offers roll, flip; write one of them behind its name");
        Files.writeString(
                folder.resolve("plugin.yaml"),
                "id: coin\nprotocol: nats\nmain: p.py\ncommands: {roll: dice.roll}\n");
        projectBus.listener(ManifestReader.read(folder));
        assertThat(projectBus.chat("bob", "!coin 1d2").text()).isEqualTo("bob rolls 1d2");
        assertThat(projectBus.chat("bob", "!coin roll 1d2").text()).isEqualTo("bob rolls 1d2");
        assertThat(projectBus.chat("bob", "!help").text())
                .contains("!roll: see coin", "!dice roll: rolls dice");
    }

    @Test
    void whatCannotBeDoneIsSaidInWords() throws Exception {
        assertThat(projectBus.chat("bob", "hello").text()).contains("a command begins with !");
        assertThat(projectBus.chat("bob", "!").text()).contains("a command begins with !");
        assertThat(projectBus.chat("bob", "!rol 1").text())
                .isEqualTo("cannot do !rol: nobody offers it; did you mean !roll?");
        assertThat(projectBus.chat("bob", "!flip").text())
                .isEqualTo("cannot ask dice: it is not listening; see foster why dice");
    }

    @Test
    void whoIsNoAdminChangesNothingAndIsWrittenDown() throws Exception {
        ask("{\"user\": \"mallory\", \"text\": \"!stop dice\"}", "mallory is no admin");
        ask("{\"user\": \"alice\", \"text\": \"!stop dice\"}", "stop dice: under way");
        ask("{\"user\": \"alice\", \"text\": \"!stop nothing\"}", "cannot stop nothing");
        ask("{\"user\": \"bob\", \"text\": \"!plugins\"}", "dice: running");
        ask("{\"user\": \"bob\", \"text\": \"!roll 1\"}", "bob rolls 1");
        ask("not even JSON", "cannot read the message");
        assertThat(actions.done).containsExactly("stop dice by alice");
        assertThat(actions.audited)
                .containsExactly(
                        "mallory: stop dice: refused: not an admin",
                        "alice: stop dice: done",
                        "alice: stop nothing: failed: cannot stop nothing: there is none");
    }

    private void ask(String json, String expected) throws InterruptedException {
        assertThat(answer("foster.chat", json)).contains(expected);
    }

    /**
     * The office listens a moment after it was opened: until then the bus says at once that nobody
     * does. A question that somebody got is not asked again, which would be a second deed.
     */
    private String answer(String subject, String question) throws InterruptedException {
        byte[] data = question.getBytes(UTF_8);
        long end = System.nanoTime() + SOON.toNanos();
        @Nullable Message answer = bus.request(subject, data, SOON);
        while (answer == null && System.nanoTime() < end) {
            answer = bus.request(subject, data, SOON);
        }
        return new String(Objects.requireNonNull(answer).getData(), UTF_8);
    }

    @Test
    void aPluginThatLeftTheProjectIsForgotten() throws Exception {
        projectBus.keep(Set.of("other"));
        assertThat(projectBus.chat("bob", "!roll 1").text())
                .startsWith("cannot do !roll: nobody offers");
    }

    @Test
    void theOwnerOfTheDaemonIsAnAdminByAnyName() throws Exception {
        assertThat(projectBus.chat("whoever", "!restart dice").well()).isTrue();
        assertThat(projectBus.chat("whoever", "!restart").text()).contains("no plugin is named");
        assertThat(actions.done).containsExactly("restart dice by whoever");
    }

    // ---- requests that a person tries ----

    @Test
    void aRequestThatCannotBeSentIsRefused() {
        assertThatThrownBy(() -> projectBus.request("a.".repeat(500_000) + "a", "", SOON))
                .isInstanceOf(ControlProblem.class)
                .hasMessageContaining("it is no subject");
        assertThatThrownBy(() -> projectBus.request("dice.roll", "x".repeat(9_000_000), SOON))
                .isInstanceOf(ControlProblem.class)
                .hasMessage(
                        "cannot ask on dice.roll: the message is too long for the bus; send less");
    }

    @Test
    void aRequestThatNobodyAnswersSaysHowLongItWaited() {
        bus.createDispatcher().subscribe("silent", _ -> {});
        assertThatThrownBy(() -> projectBus.request("silent", "", Duration.ofMillis(300)))
                .hasMessageContaining("no answer came within 300 ms");
    }

    // ---- services ----

    @Test
    void eachPluginIsAServiceToWhoeverAsks() throws Exception {
        String ping = service("$SRV.PING");
        Members said = Members.of(JsonText.parseObject(ping));
        assertThat(said.text("type")).isEqualTo("io.nats.micro.v1.ping_response");
        assertThat(said.text("name")).isEqualTo("dice");
        assertThat(said.text("version")).isEqualTo("1.2.3");
        assertThat(Members.of(said.inner("metadata")).text("pid")).isEqualTo("41");
        assertThat(Members.of(said.inner("metadata")).text("restarts")).isEqualTo("2");

        assertThat(service("$SRV.PING.dice." + said.text("id"))).isEqualTo(ping);
        assertThat(service("$SRV.INFO.dice"))
                .contains("io.nats.micro.v1.info_response", "rosey.command.dice.flip");
        assertThat(service("$SRV.STATS")).contains("io.nats.micro.v1.stats_response", "1970-01-01");
        Message none = bus.request("$SRV.PING.other", new byte[0], Duration.ofMillis(300));
        assertThat(none).as("nobody of that name").isNull();
    }

    private String service(String subject) throws InterruptedException {
        return answer(subject, "");
    }

    // ---- news ----

    @Test
    void aBadEndNobodyAskedForIsACrashAndAnotherIsNot() throws Exception {
        Subscription heard = bus.subscribe("foster.process.>");
        bus.flush(SOON);
        tell(new ProcessEvent.Started(dice(1), 41));
        tell(new ProcessEvent.Exited(dice(1), exit(1), Ending.ERROR));
        tell(new ProcessEvent.Stopping(dice(2), new Reason.Ordered(Reason.Order.STOP)));
        tell(new ProcessEvent.Exited(dice(2), exit(1), Ending.STOPPED));
        tell(new ProcessEvent.Exited(dice(3), exit(0), Ending.OK));
        assertThat(subjects(heard, 5))
                .containsExactly(
                        "foster.process.dice_1.started",
                        "foster.process.dice_1.crashed",
                        "foster.process.dice_1.stopping",
                        "foster.process.dice_1.exited",
                        "foster.process.dice_1.exited");
    }

    private static RunId dice(long run) {
        return new RunId("dice.1", run);
    }

    private static Exit exit(int code) {
        return new Exit(
                new Exit.Ending.Code(code),
                Exit.Asked.NOBODY,
                Instant.EPOCH,
                Duration.ofSeconds(2),
                Optional.empty(),
                false);
    }

    private void tell(ProcessEvent event) {
        projectBus.tell(event, Instant.now());
    }

    private static List<String> subjects(Subscription heard, int count)
            throws InterruptedException {
        var subjects = new CopyOnWriteArrayList<String>();
        for (int i = 0; i < count; i++) {
            Message message = heard.nextMessage(SOON);
            assertThat(Members.of(JsonText.parseObject(message.getData())).text("name"))
                    .isEqualTo("dice.1");
            subjects.add(message.getSubject());
        }
        return subjects;
    }

    @Test
    void whatAProcessUsesIsToldWhileSomebodyListens() throws Exception {
        // Said at once, so that a message that should not be there would be counted.
        var news = new UsagePublisher(projectBus.bus(), Runnable::run, true);
        long before = messagesIn();
        news.tell("dice.1", figures(1));
        bus.flush(SOON);
        assertThat(messagesIn()).as("nobody listens").isEqualTo(before);

        Subscription heard = bus.subscribe("foster.usage.*");
        bus.flush(SOON);
        projectBus.tell("dice.1", figures(2));
        Message message = heard.nextMessage(SOON);
        assertThat(message.getSubject()).isEqualTo("foster.usage.dice_1");
        Members said = Members.of(JsonText.parseObject(message.getData()));
        assertThat(said.text("name")).isEqualTo("dice.1");
        assertThat(said.number("run")).isEqualTo(2);
        assertThat(said.instant("at")).isEqualTo(Instant.EPOCH);
        assertThat(said.decimal("cpu_percent")).isEqualTo(12.5);
        assertThat(said.number("memory_bytes")).isEqualTo(4096);
        assertThat(said.object().keySet())
                .containsExactlyInAnyOrder(
                        "name",
                        "run",
                        "at",
                        "cpu_percent",
                        "memory_bytes",
                        "threads",
                        "processes",
                        "files",
                        "read_bytes",
                        "written_bytes");

        heard.unsubscribe();
        bus.flush(SOON);
        long after = messagesIn();
        news.tell("dice.1", figures(3));
        bus.flush(SOON);
        assertThat(messagesIn()).as("nobody listens any more").isEqualTo(after);
    }

    @Test
    void aBusThatDoesNotSayWhoListensIsToldWhatIsUsedOnlyWhenThatIsWanted() throws Exception {
        BusEntry entry = projectBus.bus().entry();
        Subscription heard = bus.subscribe("foster.usage.>");
        bus.flush(SOON);
        var where = new BusSpec.Where.Remote(entry);
        try (var silent = new ProjectBus(new BusSpec(where, "!", List.of()), _ -> {});
                var told = new ProjectBus(new BusSpec(where, "!", List.of(), true), _ -> {})) {
            silent.bus().connection(SOON);
            told.bus().connection(SOON);
            silent.tell("quiet", figures(1));
            told.tell("dice", figures(1));
            assertThat(heard.nextMessage(SOON).getSubject()).isEqualTo("foster.usage.dice");
        }
    }

    private long messagesIn() {
        return Objects.requireNonNull(projectBus.view().traffic().get("messages_in"));
    }

    private static UsageFigures figures(long run) {
        return new UsageFigures(
                run, Instant.EPOCH, 12.5, 1, 4096, 3, 2, 9, 5, 6, UsageMeter.Source.PROCESSES);
    }

    @Test
    void whoeverIsNotLetInIsWrittenDown() throws Exception {
        String address = projectBus.view().servers().getFirst().replace("nats://", "nats://eve:x@");
        assertThatThrownBy(() -> Nats.connect(address)).isInstanceOf(AuthenticationException.class);
        Eventually.until(SOON, "it is told", () -> !troubles.isEmpty());
        try (var journal = new Journal(folder.resolve("journal"))) {
            new BusTroubles(journal).accept(troubles.getFirst());
            Eventually.until(SOON, "it is written", () -> !events(journal).isEmpty());
            EventView event = events(journal).getFirst();
            assertThat(event.kind()).isEqualTo("bus-refused");
            Object from = event.details().getOrDefault("from", "");
            assertThat(from.toString()).startsWith("127.0.0.1:");
            assertThat(event.text())
                    .isEqualTo(
                            "eve from "
                                    + from
                                    + " was not let in at the bus: Authorization Violation");
            assertThat(event.who()).isEmpty();
        }
    }

    private static List<EventView> events(Journal journal) {
        return journal.read(OptionalLong.empty(), 10, Optional.empty());
    }

    @Test
    void itListensByIpv6AsWell() throws Exception {
        var where = new BusSpec.Where.Embedded("::1", 0, Optional.empty());
        try (var other = new ProjectBus(new BusSpec(where, "!", List.of()), _ -> {})) {
            assertThat(other.view().servers().getFirst()).startsWith("nats://[::1]:");
            other.bus().connection(SOON).flush(SOON);
            assertThat(other.connections()).isNotEmpty();
        }
    }

    @Test
    void aPortThatIsTakenIsSaidInWords() {
        int taken = Integer.parseInt(projectBus.view().servers().getFirst().replaceAll(".*:", ""));
        var where = new BusSpec.Where.Embedded("127.0.0.1", taken, Optional.empty());
        assertThatThrownBy(() -> new ProjectBus(new BusSpec(where, "!", List.of()), _ -> {}))
                .isInstanceOf(BusProblem.class)
                .hasMessageStartingWith("cannot open the bus at 127.0.0.1:" + taken + ": ")
                .hasMessageEndingWith("; name another address below bus.listen");
    }
}
