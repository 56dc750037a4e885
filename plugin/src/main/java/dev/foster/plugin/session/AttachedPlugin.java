package dev.foster.plugin.session;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.tls.Security;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A plugin that somebody else started, seen from a host that joined it: there is a connection, but
 * no handshake, no log and no supervision. Nothing is done to a plugin that cannot be attached to.
 */
public final class AttachedPlugin implements AutoCloseable {
    /** How long a plugin has after it was told to end by a signal. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final ReattachConfig reattach;
    private final SessionTerms terms;
    private final ProcessHandle process;
    private final SocketFolder folder;
    private final Dialled dialled;
    private final SessionListener listener;
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Void> exit;

    private AttachedPlugin(
            ReattachConfig reattach,
            SessionTerms terms,
            ProcessHandle process,
            SocketFolder folder,
            Dialled dialled,
            SessionListener listener) {
        this.reattach = reattach;
        this.terms = terms;
        this.process = process;
        this.folder = folder;
        this.dialled = dialled;
        this.listener = listener;
        this.exit = process.onExit().thenRun(this::close);
    }

    /**
     * Joins a plugin.
     *
     * @param terms as for a plugin that is started; mutual TLS and multiplexing cannot be joined
     * @param wanted hears what it prints, unless its first host does, and of its end
     * @throws AttachException when there is none, or it cannot be joined; it is left as it is
     */
    public static AttachedPlugin attach(
            ReattachConfig reattach, SessionTerms terms, SessionListener wanted)
            throws AttachException, InterruptedException {
        var listener = new GuardedListener("in process " + reattach.pid(), wanted);
        check(reattach, terms);
        ProcessHandle process =
                ProcessHandle.of(reattach.pid())
                        .filter(ProcessHandle::isAlive)
                        .orElseThrow(() -> missing(reattach, "there is no such process"));
        probe(reattach, security(terms));
        SocketFolder folder = folder(reattach, terms);
        Dialled dialled = null;
        try {
            dialled = Dialled.dial(line(reattach), terms, security(terms), folder.path());
            Optional<String> unwell =
                    new Health(dialled.channel(), terms.healthService())
                            .await(terms.startTimeout());
            if (unwell.isPresent()) {
                throw problem(reattach, "asked how it is, " + unwell.get());
            }
        } catch (ProtocolException refused) {
            release(dialled, folder);
            throw problem(reattach, String.valueOf(refused.getMessage()));
        } catch (AttachException | InterruptedException | RuntimeException refused) {
            release(dialled, folder);
            throw refused;
        }
        Printed.read(dialled.channel(), listener);
        var attached = new AttachedPlugin(reattach, terms, process, folder, dialled, listener);
        listener.connected(attached.connection());
        return attached;
    }

    private static void release(@Nullable Dialled dialled, SocketFolder folder) {
        if (dialled != null) {
            dialled.close();
        }
        folder.close();
    }

    private static void check(ReattachConfig reattach, SessionTerms terms) throws AttachException {
        if (reattach.protocol() != Protocol.GRPC) {
            throw problem(
                    reattach,
                    "it speaks "
                            + reattach.protocol().text()
                            + ", this host only grpc; use a release of the plugin that serves"
                            + " gRPC");
        }
        if (terms.encryption() instanceof Encryption.Auto) {
            throw problem(
                    reattach,
                    "mutual TLS needs the keys of the host that started it; start it without, or"
                            + " with certificates of your own");
        }
        if (terms.multiplex()) {
            throw problem(
                    reattach,
                    "gRPC broker multiplexing is not supported with Reattach config, as its one"
                            + " connection is taken; turn multiplexing off");
        }
        if (reattach.version() != 0 && !terms.versions().contains(reattach.version())) {
            throw problem(
                    reattach,
                    "incompatible API version with plugin, it has "
                            + reattach.version()
                            + " and this host accepts "
                            + terms.versions()
                            + "; use a release of the plugin for one of these");
        }
    }

    /**
     * A connection that is only tried: gRPC alone would say no more than that it is unavailable.
     */
    private static void probe(ReattachConfig reattach, Security security) throws AttachException {
        SocketAddress address;
        try {
            address = reattach.address().resolve(security);
        } catch (ProtocolException refused) {
            throw problem(reattach, String.valueOf(refused.getMessage()));
        }
        try (SocketChannel tried = SocketChannel.open(address)) {
            var _ = tried.isConnected();
        } catch (IOException nobody) {
            throw missing(reattach, "nobody listens at " + reattach.address().text());
        }
    }

    private static SocketFolder folder(ReattachConfig reattach, SessionTerms terms)
            throws AttachException {
        try {
            return SocketFolder.create(terms.sockets());
        } catch (IOException | ProtocolException refused) {
            throw problem(
                    reattach,
                    "no folder for sockets can be made in "
                            + terms.sockets().parent()
                            + ": "
                            + refused.getMessage()
                            + "; make room there, or name another folder or group");
        }
    }

    private static HandshakeLine line(ReattachConfig reattach) {
        return new HandshakeLine(
                reattach.version(), reattach.address(), Protocol.GRPC, Optional.empty(), false);
    }

    private static Security security(SessionTerms terms) {
        return switch (terms.encryption()) {
            case Encryption.Manual(Security.Tls security) -> security;
            case Encryption.None none -> none.security();
            // It cannot be joined, which was told before.
            case Encryption.Auto _ -> Security.plain();
        };
    }

    private static AttachException missing(ReattachConfig reattach, String why) {
        return problem(
                reattach, "reattachment process not found, " + why + "; start the plugin again");
    }

    private static AttachException problem(ReattachConfig reattach, String why) {
        return new AttachException(
                "cannot attach to the plugin in process " + reattach.pid() + ": " + why);
    }

    /** The connection to it. */
    public PluginConnection connection() {
        return new PluginConnection(
                dialled.channel(),
                dialled.broker(),
                reattach.version(),
                reattach.address(),
                reattach.pid(),
                Optional.of(reattach),
                exit.thenApply(_ -> "somebody else knows how"));
    }

    /** Asks how it is; empty when it is well, otherwise why not. */
    public CompletableFuture<Optional<String>> ping(Duration limit) {
        return new Health(dialled.channel(), terms.healthService()).check(limit);
    }

    /** Completes when its process has ended, whoever ended it. */
    public CompletableFuture<Void> exit() {
        return exit.copy();
    }

    /**
     * Ends the plugin: asks it through the connection, then by a signal, then kills it. A plugin
     * that serves for a test is only left.
     */
    public void kill() throws InterruptedException {
        if (!reattach.test() && process.isAlive()) {
            dialled.broker().close();
            boolean asked = Farewell.say(dialled.channel(), terms.shutdownLimit()).join();
            if (!(asked && gone(terms.shutdownLimit()))) {
                process.destroy();
                if (!gone(GRACE)) {
                    process.destroyForcibly();
                    var _ = gone(GRACE);
                }
            }
        }
        close();
    }

    private boolean gone(Duration limit) throws InterruptedException {
        try {
            process.onExit().get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException stillThere) {
            return !process.isAlive();
        }
    }

    /** Leaves the plugin, which goes on. */
    @Override
    public void close() {
        if (over.compareAndSet(false, true)) {
            listener.disconnected();
            release(dialled, folder);
        }
    }
}
