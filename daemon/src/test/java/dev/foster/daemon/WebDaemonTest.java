package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.PlanChange;
import dev.foster.control.WebLink;
import dev.foster.testkit.Eventually;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;

/** The dashboard of a real daemon, and what it asks the bus. */
@Timeout(120)
class WebDaemonTest {
    private static final String ONE = "processes: {web: {command: [sleep, '1000']}}\n";
    private static final String OPEN = "web: {listen: 127.0.0.1:0}\n";

    @TempDir(factory = ShortPaths.class)
    private Path folder;

    private static HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url)));
    }

    private static WebLink link(TestDaemon daemon) {
        return daemon.client.web(OptionalInt.empty(), false);
    }

    @Test
    void whoComesByALinkStopsAProcessAndTheJournalSaysWho()
            throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, ONE + OPEN)) {
            daemon.startAll();
            daemon.await("web", view -> view.ready());
            WebLink link = link(daemon);
            String cookie = get(link.url()).headers().firstValue("set-cookie").orElseThrow();
            HttpResponse<String> stopped =
                    send(
                            HttpRequest.newBuilder(URI.create(link.address() + "v1/stop"))
                                    .header("cookie", cookie.replaceFirst(";.*", ""))
                                    .header("foster-request", "1")
                                    .header("content-type", "application/json")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"names\": [\"web\"]}")));
            assertThat(stopped.body()).contains("\"changed\":[\"web\"]");
            daemon.await("web", view -> view.pid().isEmpty());
            // A state is seen a moment before the journal is told of it.
            Eventually.until(
                    TestDaemon.SOON,
                    "the journal says who",
                    () ->
                            daemon
                                    .client
                                    .events(OptionalLong.empty(), 100, Optional.empty())
                                    .stream()
                                    .map(EventView::who)
                                    .anyMatch(Optional.of("dashboard from 127.0.0.1")::equals));
        }
    }

    @Test
    void aReloadOpensItAndClosesIt() throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, ONE)) {
            daemon.write(ONE + OPEN);
            assertThat(daemon.client.plan().changes())
                    .extracting(PlanChange::name)
                    .containsExactly("web");
            daemon.client.reload();
            String address = link(daemon).address();
            assertThat(get(address + "health").body()).isEqualTo("ok\n");
            daemon.write(ONE);
            daemon.client.reload();
            assertThatThrownBy(() -> get(address + "health")).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    @SuppressWarnings("try") // an interrupted test is over in any case
    void aRequestOnTheBusIsAnsweredByWhoListens()
            throws IOException, InterruptedException, TimeoutException {
        try (var daemon = new TestDaemon(folder, ONE + "bus: embedded\n")) {
            BusView bus = daemon.client.bus();
            var options =
                    new Options.Builder()
                            .server(bus.servers().getFirst())
                            .userInfo(bus.user().orElseThrow(), bus.password().orElseThrow())
                            .connectionName("dice")
                            .connectionTimeout(TestDaemon.SOON)
                            .build();
            try (Connection dice = Nats.connect(options)) {
                dice.createDispatcher(
                                question ->
                                        dice.publish(
                                                question.getReplyTo(),
                                                ("rolled " + new String(question.getData(), UTF_8))
                                                        .getBytes(UTF_8)))
                        .subscribe("dice.roll");
                dice.flush(Duration.ofSeconds(10));
                assertThat(
                                daemon.client
                                        .busRequest("dice.roll", "2d6", Duration.ofSeconds(10))
                                        .data())
                        .isEqualTo("rolled 2d6");
                assertThat(daemon.client.busSubjects())
                        .filteredOn(it -> it.subject().equals("dice.roll"))
                        .extracting(BusSubjectView::delivered)
                        .containsExactly(1L);
                assertThat(daemon.client.busConnections())
                        .extracting(BusConnectionView::name)
                        .contains(Optional.of("dice"));
            }
            Eventually.until(
                    TestDaemon.SOON,
                    "written down",
                    () ->
                            daemon
                                    .client
                                    .events(OptionalLong.empty(), 100, Optional.empty())
                                    .stream()
                                    .anyMatch(it -> it.kind().equals("bus-request")));
            assertThatThrownBy(
                            () -> daemon.client.busRequest("dice.none", "", Duration.ofSeconds(10)))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining("cannot get an answer on dice.none: nobody listens");
            assertThatThrownBy(() -> daemon.client.busRequest("dice.*", "", Duration.ofSeconds(10)))
                    .hasMessageContaining("it is no subject; write one like dice.roll");
        }
    }
}
