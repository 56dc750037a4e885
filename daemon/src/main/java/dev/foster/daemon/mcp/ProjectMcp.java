package dev.foster.daemon.mcp;

import dev.foster.control.ControlProblem;
import dev.foster.control.McpChannelView;
import dev.foster.control.McpMethodView;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.GatewaySpec;
import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.config.McpSpec;
import dev.foster.daemon.inbound.ListenerSetup;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.http.HttpHandler;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopPlan;
import dev.foster.stdio.McpService;
import dev.foster.stdio.report.ChannelFacts;
import dev.foster.stdio.report.MethodFigures;
import dev.foster.stdio.report.ServerFacts;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.spec.ServerSpec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The MCP servers of a project, on the daemon's engine. */
public final class ProjectMcp implements AutoCloseable {
    private static final double NANOS_A_MILLISECOND = 1e6;

    private final ProcessEngine engine;
    private final LogStore logs;
    private final GatewaySpec gateway;
    private final Path token;
    private final McpEvents events;
    private final McpService service;
    private volatile Map<String, McpSpec> servers;

    /**
     * Offers the servers.
     *
     * @param token where the daemon's own token is kept
     * @throws ControlProblem when nothing can listen at the address, or a file cannot be used
     */
    public ProjectMcp(
            ProcessEngine engine,
            Map<String, McpSpec> servers,
            GatewaySpec gateway,
            Path token,
            Journal journal,
            LogStore logs) {
        this.engine = engine;
        this.logs = logs;
        this.gateway = gateway;
        this.token = token;
        this.servers = servers;
        this.events = new McpEvents(journal, logs, System::nanoTime);
        place(servers);
        this.service = start();
    }

    private McpService start() {
        try {
            return McpService.start(engine, offered(servers), Settings.of(gateway, token), events);
        } catch (IOException taken) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot offer MCP servers at "
                            + gateway.address()
                            + ": "
                            + taken.getMessage()
                            + "; name another address in mcp_gateway.listen");
        }
    }

    private static List<ServerSpec> offered(Map<String, McpSpec> named) {
        return named.values().stream().map(McpSpec::server).toList();
    }

    private void place(Map<String, McpSpec> named) {
        named.keySet().forEach(name -> logs.place(name, LogSpec.defaults()));
    }

    /**
     * From now on these are the servers, and the certificate is the one in its file now; children
     * of servers that changed have ended.
     *
     * @throws ControlProblem when the certificate cannot be used; nothing has changed then
     */
    public void change(Map<String, McpSpec> wanted) {
        ListenerSetup.tls(gateway.tls()).ifPresent(service::renew);
        place(wanted);
        servers = wanted;
        service.change(offered(wanted));
    }

    public boolean isEmpty() {
        return servers.isEmpty();
    }

    /** The servers for those who came through the daemon's own socket. */
    public HttpHandler handler() {
        return service.localHandler();
    }

    /** Ends a session; false when there is none. */
    public boolean end(String session, String who) {
        return service.end(session, "asked by " + who);
    }

    public McpView view() {
        List<MethodFigures> figures = service.figures();
        List<SessionFacts> sessions = service.sessions();
        return new McpView(
                Optional.of(address()),
                Optional.of(Settings.word(gateway.access().auth())),
                gateway.access().auth() instanceof GatewaySpec.Auth.Token
                        ? Optional.of(token.toString())
                        : Optional.empty(),
                service.servers().stream().map(it -> server(it, sessions, figures)).toList(),
                sessions.stream().map(ProjectMcp::session).toList(),
                service.channels().stream().map(ProjectMcp::channel).toList(),
                figures.stream().map(ProjectMcp::method).toList());
    }

    private String address() {
        return gateway.address().port(service.address().getPort()).toString();
    }

    private McpServerView server(
            ServerFacts server, List<SessionFacts> sessions, List<MethodFigures> figures) {
        List<MethodFigures> own =
                figures.stream().filter(it -> it.server().equals(server.name())).toList();
        return new McpServerView(
                server.name(),
                Optional.ofNullable(servers.get(server.name())).flatMap(McpSpec::description),
                gateway.site()
                        .publicUrl()
                        .map(it -> it.toString().replaceFirst("/+$", "") + "/mcp/" + server.name())
                        .orElseGet(() -> service.url(server.name())),
                server.era().map(it -> it.name().toLowerCase(Locale.ROOT)),
                server.sharing() == ServerSpec.Sharing.SHARED ? "all" : "client",
                server.children(),
                (int) sessions.stream().filter(it -> it.server().equals(server.name())).count(),
                server.restarts(),
                own.stream().mapToLong(MethodFigures::calls).sum(),
                own.stream().mapToLong(MethodFigures::errors).sum());
    }

    private static McpSessionView session(SessionFacts session) {
        return new McpSessionView(
                session.id(),
                session.server(),
                session.caller(),
                session.version(),
                session.opened(),
                session.heard(),
                session.running(),
                session.listening(),
                session.lost(),
                pid(session.pid()),
                session.restarts());
    }

    private static McpChannelView channel(ChannelFacts channel) {
        return new McpChannelView(
                channel.server(), channel.caller(), pid(channel.pid()), channel.restarts());
    }

    private static Optional<Long> pid(long pid) {
        return pid == 0 ? Optional.empty() : Optional.of(pid);
    }

    private static McpMethodView method(MethodFigures method) {
        return new McpMethodView(
                method.server(),
                method.method(),
                method.calls(),
                method.errors(),
                milliseconds(method.total()),
                milliseconds(method.slowest()));
    }

    private static double milliseconds(Duration time) {
        return Math.round(time.toNanos() / NANOS_A_MILLISECOND * 1000) / 1000.0;
    }

    /** Kills the children that are still there. */
    public void hurry() {
        // The supervision has children on the same engine; each knows its name.
        engine.children().stream()
                .filter(
                        child ->
                                servers.containsKey(
                                        child.spec()
                                                .environment()
                                                .set()
                                                .getOrDefault("FOSTER_PROCESS", "")))
                .forEach(
                        child -> {
                            var _ = child.stop(StopPlan.kill());
                        });
    }

    /** Ends all sessions, and stops all children. */
    @Override
    public void close() {
        service.close();
        events.tellOfTheRest();
    }
}
