package dev.foster.sdk;

import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.tls.TlsIdentity;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * How the plugin's connections are protected: as its author says, else as the host asks.
 *
 * @param answer the certificate that the host is told in the handshake
 */
record HostSecurity(Security security, Optional<X509Certificate> answer) {

    static HostSecurity of(Draft draft, ProgramEnvironment surroundings) {
        if (draft.security().isPresent()) {
            return new HostSecurity(draft.security().get().get(), Optional.empty());
        }
        String asked = surroundings.variable(Variable.CLIENT_CERT);
        if (asked.isEmpty()) {
            // Whom this plugin calls is up to its host, which started it.
            return new HostSecurity(Security.plainAnywhere(), Optional.empty());
        }
        X509Certificate host = CertificateText.fromPem(Variable.CLIENT_CERT, asked);
        TlsIdentity own = TlsIdentity.generate();
        return new HostSecurity(Security.mutual(own, host), Optional.of(own.certificate()));
    }
}
