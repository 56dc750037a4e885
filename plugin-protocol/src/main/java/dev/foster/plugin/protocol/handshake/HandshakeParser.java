package dev.foster.plugin.protocol.handshake;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.Expectation.Certificate;
import dev.foster.plugin.protocol.handshake.HandshakeLine.Outcome;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.transport.Address;

import java.io.Serial;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a handshake line field by field. The order of the checks is the one of Go's host, so that
 * of several faults both hosts name the same.
 */
final class HandshakeParser {
    /** Go takes a shorter sixth field for none; no certificate is that short. */
    private static final int SHORTEST_CERTIFICATE = 51;

    private final Expectation expectation;

    HandshakeParser(Expectation expectation) {
        this.expectation = expectation;
    }

    Outcome parse(String line) {
        if (line.length() > HandshakeLine.LIMIT) {
            return new Outcome.Refused(new HandshakeProblem.TooLong(line.length()));
        }
        List<String> fields = List.of(GoText.trim(line).split("\\|", -1));
        if (fields.size() < 4) {
            return new Outcome.Refused(new HandshakeProblem.Unrecognized(line));
        }
        try {
            coreVersion(fields.get(0));
            int version = version(fields.get(1));
            Address address = address(fields.get(2), fields.get(3));
            Protocol protocol = protocol(fields.size() > 4 ? fields.get(4) : "netrpc");
            Optional<X509Certificate> certificate =
                    certificate(fields.size() > 5 ? fields.get(5) : "");
            boolean multiplexed = protocol == Protocol.GRPC && multiplexed(fields);
            return new Outcome.Accepted(
                    new HandshakeLine(version, address, protocol, certificate, multiplexed));
        } catch (Refusal refusal) {
            return new Outcome.Refused(refusal.problem);
        }
    }

    private static void coreVersion(String field) throws Refusal {
        OptionalLong core = GoText.atoi(field);
        if (core.isEmpty()) {
            throw new Refusal(new HandshakeProblem.BadCoreVersion(field));
        }
        if (core.getAsLong() != HandshakeLine.CORE_VERSION) {
            throw new Refusal(new HandshakeProblem.OtherCoreVersion(core.getAsLong()));
        }
    }

    private int version(String field) throws Refusal {
        OptionalLong version = GoText.atoi(field);
        if (version.isEmpty()) {
            throw new Refusal(new HandshakeProblem.BadVersion(field));
        }
        for (int accepted : expectation.versions()) {
            if (accepted == version.getAsLong()) {
                return accepted;
            }
        }
        throw new Refusal(
                new HandshakeProblem.OtherVersion(version.getAsLong(), expectation.versions()));
    }

    private Address address(String network, String text) throws Refusal {
        Address address;
        try {
            address = Address.of(network, text);
        } catch (ProtocolException unreadable) {
            throw new Refusal(new HandshakeProblem.BadAddress(unreadable.problem()));
        }
        try {
            address = expectation.translation().apply(address);
        } catch (RuntimeException failure) {
            throw new Refusal(
                    new HandshakeProblem.Untranslatable(address, String.valueOf(failure)));
        }
        try {
            var _ = address.resolve();
            return address;
        } catch (ProtocolException unresolvable) {
            throw new Refusal(new HandshakeProblem.BadAddress(unresolvable.problem()));
        }
    }

    private Protocol protocol(String field) throws Refusal {
        Optional<Protocol> protocol = Protocol.of(field).filter(expectation.protocols()::contains);
        if (protocol.isEmpty()) {
            throw new Refusal(new HandshakeProblem.OtherProtocol(field, expectation.protocols()));
        }
        return protocol.get();
    }

    private Optional<X509Certificate> certificate(String field) throws Refusal {
        if (field.length() < SHORTEST_CERTIFICATE) {
            if (expectation.certificate() == Certificate.REQUIRED) {
                throw new Refusal(new HandshakeProblem.NoCertificate());
            }
            return Optional.empty();
        }
        X509Certificate certificate;
        try {
            certificate = CertificateText.fromLine("the handshake line", field);
        } catch (ProtocolException unreadable) {
            throw new Refusal(new HandshakeProblem.BadCertificate(unreadable.problem()));
        }
        if (expectation.certificate() == Certificate.REFUSED) {
            throw new Refusal(new HandshakeProblem.UnaskedCertificate());
        }
        return Optional.of(certificate);
    }

    private boolean multiplexed(List<String> fields) throws Refusal {
        if (!expectation.multiplexing()) {
            return false;
        }
        if (fields.size() < 7) {
            throw new Refusal(new HandshakeProblem.NoMultiplexing(true));
        }
        Optional<Boolean> supported = GoText.parseBool(fields.get(6));
        if (supported.isEmpty()) {
            throw new Refusal(new HandshakeProblem.BadMultiplexing(fields.get(6)));
        }
        if (!supported.get()) {
            throw new Refusal(new HandshakeProblem.NoMultiplexing(false));
        }
        return true;
    }

    /** Leaves the reading of a field; never leaves this class. */
    private static final class Refusal extends Exception {
        @Serial private static final long serialVersionUID = 1;

        private final transient HandshakeProblem problem;

        Refusal(HandshakeProblem problem) {
            super(problem.code(), null, false, false);
            this.problem = problem;
        }
    }
}
