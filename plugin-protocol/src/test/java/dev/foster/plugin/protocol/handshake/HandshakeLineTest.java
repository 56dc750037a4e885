package dev.foster.plugin.protocol.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.handshake.Expectation.Certificate;
import dev.foster.plugin.protocol.handshake.HandshakeLine.Outcome;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.protocol.transport.TransportProblem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every row of the host's table for a plugin's first line. */
class HandshakeLineTest {
    private static final TlsIdentity IDENTITY = TlsIdentity.generate();
    private static final String CERTIFICATE = CertificateText.line(IDENTITY.certificate());
    private static final Expectation GRPC = Expectation.grpc(Set.of(1, 3));
    private static final Expectation BOTH = GRPC.protocols(Set.of(Protocol.GRPC, Protocol.NETRPC));
    private static final Expectation MUTUAL = GRPC.certificate(Certificate.REQUIRED);
    private static final Expectation SHARED = GRPC.multiplexing(true);

    @Test // [24.8]
    void theLineOfAGoPluginWithoutMutualTls() {
        HandshakeLine line = accepted("1|3|unix|/tmp/plugin42|grpc|\n", GRPC);

        assertThat(line)
                .isEqualTo(
                        new HandshakeLine(
                                3,
                                Address.unix(Path.of("/tmp/plugin42")),
                                Protocol.GRPC,
                                Optional.empty(),
                                false));
    }

    @Test // [24.7]
    void aLineOfFourFieldsMeansNetRpc() {
        assertThat(accepted("1|1|tcp|127.0.0.1:1234", BOTH).protocol()).isEqualTo(Protocol.NETRPC);
        assertThat(refused("1|1|tcp|127.0.0.1:1234", GRPC))
                .isInstanceOf(HandshakeProblem.OtherProtocol.class);
    }

    @Test // [24.8] [24.17]
    void aLineOfFiveFields() {
        assertThat(accepted("1|1|tcp|127.0.0.1:1234|grpc", GRPC).address())
                .isEqualTo(Address.tcp("127.0.0.1", 1234));
    }

    @Test
    void whiteSpaceAroundTheLineDoesNotCountButWithinItDoes() {
        assertThat(accepted("\u00a0\t 1|1|tcp|127.0.0.1:1|grpc \r\n", GRPC).version()).isEqualTo(1);
        assertThat(refused("1 |1|tcp|127.0.0.1:1|grpc", GRPC))
                .isEqualTo(new HandshakeProblem.BadCoreVersion("1 "));
    }

    @ParameterizedTest // [24.9] [24.10]
    @ValueSource(strings = {"", "\n", "starting…", "1|1|tcp", "INFO: listening on 4000"})
    void whatHasLessThanFourFieldsIsNotRecognized(String line) {
        HandshakeProblem problem = refused(line, GRPC);

        assertThat(problem).isEqualTo(new HandshakeProblem.Unrecognized(line));
        assertThat(problem.message()).contains("Unrecognized remote plugin message");
        assertThat(problem.message().lines()).hasSize(1);
    }

    @Test
    void aLineOfMoreThan64KibIsNotRead() {
        assertThat(refused("1|1|unix|/" + "x".repeat(HandshakeLine.LIMIT), GRPC))
                .isInstanceOf(HandshakeProblem.TooLong.class);
    }

