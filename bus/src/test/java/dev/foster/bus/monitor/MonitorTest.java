package dev.foster.bus.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.RawClient;
import dev.foster.bus.broker.Snapshots;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsServer;
import dev.foster.testkit.Ports;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the monitoring shows, and that it has the shapes of a NATS server. */
class MonitorTest {
    private static final String HELLO =
            "CONNECT {\"verbose\":false,\"user\":\"u\",\"pass\":\"p\",\"name\":\"n<1>\","
                    + "\"lang\":\"raw\",\"version\":\"1\"}\r\n";

    private Leaks before;
    private Broker broker;
    private Monitor monitor;

    @BeforeEach
    void start() {
        before = Snapshots.take();
        // Some clients wait for others before they say who they are.
        broker =
                Broker.start(
                        BrokerOptions.defaults()
                                .withUser(BusUser.of("u", "p"))
                                .withAuthentication(Duration.ofSeconds(20)));
        monitor = Monitor.start(broker, "127.0.0.1", 0);
    }

    @AfterEach
    void nothingIsLeft() {
        monitor.close();
        broker.close();
        before.assertNothingLeft();
    }

    private record Page(int status, String type, String body) {
        Map<String, Object> object() {
            assertThat(type).isEqualTo("application/json");
            assertThat(status).isEqualTo(200);
            return JsonTree.object(body);
        }
    }

    private static Page get(int port, String path) throws IOException {
        return ask(port, "GET", path);
    }

