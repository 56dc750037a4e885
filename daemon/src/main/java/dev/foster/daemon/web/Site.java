package dev.foster.daemon.web;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.control.WebLink;
import dev.foster.daemon.config.WebSpec;
import dev.foster.daemon.inbound.ListenerSetup;
import dev.foster.daemon.inbound.WrongTokenEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.secret.SecretFile;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpLimits;
import dev.foster.http.HttpServer;
import dev.foster.http.WrongTokens;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;

/** The dashboard of a project: opened because its file says so, or when somebody asks for it. */
public final class Site implements AutoCloseable {
    /** A guess at a shorter token could succeed. */
    private static final int SHORTEST_TOKEN = 16;

    private static final String FILE = "the project's file";
    private static final int MOST_CONNECTIONS = 128;
    private static final Duration STALL = Duration.ofSeconds(30);

    private final ProjectPaths paths;
    private final WebEvents events;
    private final WrongTokens wrongTokens;
    private Optional<Open> open = Optional.empty();
    private Optional<WebSpec> wanted = Optional.empty();
    private Optional<HttpHandler> api = Optional.empty();
    private boolean ended;

    /** The dashboard while it is open. */
    private record Open(WebSpec spec, HttpServer server, WebAccess access, SecretFile token) {
        int port() {
            return server.address() instanceof InetSocketAddress address
                    ? address.getPort()
                    : spec.address().port();
        }

        /** Where a browser finds it, without a slash at the end. */
        String address() {
            return spec.publicUrl()
                    .map(it -> it.toString().replaceFirst("/+$", ""))
                    .orElseGet(
                            () ->
                                    (spec.tls().isPresent() ? "https://" : "http://")
                                            + nameOf(spec.address().host())
                                            + ":"
                                            + port());
        }

        private static String nameOf(String host) {
            if (host.equals("0.0.0.0") || host.equals("::")) {
                return "127.0.0.1";
            }
            return host.contains(":") ? "[" + host + "]" : host;
        }
    }

    public Site(ProjectPaths paths, Journal journal) {
        this.paths = paths;
        this.events = new WebEvents(journal);
        this.wrongTokens = WrongTokenEvent.DASHBOARD.into(journal);
    }

    /** What it offers to those who have logged in; told once, before it is opened. */
    public synchronized void serve(HttpHandler handler) {
        api = Optional.of(handler);
    }

    /**
     * From now on it is as the project's file says, with the certificate that is in its file now.
     * One that somebody asked for by hand stays open if the project's file says nothing.
     *
     * @throws ControlProblem when nothing can listen there
     */
    public synchronized void change(Optional<WebSpec> next) {
        if (next.equals(wanted)) {
            open.ifPresent(it -> ListenerSetup.tls(it.spec().tls()).ifPresent(it.server()::renew));
            return;
        }
        Optional<WebSpec> before = open.map(it -> it.spec().port(it.port()));
        boolean fromFile = wanted.isPresent();
        if (fromFile || next.isPresent()) {
            shut(Duration.ZERO);
        }
        // Until it is open it is not as wanted: the next reload tries again.
        wanted = Optional.empty();
        try {
            next.ifPresent(it -> open(it, FILE));
        } catch (ControlProblem refused) {
            // Whoever asked for it through the dashboard needs it to mend what was refused.
            before.ifPresent(it -> open(it, FILE));
            throw refused;
        }
        wanted = next;
    }

    /**
     * A link to it, after opening it if need be.
     *
     * @param port where to open it, instead of the usual place
     */
    public synchronized WebLink link(OptionalInt port, String who) {
        if (open.isEmpty()) {
            WebSpec usual = wanted.orElse(WebSpec.usual());
            open(port.isPresent() ? usual.port(port.getAsInt()) : usual, who);
        }
        Open now = open.orElseThrow();
        if (port.isPresent() && port.getAsInt() != 0 && port.getAsInt() != now.port()) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot open the dashboard at port "
                            + port.getAsInt()
                            + ": it is open at "
                            + now.address()
                            + " already; leave the port out");
        }
        Tickets.Ticket ticket = now.access().issueTicket();
        return new WebLink(
                now.address() + "/",
                now.address() + "/enter?ticket=" + ticket.word(),
                ticket.expires(),
                now.token().path().toString());
    }

    /**
     * The same, after everybody was logged out. There is another token from then on, unless the
     * project's file names one.
     */
    public synchronized WebLink reset(OptionalInt port, String who) {
        // First the link: where it cannot be opened, nothing changes.
        var _ = link(port, who);
        Open now = open.orElseThrow();
        now.access().reset(now.spec().tokenFile().isEmpty());
        events.reset(who);
        // What is open to those who were logged in ends, too.
        WebSpec again = now.spec().port(now.port());
        shut(Duration.ZERO);
        open(again, who);
        return link(port, who);
    }

    /** Whether browsers may come at any time. */
    public synchronized boolean isOpen() {
        return open.isPresent();
    }

    private void open(WebSpec spec, String who) {
        if (ended) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot open the dashboard: this foster is on its way down; wait, then foster"
                            + " up");
        }
        InetSocketAddress address =
                ListenerSetup.resolve(spec.address(), "open the dashboard", "web.listen");
        SecretFile token =
                new SecretFile(
                                spec.tokenFile().orElse(paths.webToken()),
                                "the token for the dashboard")
                        .withToken();
        refuseShort(token);
        var access =
                new WebAccess(
                        token,
                        new SecretFile(paths.webSessions(), "the log-ins of the dashboard"),
                        "foster-" + paths.state().getFileName(),
                        InstantSource.system(),
                        System::nanoTime);
        var handler =
                new WebHandler(
                        spec,
                        new CrossSiteCheck(spec, !address.getAddress().isLoopbackAddress()),
                        access,
                        new SiteFiles(),
                        api.orElseThrow(),
                        events,
                        wrongTokens);
        var opened = new Open(spec, listen(spec, address, handler), access, token);
        open = Optional.of(opened);
        events.opened(opened.address(), who);
    }

    private static HttpServer listen(WebSpec spec, InetSocketAddress address, WebHandler handler) {
        HttpLimits limits = HttpLimits.defaults().connections(MOST_CONNECTIONS).stallTime(STALL);
        try {
            return HttpServer.on(address, ListenerSetup.tls(spec.tls()), limits, handler);
        } catch (IOException taken) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot open the dashboard at "
                            + spec.address()
                            + ": "
                            + taken.getMessage()
                            + "; name another port in web.listen, or with foster web --port");
        }
    }

    private static void refuseShort(SecretFile token) {
        if (token.read().strip().length() < SHORTEST_TOKEN) {
            Path file = token.path();
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot use the token in "
                            + file
                            + ": it has fewer than "
                            + SHORTEST_TOKEN
                            + " characters and could be guessed; write a longer one, or remove the"
                            + " file for one that foster makes");
        }
    }

    /** Ends the streams at once, and gives requests under way this long to be answered. */
    public synchronized void close(Duration patience) {
        ended = true;
        shut(patience);
    }

    private void shut(Duration patience) {
        open.ifPresent(it -> it.server().close(patience));
        open = Optional.empty();
    }

    @Override
    public synchronized void close() {
        close(Duration.ZERO);
    }
}
