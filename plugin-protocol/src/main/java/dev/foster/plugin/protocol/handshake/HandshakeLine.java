package dev.foster.plugin.protocol.handshake;

import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.transport.Address;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * The one line in which a plugin tells its host where and how it listens.
 *
 * @param version of the application's protocol
 * @param address where it listens
 * @param protocol what it speaks there
 * @param certificate what it shows there, when the host asked for mutual TLS
 * @param multiplexed whether all connections share one socket
 */
public record HandshakeLine(
        int version,
        Address address,
        Protocol protocol,
        Optional<X509Certificate> certificate,
        boolean multiplexed) {
    /** The version of the handshake itself. There has been no other. */
    public static final int CORE_VERSION = 1;

    /** No line is longer. */
    public static final int LIMIT = 64 * 1024;

    /** Reads a plugin's first line; its end of line may be there or not. */
    public static Outcome parse(String line, Expectation expectation) {
        return new HandshakeParser(expectation).parse(line);
    }

    /**
     * What the plugin prints, without the end of line. The seventh field is there only when it says
     * yes: older hosts cannot read a line that has it.
     */
    public String text() {
        return String.join(
                "|",
                Integer.toString(CORE_VERSION),
                Integer.toString(version),
                address.network(),
                address.text(),
                protocol.text(),
                certificate.map(CertificateText::line).orElse("") + (multiplexed ? "|true" : ""));
    }

    /** What came of reading a line. */
    public sealed interface Outcome {
        /** The host can connect. */
        record Accepted(HandshakeLine line) implements Outcome {}

        /** The plugin must go. */
        record Refused(HandshakeProblem problem) implements Outcome {}
    }
}