    private static Page ask(int port, String method, String path) throws IOException {
        // By hand: the JDK's clients keep connections for later, which would look left behind.
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = method + " " + path + " HTTP/1.0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            int blank = answer.indexOf("\r\n\r\n");
            String head = answer.substring(0, blank);
            return new Page(
                    Integer.parseInt(head.substring(9, 12)),
                    head.replaceFirst("(?s).*\r\nContent-[Tt]ype: ([^\r]*).*", "$1"),
                    answer.substring(blank + 4));
        }
    }

    private Page get(String path) throws IOException {
        return get(monitor.port(), path);
    }

    /** A client with a subscription, one in a group, and a message. */
    private static RawClient talker(int port) throws IOException {
        return RawClient.connect(port)
                .send(HELLO + "SUB a.b 1\r\nSUB q.* g 2\r\nUNSUB 2 7\r\nPUB a.b 2\r\nhi\r\n")
                .expect("MSG a.b 1 2\r\nhi\r\n")
                .sync();
    }

    @SuppressWarnings("unchecked") // JSON objects have texts for keys
    private static List<Map<String, Object>> list(Map<String, Object> page, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(page.get(name), name);
    }

    @Test
    void theBrokerIsShownAsAWhole() throws Exception {
        try (RawClient client = talker(broker.port())) {
            client.sync();
            Map<String, Object> page = get("/varz").object();
            assertThat(page)
                    .containsEntry("server_id", broker.statistics().serverId())
                    .containsEntry("port", (double) broker.port())
                    .containsEntry("http_port", (double) monitor.port())
                    .containsEntry("auth_required", true)
                    .containsEntry("ping_interval", 120e9)
                    .containsEntry("max_payload", 1048576.0)
                    .containsEntry("connections", 1.0)
                    .containsEntry("total_connections", 1.0)
                    .containsEntry("subscriptions", 2.0)
                    .containsEntry("in_msgs", 1.0)
                    .containsEntry("out_bytes", 2.0)
                    .containsEntry("http_req_stats", Map.of("/varz", 1.0));
            assertThat((Double) page.get("mem")).isGreaterThan(1e6);
        }
    }

    @Test
    void clientsAreShownOneByOne() throws Exception {
        try (RawClient client = talker(broker.port());
                RawClient other = RawClient.connect(broker.port())) {
            other.send("CONNECT {\"user\":\"u\",\"pass\":\"p\",\"verbose\":false}\r\n").sync();
            client.sync();
            Map<String, Object> page = get("/connz?subs=1&auth=true").object();
            assertThat(page).containsEntry("num_connections", 2.0).containsEntry("total", 2.0);
            Map<String, Object> first = list(page, "connections").getFirst();
            assertThat(first)
                    .containsEntry("cid", 1.0)
                    .containsEntry("ip", "127.0.0.1")
                    .containsEntry("name", "n<1>")
                    .containsEntry("authorized_user", "u")
                    .containsEntry("in_msgs", 1.0)
                    .containsEntry("subscriptions", 2.0)
                    .containsEntry("subscriptions_list", List.of("a.b", "q.*"));
            assertThat((String) first.get("rtt")).matches("[\\d.]+(µs|ms|s)");
            Map<String, Object> detailed = get("/connz?subs=detail&cid=1").object();
            assertThat(list(list(detailed, "connections").getFirst(), "subscriptions_list_detail"))
                    .containsExactly(
                            Map.of("subject", "a.b", "sid", "1", "msgs", 1.0, "cid", 1.0),
                            Map.of(
                                    "subject", "q.*", "qgroup", "g", "sid", "2", "msgs", 0.0, "max",
                                    7.0, "cid", 1.0));
        }
    }

    @Test
    void aPageOfClientsHasABeginningALengthAndAnOrder() throws Exception {
        try (RawClient one = RawClient.connect(broker.port());
                RawClient two = talker(broker.port())) {
            one.send("CONNECT {\"user\":\"u\",\"pass\":\"p\",\"verbose\":false}\r\n").sync();
            two.sync();
            assertThat(ids("/connz")).containsExactly(1.0, 2.0);
            assertThat(ids("/connz?limit=1")).containsExactly(1.0);
            assertThat(ids("/connz?offset=1")).containsExactly(2.0);
            assertThat(ids("/connz?sort=subs")).containsExactly(2.0, 1.0);
            assertThat(ids("/connz?sort=msgs_from&limit=1")).containsExactly(2.0);
            assertThat(ids("/connz?cid=2")).containsExactly(2.0);
            assertThat(ids("/connz?user=nobody")).isEmpty();
            assertThat(ids("/connz?state=closed")).isEmpty();
        }
    }

    private List<Object> ids(String path) throws IOException {
        return list(get(path).object(), "connections").stream()
                .map(each -> each.get("cid"))
                .toList();
    }

    @Test
    void subscriptionsAreCountedAndListed() throws Exception {
        try (RawClient client = talker(broker.port())) {
            client.send("PUB a.b 0\r\n\r\nUNSUB 1\r\n").expect("MSG a.b 1 0\r\n\r\n").sync();
            assertThat(get("/subsz").object())
                    .containsEntry("num_subscriptions", 1.0)
                    .containsEntry("num_inserts", 2.0)
                    .containsEntry("num_removes", 1.0)
                    .containsEntry("num_matches", 2.0)
                    .containsEntry("cache_hit_rate", 0.5)
                    .containsEntry("max_fanout", 1.0)
                    .doesNotContainKey("subscriptions_list");
            assertThat(list(get("/subsz?subs=1").object(), "subscriptions_list")).hasSize(1);
            assertThat(list(get("/subsz?subs=1&test=q.x").object(), "subscriptions_list"))
                    .hasSize(1);
            assertThat(list(get("/subsz?subs=1&test=a.b").object(), "subscriptions_list"))
                    .isEmpty();
        }
    }

    @Test
    void whatCannotBeAnsweredIsSaid() throws Exception {
        assertThat(get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(get("/").body()).contains("./varz", "./connz", "./subsz", "./healthz");
        assertThat(get("/nothing")).extracting(Page::status).isEqualTo(404);
        for (String path :
                List.of(
                        "/connz?limit=x",
                        "/connz?sort=colour",
                        "/connz?state=odd",
                        "/connz?subs=%zz",
                        "/subsz?subs=maybe")) {
            assertThat(get(path).status()).as(path).isEqualTo(400);
        }
        assertThat(ask(monitor.port(), "HEAD", "/varz").body()).isEmpty();
    }

    @Test
    void anAddressThatIsTakenIsAClearError() {
        assertThatThrownBy(() -> Monitor.start(broker, "127.0.0.1", monitor.port()))
                .hasMessageMatching("cannot show the bus at 127.0.0.1:\\d+: .+; .+");
        assertThatThrownBy(() -> Monitor.start(broker, "no.such.host.invalid", 0))
                .hasMessageContaining("there is no such host");
    }

    @Test
    void timesReadLikeThoseOfTheServer() {
        assertThat(GoTimes.uptime(Duration.ofSeconds(3))).isEqualTo("3s");
        assertThat(GoTimes.uptime(Duration.ofSeconds(192))).isEqualTo("3m12s");
        assertThat(GoTimes.uptime(Duration.ofHours(49))).isEqualTo("2d1h0m0s");
        assertThat(GoTimes.uptime(Duration.ofDays(366))).isEqualTo("1y1d0h0m0s");
        assertThat(GoTimes.roundTrip(Duration.ofNanos(415_300))).isEqualTo("415µs");
        assertThat(GoTimes.roundTrip(Duration.ofNanos(1_250_000))).isEqualTo("1.25ms");
        assertThat(GoTimes.roundTrip(Duration.ofSeconds(2))).isEqualTo("2s");
    }

    @Test
    void everyFieldIsOneOfTheRealServersAndHasItsType() throws Exception {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        int port = Ports.free();
        try (NatsServer real =
                        NatsServer.startAt(
                                NatsServer.program().orElseThrow(),
                                Ports.free(),
                                "http: 127.0.0.1:"
                                        + port
                                        + "\nmax_subscriptions: 100\n"
                                        + "authorization { timeout: 20\n"
                                        + "  users: [{user: u, password: p}] }\n");
                RawClient there = talker(real.port());
                RawClient here = talker(broker.port())) {
            for (String path :
                    List.of(
                            "/varz",
                            "/connz?auth=1",
                            "/connz?subs=1",
                            "/connz?subs=detail",
                            "/subsz",
                            "/subsz?subs=1&test=a.b",
                            "/subsz?subs=1&test=q.x")) {
                Map<String, Object> wanted = get(port, path).object();
                assertSameShape(path, wanted, get(path).object());
                assertThat(get(path).object().keySet()).as(path).containsAll(wanted.keySet());
            }
            assertThat(get(port, "/healthz").body()).isEqualTo(get("/healthz").body());
            there.sync();
            here.sync();
        }
    }

    private static void assertSameShape(String path, Object wanted, Object ours) {
        assertThat(ours).as(path).isInstanceOf(wanted.getClass());
        if (ours instanceof Map<?, ?> members && !path.endsWith("http_req_stats")) {
            Map<?, ?> others = (Map<?, ?>) wanted;
            members.forEach(
                    (name, value) -> {
                        assertThat(others.containsKey(name)).as(path + " " + name).isTrue();
                        assertSameShape(
                                path + " " + name, Objects.requireNonNull(others.get(name)), value);
                    });
        } else if (ours instanceof List<?> items && !items.isEmpty()) {
            List<?> others = (List<?>) wanted;
            assertThat(others).as(path).isNotEmpty();
            assertSameShape(path + "[]", others.getFirst(), items.getFirst());
        }
    }
}