    @ParameterizedTest // [24.9]
    @ValueSource(strings = {"", "x", "1.0", "0x1", "1_0", "+", "-", "9223372036854775808", "١"})
    void aCoreVersionThatIsNoNumberForGo(String field) {
        assertThat(refused(field + "|1|tcp|127.0.0.1:1|grpc", GRPC))
                .isEqualTo(new HandshakeProblem.BadCoreVersion(field));
        assertThat(refused("1|" + field + "|tcp|127.0.0.1:1|grpc", GRPC))
                .isEqualTo(new HandshakeProblem.BadVersion(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "+1", "001", "+0001"})
    void aCoreVersionThatIsOneForGo(String field) {
        assertThat(accepted(field + "|" + field + "|tcp|127.0.0.1:1|grpc", GRPC).version())
                .isEqualTo(1);
    }

    @ParameterizedTest // [24.9]
    @CsvSource({"2,2", "0,0", "-1,-1", "4294967297,4294967297"})
    void anotherCoreVersion(String field, long version) {
        HandshakeProblem problem = refused(field + "|1|tcp|127.0.0.1:1|grpc", GRPC);

        assertThat(problem).isEqualTo(new HandshakeProblem.OtherCoreVersion(version));
        assertThat(problem.message()).contains("incompatible core API version with plugin");
    }

    @ParameterizedTest // [24.9] [24.18]
    @CsvSource({"2,2", "-3,-3", "4294967297,4294967297"})
    void anotherVersion(String field, long version) {
        HandshakeProblem problem = refused("1|" + field + "|tcp|127.0.0.1:1|grpc", GRPC);

        assertThat(problem).isEqualTo(new HandshakeProblem.OtherVersion(version, Set.of(1, 3)));
        assertThat(problem.message())
                .contains("incompatible API version with plugin", field, "[1, 3]");
    }

    @Test // [24.9]
    void anotherNetwork() {
        HandshakeProblem problem = refused("1|1|udp|127.0.0.1:1|grpc", GRPC);

        assertThat(problem)
                .isEqualTo(
                        new HandshakeProblem.BadAddress(
                                new TransportProblem.UnknownNetwork("udp", "127.0.0.1:1")));
        assertThat(problem.message()).contains("unknown address type");
    }

    @ParameterizedTest // [24.9]
    @ValueSource(strings = {"", "localhost", "1:2:3", "h:http", "h:-1", "h:65536", "[::1:80", "h:"})
    void anUnreadableTcpAddress(String address) {
        assertThat(refused("1|1|tcp|" + address + "|grpc", GRPC))
                .isInstanceOfSatisfying(
                        HandshakeProblem.BadAddress.class,
                        bad ->
                                assertThat(bad.why())
                                        .isInstanceOf(TransportProblem.BadAddress.class));
    }

    @Test // [24.9]
    void aNameThatNobodyKnows() {
        assertThat(refused("1|1|tcp|no-such-host.invalid:80|grpc", GRPC))
                .isInstanceOfSatisfying(
                        HandshakeProblem.BadAddress.class,
                        bad ->
                                assertThat(bad.why())
                                        .isInstanceOf(TransportProblem.Unresolvable.class));
    }

    @Test // [24.30]
    void theAddressIsTheOneThisSideSees() {
        Address here = Address.unix(Path.of("/var/lib/mapped/socket"));

        assertThat(accepted("1|1|unix|/tmp/p|grpc", GRPC.translation(_ -> here)).address())
                .isEqualTo(here);
        assertThat(
                        refused(
                                "1|1|unix|/tmp/p|grpc",
                                GRPC.translation(
                                        _ -> {
                                            throw new IllegalStateException("no such container");
                                        })))
                .isInstanceOf(HandshakeProblem.Untranslatable.class);
    }

    @ParameterizedTest // [24.15]
    @ValueSource(strings = {"", "netrpc", "GRPC", "http"})
    void anotherProtocol(String protocol) {
        HandshakeProblem problem = refused("1|1|tcp|127.0.0.1:1|" + protocol, GRPC);

        assertThat(problem)
                .isEqualTo(new HandshakeProblem.OtherProtocol(protocol, Set.of(Protocol.GRPC)));
        assertThat(problem.message()).contains("unsupported plugin protocol", "Supported: [grpc]");
    }

    @Test // [24.24]
    void theCertificateOfAPlugin() {
        assertThat(accepted("1|1|tcp|127.0.0.1:1|grpc|" + CERTIFICATE, MUTUAL).certificate())
                .contains(IDENTITY.certificate());
    }

    @Test
    void settingsOfTheHostsOwnTakeACertificateOrNone() {
        Expectation own = GRPC.certificate(Certificate.OPTIONAL);

        assertThat(accepted("1|1|tcp|127.0.0.1:1|grpc|" + CERTIFICATE, own).certificate())
                .isPresent();
        assertThat(accepted("1|1|tcp|127.0.0.1:1|grpc|", own).certificate()).isEmpty();
    }

    @ParameterizedTest // [24.9]
    @ValueSource(strings = {"A", "!", "=", "-"})
    void aLongFieldThatIsNoCertificate(String character) {
        HandshakeProblem problem =
                refused("1|1|tcp|127.0.0.1:1|grpc|" + character.repeat(51), MUTUAL);

        assertThat(problem).isInstanceOf(HandshakeProblem.BadCertificate.class);
        assertThat(problem.message()).contains("error parsing server cert");
    }

    @Test
    void aPaddedCertificateIsRefusedAsGoRefusesIt() {
        assertThat(refused("1|1|tcp|127.0.0.1:1|grpc|" + CERTIFICATE + "=", MUTUAL))
                .isInstanceOf(HandshakeProblem.BadCertificate.class);
    }

    @Test
    void aShortFieldCountsForNoCertificate() {
        assertThat(accepted("1|1|tcp|127.0.0.1:1|grpc|" + "!".repeat(50), GRPC).certificate())
                .isEmpty();
    }

    @ParameterizedTest // [24.25]
    @ValueSource(strings = {"", "|", "|AAAA", "||true"})
    void noAnswerToMutualTls(String rest) {
        assertThat(refused("1|1|tcp|127.0.0.1:1|grpc" + rest, MUTUAL))
                .isInstanceOf(HandshakeProblem.NoCertificate.class);
    }

    @Test
    void aCertificateThatNobodyAskedFor() {
        assertThat(refused("1|1|tcp|127.0.0.1:1|grpc|" + CERTIFICATE, GRPC))
                .isInstanceOf(HandshakeProblem.UnaskedCertificate.class);
    }

    @ParameterizedTest // [24.53] [24.56]
    @ValueSource(strings = {"1", "t", "T", "TRUE", "true", "True"})
    void multiplexingAskedForAndGiven(String field) {
        assertThat(accepted("1|1|tcp|127.0.0.1:1|grpc||" + field, SHARED).multiplexed()).isTrue();
        assertThat(accepted("1|1|tcp|127.0.0.1:1|grpc||" + field, GRPC).multiplexed()).isFalse();
    }

    @ParameterizedTest // [24.55]
    @ValueSource(strings = {"", "|"})
    void aPluginTooOldForMultiplexing(String rest) {
        HandshakeProblem problem = refused("1|1|tcp|127.0.0.1:1|grpc" + rest, SHARED);

        assertThat(problem).isEqualTo(new HandshakeProblem.NoMultiplexing(true));
        assertThat(problem.message())
                .contains("client requested gRPC broker multiplexing", "rebuild");
    }

    @ParameterizedTest // [24.55]
    @ValueSource(strings = {"0", "f", "F", "FALSE", "false", "False"})
    void aPluginThatRefusesMultiplexing(String field) {
        HandshakeProblem problem = refused("1|1|tcp|127.0.0.1:1|grpc||" + field, SHARED);

        assertThat(problem).isEqualTo(new HandshakeProblem.NoMultiplexing(false));
        assertThat(problem.message()).doesNotContain("rebuild");
    }

    @ParameterizedTest // [24.55]
    @ValueSource(strings = {"", "maybe", "tRUE", "yes", " true"})
    void anAnswerToMultiplexingThatIsNoTruth(String field) {
        HandshakeProblem problem = refused("1|1|tcp|127.0.0.1:1|grpc||" + field + "|", SHARED);

        assertThat(problem).isEqualTo(new HandshakeProblem.BadMultiplexing(field));
        assertThat(problem.message()).contains("error parsing", "as a boolean");
    }

    @Test
    void multiplexingIsOfGrpcOnly() {
        Expectation both = BOTH.multiplexing(true);

        assertThat(accepted("1|1|tcp|127.0.0.1:1|netrpc||maybe", both).multiplexed()).isFalse();
        assertThat(accepted("1|1|tcp|127.0.0.1:1", both).multiplexed()).isFalse();
    }

    @Test // [S3] [S4]
    void whatAPluginPrintsIsReadBack() {
        for (boolean multiplexed : new boolean[] {false, true}) {
            for (Optional<TlsIdentity> identity :
                    List.of(Optional.<TlsIdentity>empty(), Optional.of(IDENTITY))) {
                var line =
                        new HandshakeLine(
                                3,
                                Address.unix(Path.of("/tmp/a b")),
                                Protocol.GRPC,
                                identity.map(TlsIdentity::certificate),
                                multiplexed);
                Expectation expectation =
                        (identity.isPresent() ? MUTUAL : GRPC).multiplexing(multiplexed);

                assertThat(accepted(line.text(), expectation)).isEqualTo(line);
                assertThat(line.text().split("\\|", -1)).hasSize(multiplexed ? 7 : 6);
            }
        }
    }

    private static HandshakeLine accepted(String line, Expectation expectation) {
        Outcome outcome = HandshakeLine.parse(line, expectation);
        assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        return ((Outcome.Accepted) outcome).line();
    }

    private static HandshakeProblem refused(String line, Expectation expectation) {
        Outcome outcome = HandshakeLine.parse(line, expectation);
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        HandshakeProblem problem = ((Outcome.Refused) outcome).problem();
        assertThat(problem.message()).startsWith("cannot start the plugin: ").contains("; ");
        assertThat(problem.code()).matches("handshake(-[a-z]+)+");
        return problem;
    }
}
