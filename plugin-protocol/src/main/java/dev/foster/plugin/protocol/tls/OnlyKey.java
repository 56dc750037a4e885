package dev.foster.plugin.protocol.tls;

import org.jspecify.annotations.Nullable;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows one certificate to everybody: there is one peer, and it expects this one. */
final class OnlyKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final TlsIdentity own;

    OnlyKey(TlsIdentity own) {
        this.own = own;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {own.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return own.key();
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chosen(types);
    }

    @Override
    public @Nullable String chooseServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chosen(type);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chosen(types);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chosen(type);
    }

    /** The type may carry a suffix, as in {@code EC_EC}: key and signature of the certificate. */
    private @Nullable String chosen(String... types) {
        String algorithm = own.key().getAlgorithm();
        for (String type : types) {
            if (type.equals(algorithm) || type.startsWith(algorithm + "_")) {
                return ALIAS;
            }
        }
        return null;
    }
}
