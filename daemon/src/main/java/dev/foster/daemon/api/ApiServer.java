package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpLimits;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.HttpServer;
import dev.foster.http.RandomWord;
import dev.foster.http.WrongTokens;
import dev.foster.thread.Pulse;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The API, open to clients: on the project's unix socket, and over TCP on request. */
public final class ApiServer implements AutoCloseable {
    private static final int TOKEN_BYTES = 32;

    /** Messages for MCP servers come through the socket too. */
    private static final int SOCKET_BODY_BYTES =
            Math.clamp(Runtime.getRuntime().maxMemory() / 16, 1 << 20, 16 << 20);

    private final Operations operations;
    private final Routes routes;
    private final HttpLimits limits;
    private final WrongTokens wrongTokens;
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();

    /**
     * Answers from these operations.
     *
     * @param wrongTokens counts those who come over TCP with another token
     */
    public ApiServer(Operations operations, WrongTokens wrongTokens) {
        // Whoever pauses what he follows, in a pager say, may read on a long time later.
        this(operations, HttpLimits.defaults().stallTime(Duration.ofDays(1)), wrongTokens);
    }

    ApiServer(Operations operations, HttpLimits limits, WrongTokens wrongTokens) {
        this.operations = operations;
        this.routes = new Routes(operations);
        this.limits = limits;
        this.wrongTokens = wrongTokens;
    }

    /** What the API answers, for those who look at who asks themselves. */
    public HttpHandler handler() {
        return routes;
    }

    /** A new secret for {@link #listenOnLoopback}. */
    public static String newToken() {
        return RandomWord.ofBytes(TOKEN_BYTES);
    }

    /**
     * Opens the unix socket. Only for the one daemon of its project, which holds the project's
     * lock: a socket that an earlier daemon left behind is replaced.
     */
    public void listenOnSocket(Path socket) {
        try {
            servers.add(
                    HttpServer.onUnixSocket(
                            socket,
                            limits.bodyBytes(Math.max(limits.bodyBytes(), SOCKET_BODY_BYTES)),
                            ApiAccess.onSocket(this::answerOnSocket)));
        } catch (IOException failure) {
            throw cannotListen(socket.toString(), failure, "check its folder");
        }
    }

    /** Makes the unix socket anew if that is gone; true when it had to. */
    public boolean renewSocket() throws IOException {
        boolean made = false;
        for (HttpServer server : servers) {
            made |= server.renewSocket();
        }
        return made;
    }

    /** Whoever may open the socket may use the MCP servers behind it. */
    private HttpResponse answerOnSocket(HttpRequest request) {
        boolean forServers = !request.path().isEmpty() && request.path().getFirst().equals("mcp");
        Optional<HttpHandler> servers =
                forServers ? operations.mcpServers() : Optional.<HttpHandler>empty();
        return servers.isPresent() ? servers.get().handle(request) : routes.handle(request);
    }

    /**
     * Opens a port of this machine to those who know the token.
     *
     * @param port zero for any that is free
     * @return the port
     */
    public int listenOnLoopback(int port, String token) {
        try {
            HttpServer server =
                    HttpServer.onLoopback(
                            port, limits, ApiAccess.onPort(token, wrongTokens, routes));
            servers.add(server);
            return server.address() instanceof InetSocketAddress address ? address.getPort() : port;
        } catch (IOException failure) {
            throw cannotListen("port " + port, failure, "choose another port");
        }
    }

    private static ControlProblem cannotListen(String where, IOException failure, String advice) {
        return new ControlProblem(
                ProblemCode.CONFIGURATION,
                "cannot listen on " + where + ": " + failure.getMessage() + "; " + advice);
    }

    /** How the thread is that takes clients in: of several, the one that is worst. */
    public Pulse pulse() {
        var worst = new Pulse(true, 0);
        for (HttpServer server : servers) {
            Pulse one = server.pulse();
            if (!one.alive() || (worst.alive() && one.busyNanos() > worst.busyNanos())) {
                worst = one;
            }
        }
        return worst;
    }

    /** How many requests were answered, by the hundreds of their status. */
    public long[] answers() {
        return routes.answers();
    }

    /** How many clients are connected now. */
    public int connections() {
        return servers.stream().mapToInt(HttpServer::connections).sum();
    }

    /** Ends the streams at once, and gives requests under way this long to be answered. */
    public void close(Duration patience) {
        servers.forEach(server -> server.close(patience));
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
