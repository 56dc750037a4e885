package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.Following;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.daemon.follow.Follower;
import dev.foster.http.Exchange;
import dev.foster.http.Headers;
import dev.foster.http.HttpClient;
import dev.foster.http.SseEvent;
import dev.foster.http.SseReader;
import dev.foster.http.Target;
import dev.foster.http.WrongTokens;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The client over the unix socket, and streams that go on, fall behind, resume and end. */
@Timeout(60)
class FollowingTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir private Path folder;
    private ApiOnSocket api;
    private FakeOperations operations;
    private ControlClient client;

    @BeforeEach
    void start() {
        api = new ApiOnSocket(folder);
        operations = api.operations;
        client = api.client;
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void theClientAsksForEverything() {
        operations.journal.add(FakeOperations.event(1));
        operations.lines.add(FakeOperations.line(1));
        var lines = new ArrayList<LogLineView>();

        assertThat(client.project()).isEqualTo(operations.project());
        assertThat(client.processes()).isEqualTo(operations.processes());
        assertThat(client.process("db/1 ü")).isEqualTo(operations.process("db/1 ü"));
        assertThat(client.why("web")).isEqualTo(operations.why("web"));
        assertThat(client.plan()).isEqualTo(operations.plan());
        assertThat(client.select(List.of("all"))).containsExactly("web", "db/1 ü");
        assertThat(client.events(OptionalLong.empty(), 5, Optional.of("web"))).hasSize(1);
        client.logs(LogQuery.all().names(List.of("web")).tail(5), lines::add);
        assertThat(lines).containsExactly(FakeOperations.line(1));
        assertThat(client.start(List.of("web"), false).changed()).containsExactly("web");
        assertThat(client.stop(List.of("web"), true).changed()).containsExactly("web");
        assertThat(client.restart(List.of("web")).changed()).containsExactly("web");
        assertThat(client.replace(List.of("web")).changed()).containsExactly("web");
        assertThat(client.bus()).isEqualTo(operations.bus());
        assertThat(client.chat("alice", "!roll 2d6").text()).isEqualTo("alice wrote !roll 2d6");
        client.signal("web", "TERM");
        client.input("web", new byte[] {'x'}, true);
        client.down();
        String who = " by " + System.getProperty("user.name") + " (foster test)";
        assertThat(operations.calls)
                .contains(
                        "start [web] false" + who,
                        "stop [web] true" + who,
                        "restart [web]" + who,
                        "replace [web]" + who,
                        "signal web TERM" + who,
                        "input web x true",
                        "down" + who);
    }

    @Test
    void problemsComeToTheClientAsTheyWereThrown() {
        assertThatThrownBy(() -> client.process("nobody"))
                .isInstanceOfSatisfying(
                        ControlProblem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.UNKNOWN_NAME))
                .hasMessage("cannot find nobody: there is no such process; see foster ps");
        assertThatThrownBy(client::reload)
                .isInstanceOfSatisfying(
                        ControlProblem.class,
                        problem ->
                                assertThat(problem.view().details()).containsExactly("f:1:2: x"));
        assertThatThrownBy(() -> client.followLogs(LogQuery.all().names(List.of("nobody"))))
                .isInstanceOf(ControlProblem.class);
    }

    @Test
    void withoutADaemonTheClientSaysSo() {
        String message =
                "cannot list processes: no foster is running for "
                        + api.paths.directory()
                        + "; start it with foster up";
        api.close();
        assertThatThrownBy(client::processes)
                .isInstanceOfSatisfying(
                        ControlProblem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.NOT_RUNNING))
                .hasMessage(message);
    }

    @Test
    void aSocketThatAKilledDaemonLeftIsNoDaemon() throws IOException {
        api.close();
        try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(api.paths.socket()));
        }
        assertThat(api.paths.socket()).exists();

        assertThatThrownBy(client::processes)
                .isInstanceOfSatisfying(
                        ControlProblem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.NOT_RUNNING));

        try (ApiServer next = new ApiServer(operations, WrongTokens.untold())) {
            next.listenOnSocket(api.paths.socket());
            assertThat(client.processes()).hasSize(2);
        }
    }

    @Test
    void aFollowerOfProcessesGetsASnapshotThenChanges() {
        try (Following<ProcessUpdate> following = client.followProcesses()) {
            assertThat(following.next())
                    .contains(new ProcessUpdate.Snapshot(operations.processes()));

            awaitOne(operations.processFollowers)
                    .next(
                            new ProcessUpdate.Changed(
                                    FakeOperations.view("web", ProcessState.FAILED)));

            assertThat(following.next())
                    .contains(
                            new ProcessUpdate.Changed(
                                    FakeOperations.view("web", ProcessState.FAILED)));
        }
        Eventually.until(SOON, "nobody follows", operations.processFollowers::isEmpty);
    }

    @Test
    void aFollowerOfEventsGetsThePastPageByPageThenThePresent() {
        for (int i = 1; i <= 2500; i++) {
            operations.journal.add(FakeOperations.event(i));
        }
        try (Following<EventView> following = client.followEvents(10, Optional.of("web"))) {
            for (long id = 11; id <= 2500; id++) {
                assertThat(following.next()).contains(FakeOperations.event(id));
            }
            Follower<EventView> follower = awaitOne(operations.eventFollowers);
            assertThat(operations.calls).last().isEqualTo("follow events 2500 Optional[web]");

            follower.next(FakeOperations.event(2501));
            follower.end();

            assertThat(following.next()).contains(FakeOperations.event(2501));
            assertThat(following.next()).as("the daemon went down").isEmpty();
        }
    }

    @Test
    void aFollowerThatComesBackGoesOnWhereItWas() throws IOException {
        for (int i = 1; i <= 3; i++) {
            operations.journal.add(FakeOperations.event(i));
            operations.lines.add(FakeOperations.line(i));
        }

        assertThat(firstEvent("events", "2").id()).contains("3");
        assertThat(firstEvent("logs", "c2").id()).contains("c3");
    }

    private SseEvent firstEvent(String resource, String lastId) throws IOException {
        try (Exchange exchange =
                HttpClient.onUnixSocket(api.paths.socket())
                        .listen(Target.of("v1", resource), Headers.of("last-event-id", lastId))) {
            assertThat(exchange.status()).isEqualTo(200);
            return new SseReader(exchange.body()).next().orElseThrow();
        }
    }

    @Test
    void whoDoesNotSayWhatItSawGetsOnlyWhatComes() {
        operations.journal.add(FakeOperations.event(7));
        try (Exchange _ =
                HttpClient.onUnixSocket(api.paths.socket())
                        .listen(Target.of("v1", "events"), Headers.none())) {
            awaitOne(operations.eventFollowers);
            assertThat(operations.calls).last().isEqualTo("follow events 7 Optional.empty");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void aFollowerOfLogsGoesOnBehindTheLastLine() {
        for (int i = 1; i <= 1200; i++) {
            operations.lines.add(FakeOperations.line(i));
        }
        LogQuery query = LogQuery.all().names(List.of("web"));
        try (Following<LogLineView> following = client.followLogs(query)) {
            for (int i = 1; i <= 1200; i++) {
                assertThat(following.next()).contains(FakeOperations.line(i));
            }
            awaitOne(operations.logFollowers);
            assertThat(operations.calls).last().isEqualTo("follow logs " + query.after("c1200"));
        }
    }

    @Test
    void aStreamThatCannotBeginSaysWhy() {
        try (Following<LogLineView> following = client.followLogs(LogQuery.all().after("bad"))) {
            assertThatThrownBy(following::next)
                    .isInstanceOf(ControlProblem.class)
                    .hasMessage("cannot go on: bad; start anew");
        }
    }

    /** The queue is bounded: the oldest give way, and the reader learns how many. */
    @Test
    void aSlowReaderLosesTheOldestAndIsToldHowMany() {
        int many = 200_000;
        try (Following<EventView> following = client.followEvents(0, Optional.empty())) {
            Follower<EventView> follower = awaitOne(operations.eventFollowers);
            for (int i = 1; i <= many; i++) {
                follower.next(FakeOperations.event(i));
            }
            follower.end();

            long seen = 0;
            long last = 0;
            for (Optional<EventView> event = following.next();
                    event.isPresent();
                    event = following.next()) {
                assertThat(event.get().id()).isGreaterThan(last);
                last = event.get().id();
                seen++;
            }
            assertThat(last).as("the newest is there").isEqualTo(many);
            assertThat(following.dropped()).isPositive();
            assertThat(seen + following.dropped()).isEqualTo(many);
        }
    }

    @Test
    void aSlowReaderOfProcessesEndsWithTheTruth() {
        var shelf = new LatestStates();
        shelf.put(new ProcessUpdate.Snapshot(operations.processes()));
        for (ProcessState state : ProcessState.values()) {
            shelf.put(new ProcessUpdate.Changed(FakeOperations.view("web", state)));
            shelf.put(new ProcessUpdate.Changed(FakeOperations.view("db", state)));
        }

        assertThat(shelf.take())
                .containsExactly(
                        new ProcessUpdate.Snapshot(operations.processes()),
                        new ProcessUpdate.Changed(FakeOperations.view("web", ProcessState.UNKNOWN)),
                        new ProcessUpdate.Changed(FakeOperations.view("db", ProcessState.UNKNOWN)));
        assertThat(shelf.take()).isEmpty();
    }

    @Test
    void aSlowReaderOfBeatsGetsOneWithTheNewestOfEach() {
        var shelf = new LatestStates();
        ProcessView web = FakeOperations.view("web", ProcessState.RUNNING);
        ProcessView db = FakeOperations.view("db", ProcessState.RUNNING);
        shelf.put(new ProcessUpdate.Beat(List.of(web, db)));
        shelf.put(new ProcessUpdate.Changed(web));
        shelf.put(new ProcessUpdate.Beat(List.of(web.uptimeMs(7))));

        // Behind the change, which may be older than what the beat tells of the same process.
        assertThat(shelf.take())
                .containsExactly(
                        new ProcessUpdate.Changed(web),
                        new ProcessUpdate.Beat(List.of(db, web.uptimeMs(7))));

        ProcessView stopped = FakeOperations.view("web", ProcessState.STOPPED);
        shelf.put(new ProcessUpdate.Beat(List.of(web, db)));
        shelf.put(new ProcessUpdate.Changed(stopped));
        shelf.put(new ProcessUpdate.Beat(List.of()));
        assertThat(shelf.take())
                .containsExactly(
                        new ProcessUpdate.Changed(stopped), new ProcessUpdate.Beat(List.of(db)));

        shelf.put(new ProcessUpdate.Beat(List.of(web)));
        shelf.put(new ProcessUpdate.Snapshot(operations.processes()));
        assertThat(shelf.take())
                .containsExactly(new ProcessUpdate.Snapshot(operations.processes()));
    }

    @Test
    void aClientThatGoesIsForgotten() {
        Following<LogLineView> following = client.followLogs(LogQuery.all());
        awaitOne(operations.logFollowers);

        following.close();

        Eventually.until(SOON, "nobody follows", operations.logFollowers::isEmpty);
        Eventually.until(SOON, "nobody is connected", () -> api.server.connections() == 0);
    }

    @Test
    void anOriginOnTheUnixSocketIsNobodyWeKnow() throws IOException {
        assertThat(
                        HttpClient.onUnixSocket(api.paths.socket())
                                .with("origin", "http://localhost")
                                .send("GET", Target.of("v1", "project"), Optional.empty(), SOON)
                                .status())
                .isEqualTo(403);
    }

    @Test
    void pythonUnderstandsTheSocket() throws Exception {
        String script =
                """
                import http.client, json, socket, sys
                class Unix(http.client.HTTPConnection):
                    def connect(self):
                        self.sock = socket.socket(socket.AF_UNIX)
                        self.sock.connect(sys.argv[1])
                connection = Unix('localhost')
                for path in ('/v1/project', '/v1/processes'):
                    connection.request('GET', path)
                    reply = connection.getresponse()
                    print(reply.status, json.load(reply).get('name', '-'))
                connection.request('POST', '/v1/stop', iter([b'{"names":', b'["web"]}']), encode_chunked=True,
                                   headers={'Transfer-Encoding': 'chunked'})
                print(connection.getresponse().status)
                """;
        Process python =
                new ProcessBuilder("python3", "-c", script, api.paths.socket().toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).isEqualTo("200 demo\n200 -\n200\n");
        assertThat(operations.calls).hasSize(1).first().asString().startsWith("stop [web] false");
    }

    private static <T> T awaitOne(List<T> followers) {
        Eventually.until(SOON, "somebody follows", () -> !followers.isEmpty());
        return followers.getFirst();
    }
}
