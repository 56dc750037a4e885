package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.Following;
import dev.foster.control.LogLineView;
import dev.foster.control.TailView;
import dev.foster.http.HttpClient;
import dev.foster.http.HttpReply;
import dev.foster.http.Target;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The newest lines over the unix socket: once, as a stream, and what may not be asked for. */
@Timeout(60)
class TailsResourceTest {
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

    private static LogLineView line(long nanos, String text) {
        return new LogLineView(
                Instant.ofEpochSecond(0, nanos),
                "web",
                LogLineView.OUT,
                text,
                Long.toString(nanos));
    }

    private String get(Target target) throws IOException {
        HttpReply reply =
                HttpClient.onUnixSocket(api.paths.socket())
                        .send("GET", target, Optional.empty(), SOON);
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    @Test
    void aLineIsAListAndItsTimeIsItsCursor() throws IOException {
        long nanos = 1_769_860_800_123_456_789L;
        operations.tails.beginnings.add(
                List.of(
                        new TailView(
                                "web", 0, Optional.of(true), List.of(line(nanos, "a \"b\"")))));
        assertThat(get(Target.of("v1", "tails").with("name", "web")))
                .isEqualTo(
                        "{\"tails\":[{\"process\":\"web\",\"skipped\":0,\"more\":true,\"lines\":"
                                + "[[\"1769860800123456789\",\"out\",\"a \\\"b\\\"\"]]}]}");
        operations.tails.beginnings.add(
                List.of(new TailView("web", 3, List.of(line(nanos, "again")))));
        assertThat(client.tails(List.of(), 5))
                .containsExactly(new TailView("web", 3, List.of(line(nanos, "again"))));
        assertThat(operations.calls).contains("tails [web] 1 1", "tails [] 1 5");
        assertThat(operations.tails.closed).isTrue();
    }

    @Test
    void theStreamBeginsWithWhatThereIsEvenIfThatIsNothingAndEndsWithTheDaemon() {
        operations.tails.news.add(List.of(new TailView("web", 7, List.of(line(5, "x")))));
        try (Following<List<TailView>> tails = client.followTails(List.of("web"), 3, 9)) {
            assertThat(tails.next()).contains(List.of());
            assertThat(tails.next())
                    .contains(List.of(new TailView("web", 7, List.of(line(5, "x")))));
            operations.tails.end();
            assertThat(tails.next()).isEmpty();
            assertThat(tails.lost()).isFalse();
        }
        assertThat(operations.calls).containsExactly("tails [web] 3 9");
        assertThat(operations.tails.beats).containsOnly(Duration.ofMillis(80));
    }

    @Test
    void manyLongLinesComeInSeveralEventsAndNoneIsMissing() {
        List<LogLineView> lines =
                IntStream.range(0, 500).mapToObj(i -> line(i, i + "x".repeat(3000))).toList();
        operations.tails.beginnings.add(
                List.of(
                        new TailView("db", 0, Optional.of(false), List.of()),
                        new TailView("web", 0, Optional.of(true), lines)));
        operations.tails.news.add(List.of(new TailView("web", 1, List.of(line(9999, "last")))));
        var got = new ArrayList<TailView>();
        int events = 0;
        try (Following<List<TailView>> tails = client.followTails(List.of(), 1, 500)) {
            while (got.isEmpty() || got.getLast().skipped() == 0) {
                got.addAll(tails.next().orElseThrow());
                events++;
            }
        }
        assertThat(events).isGreaterThan(3);
        assertThat(got.stream().filter(tail -> tail.process().equals("web")))
                .filteredOn(tail -> tail.more().isPresent())
                .hasSize(1);
        assertThat(
                        got.stream()
                                .filter(tail -> tail.skipped() == 0)
                                .flatMap(tail -> tail.lines().stream()))
                .isEqualTo(lines);
    }

    @Test
    void aClientThatGoesAwayIsNoticed() {
        Following<List<TailView>> tails = client.followTails(List.of(), 1, 1);
        assertThat(tails.next()).isPresent();
        tails.close();
        Eventually.until(SOON, "the tails are closed", () -> operations.tails.closed);
        Eventually.until(SOON, "the connection is gone", () -> api.server.connections() == 0);
    }

    @Test
    void whatIsOutOfBoundsIsRefused() throws IOException {
        Target tails = Target.of("v1", "tails");
        assertThat(get(tails.with("lines", "0"))).contains("give 1 to 1000");
        assertThat(get(tails.with("lines", "1001"))).contains("cannot read lines");
        assertThat(get(tails.with("first", "10001"))).contains("give 0 to 10000");
        assertThat(get(tails.with("beat", "49"))).contains("give 50 to 5000");
        assertThat(get(tails.with("beat", "soon"))).contains("it is not a whole number");
        assertThat(get(Target.of("v1", "tails").with("name", "nobody"))).contains("unknown-name");
        assertThatThrownBy(() -> client.followTails(List.of("nobody"), 1, 1))
                .isInstanceOf(ControlProblem.class);
    }

    @Test
    void usageIsForThoseWhoAskForIt() throws IOException {
        try (var plain = client.followProcesses();
                var measured = client.followProcessesAndUsage()) {
            assertThat(plain.next()).isPresent();
            assertThat(measured.next()).isPresent();
        }
        assertThat(operations.calls)
                .containsExactlyInAnyOrder("follow processes false", "follow processes true");
        assertThat(client.facts("web")).isEqualTo(operations.facts("web"));
    }
}
