package dev.foster.plugin.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.testkit.Leaks;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.channels.ServerSocketChannel;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLSession;

/** Two parties that know each other's certificate, and anybody else. */
class MutualTlsTest {
    private static final TlsIdentity HOST = TlsIdentity.generate();
    private static final TlsIdentity STRANGER = TlsIdentity.generate();

    private final AtomicReference<SSLSession> session = new AtomicReference<>();
    private Leaks before;

    @BeforeAll
    static void theJdkKeepsASocketForItselfFromTheFirstOn() throws Exception {
        ServerSocketChannel.open().close();
    }

    @BeforeEach
    void remember() {
        before = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    @ParameterizedTest // [24.24] [S4]
    @EnumSource(TlsIdentity.Curve.class)
    void bothSidesTakeTheCertificateTheyWereTold(TlsIdentity.Curve curve) throws Exception {
        TlsIdentity plugin = TlsIdentity.generate(Instant.now(), curve);
        try (BoundServer server = server(plugin, HOST.certificate())) {
            assertThat(ask(server.address(), HOST, plugin.certificate()))
                    .isEqualTo(ServingStatus.SERVING);
        }
        // And the other way round: the server of a brokered connection is the host.
        try (BoundServer server = server(HOST, plugin.certificate())) {
            assertThat(ask(server.address(), plugin, HOST.certificate()))
                    .isEqualTo(ServingStatus.SERVING);
        }
    }

    @Test // [24.24]
    void theNewestTlsIsSpokenAndTheServerKnowsItsClient() throws Exception {
        TlsIdentity plugin = TlsIdentity.generate();
        try (BoundServer server = server(plugin, HOST.certificate())) {
            ask(server.address(), HOST, plugin.certificate());

            assertThat(session.get().getProtocol()).isEqualTo("TLSv1.3");
            assertThat(session.get().getPeerCertificates()).containsExactly(HOST.certificate());
        }
    }

    @Test // [24.24]
    void aStrangerIsRefusedByTheServer() {
        TlsIdentity plugin = TlsIdentity.generate();
        try (BoundServer server = server(plugin, HOST.certificate())) {
            assertUnavailable(server.address(), Security.mutual(STRANGER, plugin.certificate()));
        }
    }

    @Test // [24.24]
    void aStrangeServerIsRefusedByTheClient() {
        try (BoundServer server = server(STRANGER, HOST.certificate())) {
            X509Certificate expected = TlsIdentity.generate().certificate();
            assertUnavailable(server.address(), Security.mutual(HOST, expected));
        }
    }

    @Test // [24.24]
    void aClientInClearTextIsRefused() {
        try (BoundServer server = server(TlsIdentity.generate(), HOST.certificate())) {
            assertUnavailable(server.address(), Security.plain());
        }
    }

    @Test
    void aCertificateOfAnotherTimeIsRefused() {
        TlsIdentity old =
                TlsIdentity.generate(Instant.parse("1990-01-01T00:00:00Z"), TlsIdentity.Curve.P256);
        try (BoundServer server = server(old, HOST.certificate())) {
            assertUnavailable(server.address(), Security.mutual(HOST, old.certificate()));
        }
    }

    @Test
    void whoWasToldOfNobodyTrustsNobody() throws Exception {
        var told = new OnlyPeer();
        X509Certificate[] shown = {STRANGER.certificate()};

        assertThat(told.getAcceptedIssuers()).isEmpty();
        assertThatThrownBy(() -> told.checkServerTrusted(shown, "EC"))
                .isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> told.checkClientTrusted(shown, "EC"))
                .isInstanceOf(CertificateException.class);

        told.only(STRANGER.certificate());
        told.checkServerTrusted(shown, "EC");
    }

    @Test
    void whoTrustsOneIsNotTalkedIntoAnother() {
        var introduction = new Introduction(HOST);
        TlsIdentity plugin = TlsIdentity.generate();
        Security security = introduction.with(plugin.certificate());

        assertThatThrownBy(() -> introduction.with(STRANGER.certificate()))
                .isInstanceOf(IllegalStateException.class);
        try (BoundServer server = server(STRANGER, HOST.certificate())) {
            assertUnavailable(server.address(), security);
        }
    }

    private BoundServer server(TlsIdentity own, X509Certificate peer) {
        var health = new HealthStatusManager();
        return BoundServer.start(
                ListenPlace.temporary(),
                Security.mutual(own, peer),
                builder -> builder.intercept(new Remember()).addService(health.getHealthService()));
    }

    private static ServingStatus ask(Address address, TlsIdentity own, X509Certificate peer)
            throws InterruptedException {
        return ask(address, Security.mutual(own, peer));
    }

    private static ServingStatus ask(Address address, Security security)
            throws InterruptedException {
        ManagedChannel channel = Channels.open(address, security);
        try {
            return HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .check(HealthCheckRequest.getDefaultInstance())
                    .getStatus();
        } finally {
            assertThat(channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void assertUnavailable(Address address, Security security) {
        assertThatThrownBy(() -> ask(address, security))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failure ->
                                assertThat(failure.getStatus().getCode())
                                        .isEqualTo(Status.Code.UNAVAILABLE));
    }

    private final class Remember implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            session.set(
                    Objects.requireNonNull(
                            call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION)));
            return next.startCall(call, headers);
        }
    }
}
