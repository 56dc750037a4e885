package dev.foster.plugin.protocol.tls;

import org.jspecify.annotations.Nullable;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts one certificate. It was handed over by another way before the connection was made, so
 * there is nothing to look up and no name to compare: it is that one or it is not.
 */
final class OnlyPeer extends X509ExtendedTrustManager {
    private final AtomicReference<@Nullable X509Certificate> agreed = new AtomicReference<>();

    /** Trusts this one; before, nobody is trusted. */
    void only(X509Certificate peer) {
        if (!agreed.compareAndSet(null, peer)) {
            throw new IllegalStateException("another certificate was agreed on");
        }
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        X509Certificate peer = agreed.get();
        if (peer == null || chain.length == 0 || !chain[0].equals(peer)) {
            throw new CertificateException("not the certificate that was agreed on");
        }
        peer.checkValidity();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    /**
     * A Go client sends its certificate only to a server that names the issuer, which is itself.
     */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        X509Certificate peer = agreed.get();
        return peer == null ? new X509Certificate[0] : new X509Certificate[] {peer};
    }
}
