package dev.foster.stdio.http;

import dev.foster.http.HttpHandler;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.RateLimit;
import dev.foster.http.WrongTokens;
import dev.foster.json.JsonProblem;
import dev.foster.stdio.access.AccessDecision;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.access.CrossOrigin;
import dev.foster.stdio.access.Refusals;
import dev.foster.stdio.access.RequestGuard;
import dev.foster.stdio.gateway.McpServer;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.wording.ClearWords;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * MCP servers at {@code /mcp/NAME}, for clients of both eras. Every problem of a client is answered
 * with a status and a JSON-RPC error; none of them is written down, as requests hold what is
 * nobody's business.
 */
public final class McpFront implements HttpHandler, AutoCloseable {
    private static final String LEGACY_METHODS = "GET, POST, DELETE, OPTIONS";
    private static final String MODERN_METHODS = "POST, OPTIONS";
    private static final int MOST_CALLERS = 10_000;

    private final Function<String, Optional<McpServer>> servers;
    private final FrontAccess access;
    private final FrontLimits limits;
    private final McpSessions sessions;
    private final LegacyEndpoint legacy;
    private final ModernEndpoint modern;
    private final LongSupplier clock;
    private final Optional<RateLimit> rates;
    private final WrongTokens wrongTokens;
    private Optional<Sweeper> sweeper = Optional.empty();

    /**
     * A front for whoever the guard lets in; {@link #close} ends its timer and all sessions.
     *
     * @param servers finds a server by its name
     */
    public McpFront(
            Function<String, Optional<McpServer>> servers,
            RequestGuard guard,
            FrontLimits limits,
            FrontListener listener) {
        this(
                servers,
                GuardedAccess.of(guard, name -> servers.apply(name).isPresent()),
                limits,
                listener,
                System::nanoTime,
                InstantSource.system());
        var timer = new Sweeper(sessions, limits);
        sessions.whenAdmitted(timer::wake);
        sweeper = Optional.of(timer);
    }

    McpFront(
            Function<String, Optional<McpServer>> servers,
            FrontAccess access,
            FrontLimits limits,
            FrontListener listener,
            LongSupplier clock,
            InstantSource wall) {
        this.servers = servers;
        this.access = access;
        this.limits = limits;
        this.clock = clock;
        this.rates =
                limits.perMinute() > 0
                        ? Optional.of(
                                new RateLimit(limits.perMinute(), limits.perMinute(), MOST_CALLERS))
                        : Optional.empty();
        this.wrongTokens = new WrongTokens(listener::wrongToken, clock);
        this.sessions = new McpSessions(limits, listener, clock, wall);
        var answers = new Answers(listener, clock);
        this.legacy = new LegacyEndpoint(limits.streams(), sessions, answers);
        this.modern = new ModernEndpoint(limits.streams(), answers);
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        boolean fromPage = !request.headers().all("origin").isEmpty();
        if (fromPage) {
            Optional<HttpResponse> refused = access.refused(request);
            if (refused.isPresent()) {
                return refused.get();
            }
            Optional<HttpResponse> preflight = CrossOrigin.preflight(request);
            if (preflight.isPresent()) {
                return preflight.get();
            }
        }
        HttpResponse response;
        try {
            response = route(request);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            response = Replies.refused(503, "cannot answer: the broker is closing; come later");
        }
        return fromPage ? CrossOrigin.allow(request, response) : response;
    }

    private HttpResponse route(HttpRequest request) throws InterruptedException {
        List<String> path = request.path();
        if (path.equals(List.of("healthz"))) {
            return access.refused(request).orElseGet(() -> health(request));
        }
        Optional<HttpResponse> metadata = access.metadata(request);
        if (metadata.isPresent()) {
            return metadata.get();
        }
        if (path.size() != 2 || !path.getFirst().equals("mcp")) {
            return Replies.refused(404, "cannot find that: servers are at /mcp/NAME; use one");
        }
        return switch (access.enter(request, "/mcp/" + path.getLast())) {
            case AccessDecision.Refused(HttpResponse response, boolean wrongToken) ->
                    wrongToken
                            ? wrongTokens
                                    .another(request.peer())
                                    .map(Refusals::wrongTooOften)
                                    .orElse(response)
                            : response;
            case AccessDecision.Admitted(Caller caller) -> admitted(request, caller);
        };
    }

