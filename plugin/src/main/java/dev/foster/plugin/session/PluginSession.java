package dev.foster.plugin.session;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.HandshakeProblem;
import dev.foster.plugin.protocol.tls.Introduction;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.SpareIdentity;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.ChildStream;
import dev.foster.process.Exit;
import dev.foster.process.OutputView;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One run of a plugin, seen from its host: what it is started with, its handshake, the connection
 * to it, the questions how it is, and its end. Nothing of it outlives the run.
 */
public final class PluginSession implements Attendance {
    /** A process whose standard output or socket closes mostly ends, but a little later. */
    private static final Duration LAST_BREATH = Duration.ofSeconds(2);

    private static final HandshakeProblem EXITED =
            new HandshakeProblem.Exited("after its handshake");

    private static final SpareIdentity SPARE = new SpareIdentity();

    private static final System.Logger LOG = System.getLogger(PluginSession.class.getName());

    private final String id;
    private final SessionTerms terms;
    private final SessionListener listener;
    private final Optional<TlsIdentity> identity;
    private final SocketFolder folder;
    private final ChildSpec child;
    private final Optional<BoundServer> callbacks;
    private final FirstLine first;
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Dialled> dialled = new CompletableFuture<>();
    private final CompletableFuture<Child> process = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final CompletableFuture<Thread> greeting = new CompletableFuture<>();
    private final AtomicBoolean introduced = new AtomicBoolean();
    private final AtomicBoolean settled = new AtomicBoolean();
    private final AtomicBoolean leaving = new AtomicBoolean();
    // A lock around a listener that may not block: it must not hear of a connection after its end.
    private final Object voices = new Object();
    private boolean away;

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
            Optional<HostServices> callbacks,
            SessionListener listener)
            throws Attendant.Refusal {
        this.id = id;
        this.terms = terms;
        this.listener = new GuardedListener(id, listener);
        this.first = new FirstLine(this.listener::wrote);
        WarmUp.begin(terms);
        try {
            this.folder = SocketFolder.create(terms.sockets());
        } catch (IOException | ProtocolException refused) {
            throw new Attendant.Refusal(
                    "cannot start plugin "
                            + id
                            + ": no folder for its sockets can be made in "
                            + terms.sockets().parent()
                            + ": "
                            + refused.getMessage()
                            + "; make room there, or name another folder or group");
        }
        try {
            this.identity =
                    terms.encryption() instanceof Encryption.Auto
                            ? Optional.of(SPARE.take())
                            : Optional.empty();
            this.callbacks = callbacks.map(this::serve);
        } catch (RuntimeException | Error refused) {
            folder.close();
            throw new Attendant.Refusal(
                    "cannot start plugin "
                            + id
                            + ": what the host offers it cannot be served: "
                            + HostFault.words(refused));
        }
        ChildSpec started =
                wanted.environment(
                        PluginEnvironment.of(wanted.environment(), terms, identity, folder.path()));
        Optional<BoundServer> served = this.callbacks;
        this.child =
                callbacks
                        .map(it -> started.environment(it.variable(), target(served.orElseThrow())))
                        .orElse(started);
        this.listener.prepared(released.copy());
    }

    private BoundServer serve(HostServices wanted) {
        ListenPlace place =
                switch (wanted.transport()) {
                    case TCP -> new ListenPlace.Ports(0, 0);
                    case UNIX ->
                            new ListenPlace.SocketDirectory(folder.path(), terms.sockets().group());
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
        // Not only once it is swept up: callers that can wait need not run into a dead connection.
        var _ = started.exit().thenRun(this::disconnect);
        var _ = started.output().lines(OutputView.only(ChildStream.STDOUT), first);
        var _ =
                started.output()
                        .lines(OutputView.only(ChildStream.STDERR), new LogReader(listener));
        greeting.complete(
                Thread.ofVirtual().name("foster-plugin-" + id).start(() -> greet(started, voice)));
    }

    private void greet(Child started, Voice voice) {
        var complaint = new Complaint(id, started);
        var time = new StartTime(terms.startTimeout(), started.startedAt());
        try {
            long own = System.nanoTime();
            Optional<Introduction> introduction = identity.map(PluginSession::whileItStarts);
            time.withoutSince(own);
            HandshakeLine line = handshake(time.left());
            introduced.set(true);
            own = System.nanoTime();
            WarmUp.of(terms.encryption()).await();
            time.withoutSince(own);
            Security security = security(line, introduction);
            Dialled connection = Dialled.dial(line, terms, security, folder.path());
            dialled.complete(connection);
            Printed.read(connection.channel(), listener);
            var health = new Health(connection.channel(), terms.healthService());
            Optional<String> unwell = health.await(time.left());
            if (unwell.isPresent()) {
                String late = time.isOver() ? time.story() : "";
                refuse(
                        voice,
                        endsByItself(started)
                                ? complaint.of(EXITED)
                                : complaint.of(late + "asked how it is, " + unwell.get()),
                        null);
                return;
            }
            connect(line, connection, started);
            voice.ready();
            // Only now: nobody waits for it, and a connection begins as one that serves.
            health.watch(listener::serving);
        } catch (HandshakeException refused) {
            if (refused.problem() instanceof HandshakeProblem.NoLine) {
                var _ = endsByItself(started);
            }
            refuse(
                    voice,
                    complaint.of(refused.problem()),
                    new ProtocolException(refused.problem()));
        } catch (InterruptedException end) {
            // The run is over before it was ready.
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error refused) {
            // Whatever it is: without an answer the start would only be said to take too long.
            refuse(voice, complaint.of(HostFault.words(refused)), refused);
        }
    }

    /** Prepares what the connection needs, and the next run: the plugin is busy just now. */
    private static Introduction whileItStarts(TlsIdentity own) {
        var introduction = new Introduction(own);
        SPARE.make();
        return introduction;
    }

    /** Whether its process ends, which takes a moment; then all it wrote has been read, too. */
    private static boolean endsByItself(Child started) {
        try {
            started.exit().copy().get(LAST_BREATH.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException stays) {
            return false;
        } catch (ExecutionException unknown) {
            return true;
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void connect(HandshakeLine line, Dialled connection, Child started) {
        var made =
                new PluginConnection(
                        connection.channel(),
                        connection.broker(),
                        line.version(),
                        line.address(),
                        started.pid(),
                        reattach(line, started.pid()),
                        started.exit().thenApply(Exit::describe));
        settled.set(true);
        synchronized (voices) {
            if (!away) {
                listener.connected(made);
            }
        }
    }

    private Optional<ReattachConfig> reattach(HandshakeLine line, long pid) {
        return line.multiplexed() || terms.encryption() instanceof Encryption.Auto
                ? Optional.empty()
                : Optional.of(
                        new ReattachConfig(
                                line.protocol(), line.version(), pid, false, line.address()));
    }

    /** The connection is of no use any more, whatever the greeting has come to. */
    private void disconnect() {
        synchronized (voices) {
            away = true;
            listener.disconnected();
        }
    }

    private void refuse(Voice voice, String why, @Nullable Throwable cause) {
        // One that is being stopped goes for another reason, which is known.
        if (over.get() || leaving.get()) {
            return;
        }
        settled.set(true);
        if (cause == null) {
            listener.refused(why);
        } else {
            listener.refused(why, cause);
        }
        voice.refuse(why);
    }

    private HandshakeLine handshake(Duration limit)
            throws HandshakeException, InterruptedException {
        String text;
        try {
            text = first.line().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silence) {
            throw new HandshakeException(new HandshakeProblem.TimedOut(terms.startTimeout()));
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof HandshakeException refused
                    ? refused
                    : new HandshakeException(new HandshakeProblem.NoLine());
        }
        return switch (HandshakeLine.parse(text, terms.expectation())) {
            case HandshakeLine.Outcome.Accepted(HandshakeLine line) -> line;
            case HandshakeLine.Outcome.Refused(HandshakeProblem problem) ->
                    throw new HandshakeException(problem);
        };
    }

    private Security security(HandshakeLine line, Optional<Introduction> introduction) {
        return switch (terms.encryption()) {
            case Encryption.None none -> none.security();
            case Encryption.Auto _ ->
                    introduction.orElseThrow().with(line.certificate().orElseThrow());
            case Encryption.Manual(Security.Tls security) -> security;
        };
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
        leaving.set(true);
        Dialled connection = dialled.getNow(null);
        Child running = process.getNow(null);
        if (connection == null || running == null) {
            return CompletableFuture.completedFuture(null);
        }
        disconnect();
        return CompletableFuture.runAsync(
                        () -> connection.broker().close(), Thread::startVirtualThread)
                .thenCompose(_ -> Farewell.say(connection.channel(), terms.shutdownLimit()))
                .thenCompose(
                        heard ->
                                heard
                                        ? running.exit()
                                                .copy()
                                                .orTimeout(
                                                        terms.shutdownLimit().toNanos(),
                                                        TimeUnit.NANOSECONDS)
                                                .handle((_, _) -> null)
                                        : CompletableFuture.completedFuture(null));
    }

    @Override
    public void ended() {
        if (over.compareAndSet(false, true)) {
            disconnect();
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
            judge();
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        } finally {
            // However one of them ends, the others are given back, too.
            giveBack(() -> Optional.ofNullable(dialled.getNow(null)).ifPresent(Dialled::close));
            giveBack(() -> callbacks.ifPresent(BoundServer::close));
            giveBack(folder::close);
            released.complete(null);
        }
    }

    private void giveBack(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "cannot give back all of a run of plugin " + id, fault);
        }
    }

    /** What is to be said of a run that ended by itself before it was ready. */
    private void judge() throws InterruptedException {
        Child ended = process.getNow(null);
        if (ended != null && !leaving.get() && settled.compareAndSet(false, true)) {
            listener.refused(new Complaint(id, ended).of(lastProblem()));
        }
    }

    /** What is wrong with its only line, or else that it ended. */
    private HandshakeProblem lastProblem() throws InterruptedException {
        if (!introduced.get()) {
            try {
                var _ = handshake(LAST_BREATH);
            } catch (HandshakeException refused) {
                return refused.problem() instanceof HandshakeProblem.TimedOut
                        ? new HandshakeProblem.NoLine()
                        : refused.problem();
            }
        }
        return EXITED;
    }

    /** Completes when nothing of the run is left. */
    public CompletableFuture<Void> released() {
        return released.copy();
    }
}
