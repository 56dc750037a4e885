package dev.foster.plugin.session;

import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One call of the host to itself, as it will call plugins. The first connection of a program also
 * loads gRPC and TLS, which takes a second or two; that is not to be the time of the first plugin.
 */
public final class WarmUp {
    private static final WarmUp PLAIN = new WarmUp();
    private static final WarmUp TLS = new WarmUp();

    /** A host that cannot even call itself tries its plugins all the same. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private boolean begun;

    private WarmUp() {}

    static WarmUp of(Encryption encryption) {
        return encryption instanceof Encryption.None ? PLAIN : TLS;
    }

    /** Begins the one that these terms need, unless that was done before. */
    public static void begin(SessionTerms terms) {
        of(terms.encryption()).begin();
    }

    private synchronized void begin() {
        if (!begun) {
            begun = true;
            Thread.ofVirtual().name("foster-plugin-warm-up").start(this::call);
        }
    }

    /** Waits until it is done, for a while. */
    void await() throws InterruptedException {
        begin();
        try {
            done.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException cold) {
            // The plugin's own connection is the next try.
        }
    }

    private void call() {
        try {
            Path folder = Files.createTempDirectory("foster-");
            try {
                callIn(folder);
            } finally {
                Files.deleteIfExists(folder);
            }
        } catch (IOException | RuntimeException | Error | InterruptedException failure) {
            // Whatever it is, the first plugin meets it as well, and its start tells.
            LOG.log(Level.DEBUG, "cannot warm up", failure);
        } finally {
            done.complete(null);
        }
    }

    private void callIn(Path folder) throws InterruptedException {
        Security security = Security.plain();
        if (this == TLS) {
            TlsIdentity own = TlsIdentity.generate();
            security = Security.mutual(own, own.certificate());
        }
        var health = new HealthStatusManager();
        health.setStatus("plugin", ServingStatus.SERVING);
        var place = new ListenPlace.SocketDirectory(folder, Optional.empty());
        try (BoundServer server =
                BoundServer.start(
                        place, security, it -> it.addService(health.getHealthService()))) {
            ManagedChannel channel = Channels.open(server.address(), security);
            try {
                var _ = new Health(channel, "plugin").await(LIMIT);
            } finally {
                channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
            }
        }
    }
}
