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
 * How connections between a host and one plugin are protected, the brokered ones included: each
 * side is the client of some and the server of others.
 */
public sealed interface Security {

    /** Clear text: whoever may open the socket may speak. */
    static Security plain() {
        return Plain.PLAIN;
    }

    /**
     * Mutual TLS between two parties that know each other's certificate and accept no other.
     *
     * <p>Always the JDK's own TLS: the native ones of Netty do not take the P-521 certificates of
     * Go programs.
     */
    static Security mutual(Identity own, X509Certificate peer) {
        var keys = new OnlyKey(own);
        var trust = new OnlyPeer(peer);
        try {
            return new Tls(
                    configured(SslContextBuilder.forClient().keyManager(keys).trustManager(trust)),
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

    /** The one instance of clear text. */
    enum Plain implements Security {
        PLAIN
    }

    /**
     * TLS with contexts of the caller's making, which must offer HTTP/2 by ALPN: build them with
     * {@link GrpcSslContexts#configure(SslContextBuilder, SslProvider)} and {@link
     * SslProvider#JDK}.
     *
     * @param client for connections this side opens
     * @param server for connections this side accepts
     */
    record Tls(SslContext client, SslContext server) implements Security {}
}