    private HttpResponse admitted(HttpRequest request, Caller caller) throws InterruptedException {
        Optional<Duration> wait =
                rates.flatMap(rate -> rate.take(caller.name(), clock.getAsLong()));
        if (wait.isPresent()) {
            return Refusals.tooOften(wait.get());
        }
        request.letIn(caller.name());
        return endpoint(request, caller);
    }

    private static HttpResponse health(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD")
                ? HttpResponse.json(200, "{\"status\":\"ok\"}")
                : Replies.wrongMethod(request.method(), "GET");
    }

    private HttpResponse endpoint(HttpRequest request, Caller caller) throws InterruptedException {
        Optional<McpServer> server = servers.apply(request.path().getLast());
        if (server.isEmpty()) {
            return Replies.refused(
                    404, "cannot find the server: none has this name; use one that is configured");
        }
        try {
            return switch (request.method()) {
                case "POST" -> post(request, server.get(), caller);
                case "GET", "DELETE" -> {
                    if (RequestVersion.isModern(request.headers())) {
                        yield Replies.wrongMethod(request.method(), MODERN_METHODS);
                    }
                    yield request.method().equals("GET")
                            ? legacy.get(request, server.get(), caller)
                            : legacy.delete(request, server.get(), caller);
                }
                default -> Replies.wrongMethod(request.method(), LEGACY_METHODS);
            };
        } catch (RpcProblem problem) {
            return Replies.error(400, Optional.empty(), problem);
        } catch (RuntimeException fault) {
            return Replies.error(500, Optional.empty(), Replies.fault());
        }
    }

    private HttpResponse post(HttpRequest request, McpServer server, Caller caller)
            throws InterruptedException {
        if (!isJson(request)) {
            return Replies.refused(
                    415, "cannot read the body: it is not JSON; send it as application/json");
        }
        Takes takes = Takes.of(request.headers());
        if (takes.nothing()) {
            return Replies.refused(
                    406,
                    "cannot answer: none of the accepted types is offered; accept"
                            + " application/json and text/event-stream");
        }
        byte[] body = request.body().bytes();
        if (body.length > limits.requestBytes()) {
            return Replies.refused(
                    413,
                    "cannot take the message: it is longer than "
                            + limits.requestBytes()
                            + " bytes; send less");
        }
        return post(request, body, server, caller, takes);
    }

    private HttpResponse post(
            HttpRequest request, byte[] body, McpServer server, Caller caller, Takes takes)
            throws InterruptedException {
        Optional<RawJson> id = Optional.empty();
        Era era = Era.LEGACY;
        try {
            RawJson json = parse(body);
            id = Replies.idOf(json);
            RpcMessage message = RpcMessage.of(json);
            ClearWords.check(message);
            era = RequestVersion.era(request.headers(), message);
            return era == Era.MODERN
                    ? modern.post(request, server, caller, message, takes)
                    : legacy.post(request, server, caller, message, takes);
        } catch (RpcProblem problem) {
            int status = ModernEndpoint.status(problem, era);
            return Replies.error(status, id, problem);
        } catch (RuntimeException fault) {
            // The net under it all; what it says might hold what the client sent.
            return Replies.error(500, id, Replies.fault());
        }
    }

    private static RawJson parse(byte[] body) {
        try {
            return RawJson.parse(body);
        } catch (JsonProblem notJson) {
            throw RpcProblem.parseError(String.valueOf(notJson.getMessage()));
        }
    }

    private static boolean isJson(HttpRequest request) {
        String type = request.headers().first("content-type").orElse("");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT)
                .equals("application/json");
    }

    /** The sessions of legacy clients. */
    public List<SessionFacts> sessions() {
        return sessions.facts();
    }

    /**
     * Ends a session; false if there is none.
     *
     * @param id as {@link SessionFacts} has it
     */
    public boolean end(String id, String why) {
        return sessions.end(id, why);
    }

    /** Ends every session with a server. */
    public void endAll(String server) {
        sessions.endAll(server, "its server has been taken away");
    }

    /** Ends what has lasted too long. */
    void sweep() {
        sessions.sweep();
    }

    /** Ends all sessions and answers what is under way; requests from now on find nobody. */
    @Override
    public void close() {
        sweeper.ifPresent(Sweeper::close);
        sessions.close();
        modern.close();
    }
}
