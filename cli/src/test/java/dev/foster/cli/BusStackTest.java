package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.BusView;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.NatsAccounts;
import dev.foster.testkit.NatsServer;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Message plugins with the packaged program, on the embedded bus and on a real NATS server. */
@SuppressWarnings("try") // closing a connection can be interrupted
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BusStackTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private static String manifest(String id) {
        return """
        id: %s
        protocol: nats
        main: plugin.py
        commands: {%s: {subject: bots.command.%s.say, description: says it again}}
        permissions: {publish: [bots.event.>], subscribe: [bots.command.>]}
        start_timeout: 60s
        stop: {grace: 60s}
        restart: {backoff: [0s]}
        """
                .formatted(id, id, id);
    }

    /** Tells of each request it takes, and answers with what it got and who it is. */
    private static final String ECHO =
            """
            import json, os

            class EchoPlugin:
                VERSION = "1.0.0"

                def __init__(self, nats_client, config=None):
                    self.nats, self.config = nats_client, config or {}

                async def initialize(self):
                    if self.config.get("broken"):
                        raise RuntimeError("it is broken")
                    name = os.environ["FOSTER_PLUGIN_ID"]
                    await self.nats.subscribe(f"bots.command.{name}.say", cb=self.say)
                    await self.nats.subscribe(f"bots.command.{name}.die", cb=self.die)
                    await self.nats.publish("secrets.everywhere", b"")

                async def say(self, message):
                    text = json.loads(message.data)["args"]
                    await self.nats.publish("bots.event.said", text.encode())
                    answer = {"success": True, "result": {"formatted": f"{text} by {os.getpid()}"}}
                    await message.respond(json.dumps(answer).encode())

                async def die(self, message):
                    os._exit(7)

                async def shutdown(self):
                    print("good bye", flush=True)
            """;

    private static TestProject project(String yaml, String... plugins) {
        PluginKit.requires("python3");
        TestProject project = TestProject.of(yaml);
        for (String plugin : plugins) {
            project.write("plugins/" + plugin + "/plugin.yaml", manifest(plugin));
            project.write("plugins/" + plugin + "/plugin.py", ECHO);
        }
        return project;
    }

    private static Program.Setup setup(TestProject project) {
        return project.setup().with("XDG_CACHE_HOME", PluginKit.cache().toString());
    }

    private static Connection enter(BusView bus) throws IOException, InterruptedException {
        Options.Builder options =
                new Options.Builder().server(bus.servers().getFirst()).connectionTimeout(SOON);
        if (bus.user().isPresent()) {
            options.userInfo(
                    bus.user().get().toCharArray(), bus.password().orElseThrow().toCharArray());
        }
        return Nats.connect(options.build());
    }

    private static NatsServer server() {
        PluginKit.requires("nats-server");
        return NatsServer.start(NatsServer.program().orElseThrow(), "");
    }

    private interface Scene {
        void play(TestProject project) throws Exception;
    }

    /** The same project on either bus. */
    private static void on(String kind, Scene scene) throws Exception {
        if (kind.equals("embedded")) {
            play("bus: embedded\nplugins_dir: plugins\n", scene);
            return;
        }
        try (var server = server()) {
            play("bus: " + server.url() + "\nplugins_dir: plugins\n", scene);
        }
    }

    private static void play(String yaml, Scene scene) throws Exception {
        try (var project = project(yaml, "echo");
                Program up = setup(project).start("up")) {
            project.await("echo", ProcessView::ready);
            scene.play(project);
            assertThat(project.run("down").code()).isZero();
            assertThat(up.awaitEnd().code()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nats-server"})
    void whatAPersonWritesIsAnsweredByThePlugin(String kind) throws Exception {
        on(
                kind,
                project -> {
                    ProcessView echo = project.process("echo");
                    assertThat(echo.kind()).isEqualTo(ProcessView.PLUGIN);
                    long pid = echo.pid().orElseThrow();
                    Program.Result answer = project.run("chat", "!echo hello");
                    assertThat(answer.output()).isEqualTo("hello by " + pid + "\n");
                    assertThat(answer.code()).isZero();
                    assertThat(project.run("chat", "!help").output())
                            .contains("!echo: says it again");
                    Program.Result unknown = project.run("chat", "!ehco hello");
                    assertThat(unknown.code()).isEqualTo(1);
                    assertThat(unknown.errors())
                            .isEqualTo("cannot do !ehco: nobody offers it; did you mean !echo?\n");
                    assertThat(project.run("chat", "--json", "!echo x").output())
                            .isEqualTo(
                                    "{\"well\":true,\"text\":\"x by "
                                            + pid
                                            + "\",\"plugin\":\"echo\"}\n");
                    if (kind.equals("embedded")) {
                        Eventually.until(
                                SOON,
                                "it lied about what it publishes, and heard so",
                                () ->
                                        project.run("logs", "echo")
                                                .output()
                                                .toLowerCase(Locale.ROOT)
                                                .contains("permissions violation"));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nats-server"})
    void aCrashIsToldOnTheBusAndThePluginComesBack(String kind) throws Exception {
        on(
                kind,
                project -> {
                    try (Connection bus = enter(project.client().bus())) {
                        var crashes = bus.subscribe("foster.process.echo.crashed");
                        bus.flush(SOON);
                        long first = project.process("echo").pid().orElseThrow();
                        bus.publish("bots.command.echo.die", "{}".getBytes(UTF_8));
                        Message crash = crashes.nextMessage(SOON);
                        assertThat(new String(crash.getData(), UTF_8))
                                .contains("\"event\":\"crashed\"", "exit 7");
                        ProcessView again =
                                project.await(
                                        "echo",
                                        view -> view.ready() && view.pid().orElseThrow() != first);
                        assertThat(again.restarts()).isEqualTo(1);
                        assertThat(service(bus, "$SRV.PING.echo"))
                                .contains("\"restarts\":\"1\"", "\"pid\":\"" + again.pid().get());
                    }
                });
    }

    @Test
    void aServerWithAccountsLetsAPluginInByItsCredentials() throws Exception {
        PluginKit.requires("nats-server");
        var accounts = NatsAccounts.make();
        try (var server =
                        NatsServer.start(
                                NatsServer.program().orElseThrow(), accounts.configuration());
                var project =
                        project(
                                "bus: {url: %s, credentials: me.creds}\nplugins_dir: plugins\n"
                                        .formatted(server.url()),
                                "echo")) {
            project.write("me.creds", accounts.user("me"));
            try (Program up = setup(project).start("up")) {
                project.await("echo", ProcessView::ready);
                assertThat(project.run("chat", "!echo hello").output()).startsWith("hello by ");
                assertThat(project.run("bus", "pub", "a", "b").code()).isZero();
                assertThat(project.run("down").code()).isZero();
                assertThat(up.awaitEnd().code()).isZero();
            }
        }
    }

    @Test
    void aServerThatComesBackWithAnotherTokenIsEnteredAfterAReload() throws Exception {
        PluginKit.requires("nats-server");
        var program = NatsServer.program().orElseThrow();
        var old = NatsServer.start(program, "authorization: {token: old}\n");
        String file = "bus: {url: %s, token: %s}\nplugins_dir: plugins\n";
        try (var project = project(file.formatted(old.url(), "old"), "echo");
                Program up = setup(project).start("up")) {
            project.await("echo", ProcessView::ready);
            old.close();
            try (var _ = NatsServer.startAt(program, old.port(), "authorization: {token: new}\n")) {
                Program.Result restarted = project.run("restart", "echo");
                assertThat(restarted.code()).isEqualTo(1);
                assertThat(restarted.errors()).contains("waiting for the bus at");
                ProcessView blocked =
                        project.await("echo", view -> view.state() == ProcessState.BLOCKED);
                assertThat(blocked.reason().orElseThrow())
                        .startsWith("waiting for the bus at " + old.url())
                        .contains("it does not let us in", "foster reload");
                assertThat(project.run("why", "echo").output()).contains("waiting for the bus at");
                Program.Result waited = project.run("wait", "echo");
                assertThat(waited.code()).isEqualTo(1);
                assertThat(waited.errors()).contains("waiting for the bus at");
                project.write("foster.yaml", file.formatted(old.url(), "new"));
                Program.Result reloaded = project.run("reload");
                assertThat(reloaded.code()).as(reloaded.errors()).isZero();
                assertThat(reloaded.output() + reloaded.errors()).doesNotContain("stays as it is");
                project.await("echo", ProcessView::ready);
                assertThat(project.run("chat", "!echo hello").output()).startsWith("hello by ");
            }
            assertThat(project.run("down").code()).isZero();
            assertThat(up.awaitEnd().code()).isZero();
        }
    }

    private static String service(Connection bus, String subject) throws InterruptedException {
        return new String(
                Objects.requireNonNull(bus.request(subject, new byte[0], SOON)).getData(), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nats-server"})
    void aReplacementUnderLoadLosesNothingAndDoublesNothing(String kind) throws Exception {
        on(
                kind,
                project -> {
                    try (Connection bus = enter(project.client().bus())) {
                        Load load = Load.begin(bus);
                        for (int i = 0; i < 3; i++) {
                            load.awaitMore(300);
                            replace(project);
                        }
                        load.awaitMore(300);
                        load.end();
                        assertThat(load.failed()).as("requests without an answer").isZero();
                        assertThat(load.handled().values())
                                .as("how often each was handled")
                                .hasSize(load.sent())
                                .containsOnly(1);
                        assertThat(load.pids()).as("who answered").hasSize(4);
                    }
                });
    }

    private static void replace(TestProject project) {
        Eventually.until(
                SOON,
                "echo is replaced",
                () -> {
                    Program.Result replaced = project.run("replace", "echo");
                    // The one before it may still answer what it has taken.
                    boolean early = replaced.errors().contains("has not ended yet");
                    assertThat(early || replaced.output().startsWith("echo is replaced, pid "))
                            .as(replaced.errors())
                            .isTrue();
                    return !early;
                });
    }

    @Test
    void aNewOneThatDoesNotComeUpLeavesTheOldOneAlone() throws Exception {
        on(
                "embedded",
                project -> {
                    long before = project.process("echo").pid().orElseThrow();
                    project.write("plugins/echo/plugin.py", "this is no Python\n");
                    Program.Result refused = project.run("replace", "echo");
                    assertThat(refused.code()).isEqualTo(1);
                    assertThat(refused.errors())
                            .startsWith("cannot replace echo: ")
                            .contains("what ran before still runs");
                    assertThat(project.process("echo").pid()).contains(before);
                    assertThat(project.run("chat", "!echo still").output())
                            .isEqualTo("still by " + before + "\n");
                });
    }

    @Test
    void tenPluginsAreRaisedAtOnceAndFailuresSayWhy() throws Exception {
        String[] names = new String[10];
        for (int i = 0; i < names.length; i++) {
            names[i] = "bot" + i;
        }
        String yaml =
                "plugins_dir: plugins\nplugins: {bot7: {config: {broken: true}, restart: no}}\n";
        try (var project = project(yaml, names);
                Program up = setup(project).start("up")) {
            for (String name : names) {
                if (!name.equals("bot7")) {
                    project.await(name, ProcessView::ready);
                    assertThat(project.run("chat", "!" + name + " hi").output())
                            .startsWith("hi by");
                }
            }
            project.await("bot7", ProcessState.FAILED);
            project.awaitPrinted(
                    List.of("why", "bot7"),
                    "exit 15",
                    "RuntimeError: it is broken",
                    "cannot initialize");
            project.run("down");
            assertThat(up.awaitEnd().code()).isZero();
        }
    }

    @Test
    void theConfigurationOfRoseyRunsAsItIs() throws Exception {
        PluginKit.requires("python3");
        try (var server = server();
                var project = TestProject.empty()) {
            project.write(
                    "config.json",
                    """
                    {"nats": {"servers": ["%s"]},
                     "plugins": {"echo-bot": {"module_path": "plugins.echo-bot.plugin", "enabled": true},
                                 "other": {"module_path": "plugins.other.plugin", "enabled": false}}}
                    """
                            .formatted(server.url()));
            project.write("plugins/echo-bot/plugin.py", ECHO);
            try (Program up = setup(project).start("up", "-f", "config.json")) {
                ProcessView bot = project.await("echo-bot", ProcessView::ready);
                project.await("other", ProcessState.DISABLED);
                assertThat(project.run("chat", "!say hello").output())
                        .isEqualTo("hello by " + bot.pid().orElseThrow() + "\n");
                project.run("down");
                assertThat(up.awaitEnd().code()).isZero();
            }
        }
    }

    @Test
    void aProjectWithoutABusSaysSo() {
        try (var project = TestProject.of("processes: {w: {command: sleep 1000}}").up()) {
            assertThat(project.run("chat", "!roll").errors())
                    .startsWith("cannot use the bus: this project has none; add a line");
        }
    }
}
