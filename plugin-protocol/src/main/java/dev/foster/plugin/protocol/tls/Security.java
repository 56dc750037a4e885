package dev.foster.plugin.protocol.tls;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

import java.security.cert.X509Certificate;

/**
 * How connections between a host and one plugin are protected, the brokered ones included: each
 * side is the client of some and the server of others.
 */
public sealed interface Security {

    /** Clear text, on this computer only: whoever may open the socket may speak. */
    static Security plain() {
        return Plain.HERE;
    }

    /** Clear text also to other computers, where everybody on the way may read and write. */
    static Security plainAnywhere() {
        return Plain.ANYWHERE;
    }

    /**
     * Mutual TLS between two parties that know each other's certificate and accept no other.
     *
     * <p>Always the JDK's own TLS: the native ones of Netty do not take the P-521 certificates of
     * Go programs.
     */
    static Security mutual(TlsIdentity own, X509Certificate peer) {
        return new Introduction(own).with(peer);
    }

    /** Clear text, and how far it may go. */
    enum Plain implements Security {
        HERE,
        ANYWHERE
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
