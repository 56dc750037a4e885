package dev.foster.bus.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.foster.bus.broker.Broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows over HTTP what a broker is doing, as a NATS server does: {@code /varz} the broker, {@code
 * /connz} its clients, {@code /subsz} their subscriptions, {@code /healthz} that it lives. It shows
 * and changes nothing, and asks nobody who they are: let it listen where only friends are.
 */
public final class Monitor implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String INDEX =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><title>message bus</title></head>
            <body>
            <h1>message bus</h1>
            <p><a href="./varz">General</a></p>
            <p><a href="./connz">Connections</a></p>
            <p><a href="./subsz">Subscriptions</a></p>
            <p><a href="./healthz">Health</a></p>
            </body>
            </html>
            """;

    private record Answer(int status, String type, String body) {
        static Answer json(Map<String, Object> members) {
            return new Answer(200, JSON, PrettyJson.write(members));
        }
    }

    private final Broker broker;
    private final HttpServer server;
    private final ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, AtomicLong> requests = new ConcurrentSkipListMap<>();

    private Monitor(Broker broker, String host, int port) {
        this.broker = broker;
        var address = new InetSocketAddress(host, port);
        try {
            if (address.isUnresolved()) {
                throw new IOException("there is no such host");
            }
            // Tried first: a server of the JDK that cannot bind its socket never closes it.
            try (var probe = ServerSocketChannel.open()) {
                probe.bind(address);
            }
            server = HttpServer.create(address, BACKLOG);
        } catch (IOException e) {
            handlers.close();
            throw new UncheckedIOException(
                    "cannot show the bus at "
                            + host
                            + ":"
                            + port
                            + ": "
                            + e.getMessage()
                            + "; choose another address or port",
                    e);
        }
        server.setExecutor(handlers);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Begins to show a broker; port 0 is a free one. */
    public static Monitor start(Broker broker, String host, int port) {
        return new Monitor(broker, host, port);
    }

    /** The port it listens at, also if a free one was asked for. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Where it is, such as {@code http://127.0.0.1:8222}. */
    public String url() {
        String host = server.getAddress().getHostString();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer;
            try {
                answer = answer(exchange.getRequestURI().getPath(), Query.of(exchange));
            } catch (Query.Unreadable e) {
                answer = new Answer(400, TEXT, String.valueOf(e.getMessage()));
            }
            send(exchange, answer);
        }
    }

    private Answer answer(String path, Query query) {
        return switch (path) {
            case "/" -> {
                count(path);
                yield new Answer(200, "text/html; charset=utf-8", INDEX);
            }
            case "/varz" -> {
                count(path);
                yield Answer.json(Varz.of(broker, server.getAddress(), counts()));
            }
            case "/connz" -> {
                count(path);
                yield Answer.json(Connz.of(broker, query));
            }
            case "/subsz", "/subscriptionsz" -> {
                count("/subsz");
                yield Answer.json(Subsz.of(broker, query));
            }
            case "/healthz" -> {
                count(path);
                yield new Answer(200, JSON, "{\"status\":\"ok\"}");
            }
            default -> new Answer(404, TEXT, "404 page not found\n");
        };
    }

    private void count(String path) {
        requests.computeIfAbsent(path, _ -> new AtomicLong()).incrementAndGet();
    }

    private Map<String, Object> counts() {
        Map<String, Object> counts = new TreeMap<>();
        requests.forEach((path, count) -> counts.put(path, count.get()));
        return counts;
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Shows no more; the broker goes on. */
    @Override
    public void close() {
        server.stop(0);
        handlers.shutdownNow();
        handlers.close();
    }
}
