package dev.foster.plugin.session;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.Expectation;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.HandshakeProblem;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.plugin.protocol.hclog.LogLines;
import dev.foster.plugin.protocol.tls.Identity;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.Place;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.Line;
import dev.foster.process.OutputView;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * One run of a plugin, seen from its host: what it is started with, its handshake, the connection
 * to it, the questions how it is, and its end. Nothing of it outlives the run.
 */
public final class PluginSession implements Attendance {
    private static final int LAST_LINES = 10;

    private final String id;
    private final SessionTerms terms;
    private final SessionListener listener;
    private final Optional<Identity> identity;
    private final SocketFolder folder;
    private final ChildSpec child;
    private final Optional<BoundServer> callbacks;
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Dialled> dialled = new CompletableFuture<>();
    private final CompletableFuture<Child> process = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final CompletableFuture<Thread> greeting = new CompletableFuture<>();

    /**
     * Gets a run ready.
     *
     * @param wanted what is started; the protocol's variables are added to it
     * @throws Attendant.Refusal when a socket or a server for it cannot be made
     */
    public PluginSession(
            String id,
            ChildSpec wanted,
            SessionTerms terms,
            Optional<Callbacks> callbacks,
            SessionListener listener)
            throws Attendant.Refusal {
        this.id = id;
        this.terms = terms;
        this.listener = listener;
        try {
            this.folder = SocketFolder.create(terms.sockets());
        } catch (IOException refused) {
            throw new Attendant.Refusal(
                    "cannot start plugin "
                            + id
                            + ": no folder for its sockets can be made in "
                            + terms.sockets().parent()
                            + ": "
                            + refused
                            + "; make room there, or name another folder or group");
        }
        try {
            this.identity =
                    terms.encryption() instanceof Encryption.Auto
                            ? Optional.of(Identity.generate())
                            : Optional.empty();
            this.callbacks = callbacks.map(this::serve);
        } catch (ProtocolException refused) {
            folder.close();
            throw new Attendant.Refusal(String.valueOf(refused.getMessage()));
        }
        ChildSpec started =
                wanted.environment(
                        PluginEnvironment.of(
                                wanted.environment(), terms, identity, folder.path()));
        Optional<BoundServer> served = this.callbacks;
        this.child =
                callbacks
                        .map(it -> started.environment(it.variable(), target(served.orElseThrow())))
                        .orElse(started);
    }

    private BoundServer serve(Callbacks wanted) {
        Place place =
                switch (wanted.transport()) {
                    case TCP -> new Place.Ports(0, 0);
                    case UNIX ->
                            new Place.SocketDirectory(folder.path(), terms.sockets().group());
                };
        return BoundServer.start(place, Security.plain(), wanted.services());
    }

    private static String target(BoundServer server) {
        boolean unix = server.address().network().equals("unix");
        return (unix ? "unix:" : "") + server.address().text();
    }

    @Override
    public ChildSpec child() {
        return child;
    }

    // ---- beginning ----

    @Override
    public void started(Child started, Voice voice) {
        process.complete(started);
        var first = new FirstLine(listener::wrote);
        var _ = started.output().lines(OutputView.only(ChildStream.STDOUT), first);
        var log = new LogLines();
        var _ =
                started.output()
                        .lines(
                                OutputView.only(ChildStream.STDERR),
                                line -> listener.logged(entry(log, line)));
        greeting.complete(
                Thread.ofVirtual()
                        .name("foster-plugin-" + id)
                        .start(() -> greet(started, first, voice)));
    }

    private static LogEntry entry(LogLines log, Line line) {
        return line.cut() ? log.fragment(line.text()) : log.line(line.text());
    }

