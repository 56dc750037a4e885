package dev.foster.stdio;

import dev.foster.http.HttpHandler;
import dev.foster.http.HttpLimits;
import dev.foster.http.HttpServer;
import dev.foster.process.ProcessEngine;
import dev.foster.stdio.access.RequestGuard;
import dev.foster.stdio.gateway.Gateway;
import dev.foster.stdio.http.FrontListener;
import dev.foster.stdio.http.McpFront;
import dev.foster.stdio.report.ChannelFacts;
import dev.foster.stdio.report.MethodFigures;
import dev.foster.stdio.report.ServerFacts;
import dev.foster.stdio.report.ServiceListener;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.HostPolicy;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServiceSettings;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;

/** MCP servers behind HTTP: children, sessions and the address where clients find them. */
public final class McpService implements AutoCloseable {
    /** For the last answers; over as soon as they are sent. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** More than the sessions: each may have a stream open and ask at the same time. */
    private static final int CONNECTIONS_PER_SESSION = 4;

    /** Signed tokens are long. */
    private static final int LONGEST_HEADER = 20 << 10;

    /** For the longest of messages over a slow line. */
    private static final Duration TRANSFER = Duration.ofMinutes(1);

    private static final int FEWEST_CONNECTIONS = 256;

    /** What clients of a unix socket call it. */
    private static final String SOCKET_HOST = "foster";

    private final ServiceSettings settings;
    private final AnswerCounters counters = new AnswerCounters();
    private final Gateway gateway;
    private final McpFront front;
    private final McpFront local;
    private final HttpServer server;

    private McpService(
            ProcessEngine engine,
            List<ServerSpec> servers,
            ServiceSettings settings,
            ServiceListener listener)
            throws IOException {
        this.settings = settings;
        // First what may be refused: nothing has been started then that nobody would end.
        HttpLimits limits = limits(settings.limits());
        RequestGuard guard = door(settings.rules(), settings.credentials());
        RequestGuard socket =
                door(HostPolicy.loopback().hosts(Set.of(SOCKET_HOST)), Credentials.open());
        this.gateway =
                Gateway.start(engine, servers, settings.limits().sessionsPerCaller(), listener);
        this.front = front(guard, listener);
        this.local = front(socket, listener);
        try {
            this.server = HttpServer.on(settings.address(), settings.tls(), limits, front);
        } catch (IOException | RuntimeException failure) {
            front.close();
            local.close();
            gateway.close();
            throw failure;
        }
    }

    private static HttpLimits limits(FrontLimits wanted) {
        return HttpLimits.defaults()
                // A little more than is taken: the front has the better words for it.
                .bodyBytes(Math.addExact(wanted.requestBytes(), 64 << 10))
                .lineBytes(LONGEST_HEADER)
                .requestTime(TRANSFER)
                .connections(
                        Math.max(FEWEST_CONNECTIONS, CONNECTIONS_PER_SESSION * wanted.sessions()));
    }

    private RequestGuard door(HostPolicy rules, Credentials credentials) {
        return RequestGuard.of(
                rules, credentials, settings.authorizationServers(), InstantSource.system());
    }

    private McpFront front(RequestGuard guard, ServiceListener listener) {
        return new McpFront(gateway::server, guard, settings.limits(), new Told(listener));
    }

    /**
     * Offers servers over HTTP.
     *
     * @param engine starts the children; it stays the caller's to close
     * @throws IOException when nothing can listen at the address
     */
    public static McpService start(
            ProcessEngine engine,
            List<ServerSpec> servers,
            ServiceSettings settings,
            ServiceListener listener)
            throws IOException {
        return new McpService(engine, servers, settings, listener);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.address();
    }

    /** The address of a server, for clients on this machine. */
    public String url(String name) {
        String host =
                settings.address().getAddress().isAnyLocalAddress()
                        ? "127.0.0.1"
                        : settings.address().getAddress().getHostAddress();
        return (settings.tls().isPresent() ? "https://" : "http://")
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + address().getPort()
                + "/mcp/"
                + name;
    }

    /**
     * The same servers for a listener that only this user can reach: nobody is asked for a token.
     */
    public HttpHandler localHandler() {
        return local;
    }

    public List<ServerFacts> servers() {
        return gateway.servers();
    }

    public List<SessionFacts> sessions() {
        return Stream.concat(front.sessions().stream(), local.sessions().stream()).toList();
    }

    /** The children that serve modern clients, which have no sessions. */
    public List<ChannelFacts> channels() {
        return gateway.channels();
    }

    public List<MethodFigures> figures() {
        return counters.all();
    }

    /** Ends a session; false when there is none of this id. */
    public boolean end(String session, String why) {
        return front.end(session, why) || local.end(session, why);
    }

    /** From now on these are the servers; sessions with those that changed have ended. */
    public void change(List<ServerSpec> servers) {
        for (String changed : gateway.change(servers)) {
            front.endAll(changed);
            local.endAll(changed);
        }
    }

    /** Clients that connect from now on are shown another certificate. */
    public void renew(SSLContext context) {
        server.renew(context);
    }

    /** Ends all sessions, stops all children and waits until nothing is left of them. */
    @Override
    public void close() {
        front.close();
        local.close();
        server.close(PATIENCE);
        gateway.close();
    }

    private final class Told implements FrontListener {
        private final ServiceListener listener;

        Told(ServiceListener listener) {
            this.listener = listener;
        }

        @Override
        public void sessionOpened(SessionFacts session) {
            listener.sessionOpened(session);
        }

        @Override
        public void sessionEnded(SessionFacts session, String why) {
            listener.sessionEnded(session, why);
        }

        @Override
        public void wrongToken(String place, long others) {
            listener.wrongToken(place, others);
        }

        @Override
        public void answered(String name, String method, long nanos, boolean ok) {
            counters.answered(name, method, nanos, ok);
        }
    }
}
