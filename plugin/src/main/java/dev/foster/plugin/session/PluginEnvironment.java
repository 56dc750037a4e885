package dev.foster.plugin.session;

import dev.foster.plugin.protocol.handshake.Variable;
import dev.foster.plugin.protocol.handshake.Versions;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.process.Environment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The variables by which a host tells a plugin what it expects. */
final class PluginEnvironment {
    private PluginEnvironment() {}

    /**
     * The whole environment of a plugin.
     *
     * @param given what the plugin gets besides; the protocol's variables win over it. None of
     *     those is inherited: where this program is itself a plugin, they speak of its own host.
     */
    static Environment of(
            Environment given, SessionTerms terms, Optional<TlsIdentity> identity, Path sockets) {
        Environment clean = given;
        for (String name : Variable.ALL) {
            clean = clean.without(name);
        }
        Map<String, String> all = new LinkedHashMap<>();
        all.put(terms.cookie().key(), terms.cookie().value());
        all.put(Variable.PROTOCOL_VERSIONS, Versions.text(terms.versions()));
        all.put(Variable.MIN_PORT, Integer.toString(terms.sockets().ports().lowest()));
        all.put(Variable.MAX_PORT, Integer.toString(terms.sockets().ports().highest()));
        all.put(Variable.UNIX_SOCKET_DIR, sockets.toString());
        terms.sockets().group().ifPresent(it -> all.put(Variable.UNIX_SOCKET_GROUP, it));
        if (terms.multiplex()) {
            all.put(Variable.MULTIPLEX_GRPC, "true");
        }
        identity.ifPresent(
                it -> all.put(Variable.CLIENT_CERT, CertificateText.pem(it.certificate())));
        return clean.with(all);
    }
}