    private void greet(Child started, FirstLine first, Voice voice) {
        try {
            long end = System.nanoTime() + terms.startTimeout().toNanos();
            HandshakeLine line = handshake(first);
            Dialled connection = Dialled.dial(line, terms, security(line), folder.path());
            dialled.complete(connection);
            if (over.get()) {
                // The end came first and found nothing to close.
                connection.close();
                return;
            }
            Printed.read(connection.channel(), listener);
            var health = new Health(connection.channel(), terms.healthService());
            Optional<String> unwell =
                    health.await(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            if (unwell.isPresent()) {
                refuse(
                        voice,
                        "cannot use plugin "
                                + id
                                + ": asked how it is, "
                                + unwell.get()
                                + lastLines(started));
                return;
            }
            health.watch(listener::serving);
            listener.connected(
                    new Connection(
                            connection.channel(),
                            connection.broker(),
                            line.version(),
                            line.address(),
                            started.pid()));
            voice.ready();
        } catch (HandshakeException refused) {
            refuse(voice, words(refused.problem(), started));
        } catch (ProtocolException refused) {
            refuse(voice, refused.getMessage() + lastLines(started));
        } catch (InterruptedException end) {
            // The run is over before it was ready.
            Thread.currentThread().interrupt();
        }
    }

    private void refuse(Voice voice, String why) {
        listener.refused(why);
        voice.refuse(why);
    }

    private HandshakeLine handshake(FirstLine first)
            throws HandshakeException, InterruptedException {
        String text;
        try {
            text = first.line().get(terms.startTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silence) {
            throw new HandshakeException(new HandshakeProblem.TimedOut(terms.startTimeout()));
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof HandshakeException refused
                    ? refused
                    : new HandshakeException(new HandshakeProblem.NoLine());
        }
        return switch (HandshakeLine.parse(text, expectation())) {
            case HandshakeLine.Outcome.Accepted(HandshakeLine line) -> line;
            case HandshakeLine.Outcome.Refused(HandshakeProblem problem) ->
                    throw new HandshakeException(problem);
        };
    }

    private Expectation expectation() {
        return Expectation.grpc(terms.versions())
                .multiplexing(terms.multiplex())
                .certificate(
                        switch (terms.encryption()) {
                            case Encryption.None _ -> Expectation.Certificate.REFUSED;
                            case Encryption.Auto _ -> Expectation.Certificate.REQUIRED;
                            case Encryption.Manual _ -> Expectation.Certificate.OPTIONAL;
                        })
                .translation(terms.sockets().translation().fromPeer());
    }

    private Security security(HandshakeLine line) {
        return switch (terms.encryption()) {
            case Encryption.None _ -> Security.plain();
            case Encryption.Auto _ ->
                    Security.mutual(identity.orElseThrow(), line.certificate().orElseThrow());
            case Encryption.Manual(Security.Tls security) -> security;
        };
    }

    private String words(HandshakeProblem problem, Child started) {
        boolean nothingLikeIt =
                problem instanceof HandshakeProblem.Unrecognized
                        || problem instanceof HandshakeProblem.NoLine;
        String program =
                nothingLikeIt
                        ? "; it is "
                                + Diagnosis.of(Path.of(child.command().getFirst()))
                        : "";
        return problem.message() + program + lastLines(started);
    }

    private static String lastLines(Child started) {
        List<Line> lines = started.output().tail(LAST_LINES);
        return lines.isEmpty()
                ? ""
                : lines.stream()
                        .map(Line::text)
                        .collect(Collectors.joining("\n  ", "\n  ", ""));
    }

    // ---- how it is ----

    @Override
    public CompletableFuture<Optional<String>> ask(Duration limit) {
        Dialled connection = dialled.getNow(null);
        return connection == null
                ? CompletableFuture.completedFuture(Optional.of("there is no connection to it"))
                : new Health(connection.channel(), terms.healthService()).check(limit);
    }

    // ---- end ----

    @Override
    public CompletableFuture<Void> farewell() {
        Dialled connection = dialled.getNow(null);
        Child running = process.getNow(null);
        if (connection == null || running == null) {
            return CompletableFuture.completedFuture(null);
        }
        listener.disconnected();
        return CompletableFuture.runAsync(
                        () -> connection.broker().close(), Thread::startVirtualThread)
                .thenCompose(_ -> Farewell.say(connection.channel(), terms.shutdownLimit()))
                .thenCompose(
                        heard ->
                                heard
                                        ? running.exit()
                                                .orTimeout(
                                                        terms.shutdownLimit().toNanos(),
                                                        TimeUnit.NANOSECONDS)
                                                .handle((_, _) -> null)
                                        : CompletableFuture.completedFuture(null));
    }

    @Override
    public void ended() {
        if (over.compareAndSet(false, true)) {
            listener.disconnected();
            Thread.ofVirtual().name("foster-plugin-end-" + id).start(this::release);
        }
    }

    private void release() {
        try {
            Thread greeter = greeting.getNow(null);
            if (greeter != null) {
                greeter.interrupt();
                greeter.join();
            }
            Optional.ofNullable(dialled.getNow(null)).ifPresent(Dialled::close);
            callbacks.ifPresent(BoundServer::close);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        } finally {
            folder.close();
            released.complete(null);
        }
    }

    /** Completes when nothing of the run is left. */
    public CompletableFuture<Void> released() {
        return released.copy();
    }
}
