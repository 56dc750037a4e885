package dev.foster.plugin.protocol.tls;

import dev.foster.plugin.protocol.ProtocolException;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

import java.security.cert.X509Certificate;

import javax.net.ssl.SSLException;

/**
 * One side of mutual TLS while the other has yet to show its certificate. What does not depend on
 * that certificate is made here: a host does it while the plugin starts, instead of between the
 * plugin's handshake and its first answer.
 *
 * <p>Until it is told whom to trust it trusts nobody.
 */
public final class Introduction {
    private final OnlyPeer trust = new OnlyPeer();
    private final Security security;

    /**
     * Prepares one side.
     *
     * @throws ProtocolException with {@link TlsProblem.Unavailable}
     */
    public Introduction(TlsIdentity own) {
        var keys = new OnlyKey(own);
        try {
            this.security =
                    new Security.Tls(
                            configured(
                                    SslContextBuilder.forClient()
                                            .keyManager(keys)
                                            .trustManager(trust)),
                            configured(
                                    SslContextBuilder.forServer(keys)
                                            .trustManager(trust)
                                            .clientAuth(ClientAuth.REQUIRE)));
        } catch (SSLException unavailable) {
            throw new ProtocolException(
                    new TlsProblem.Unavailable("set up TLS", unavailable.toString()), unavailable);
        }
    }

    private static SslContext configured(SslContextBuilder builder) throws SSLException {
        return GrpcSslContexts.configure(builder, SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .build();
    }

    /**
     * Trusts the party with this certificate, and no other from now on.
     *
     * @throws IllegalStateException when it was told of one before
     */
    public Security with(X509Certificate peer) {
        trust.only(peer);
        return security;
    }
}
