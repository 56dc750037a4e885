package dev.foster.plugin.protocol.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.handshake.Expectation.Certificate;
import dev.foster.plugin.protocol.handshake.HandshakeLine.Outcome;
import dev.foster.plugin.protocol.tls.CertificateText;
import dev.foster.plugin.protocol.tls.TlsIdentity;
import dev.foster.plugin.protocol.transport.Address;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** No line, however broken, does more than to be refused. */
class HandshakeFuzzTest {
    private static final int LINES = 30_000;
    private static final int LONGEST_MESSAGE = 4_000;
    private static final String PIECES = "|||||01 tf+-=AZaz\u0000\n\r\t\"\\/:.[]\u00a0\ud800é…";

    private final String certificate = CertificateText.line(TlsIdentity.generate().certificate());
    private final Address here = Address.tcp("127.0.0.1", 1);

    @Test
    void everyLineIsAcceptedOrRefusedInOneShortSentence() {
        long seed = Long.getLong("foster.fuzz.seed", new Random().nextLong());
        var random = new Random(seed);
        for (int i = 0; i < LINES; i++) {
            String line = line(random);
            Expectation expectation =
                    new Expectation(
                            Set.of(1, 3),
                            random.nextBoolean()
                                    ? Set.of(Protocol.GRPC)
                                    : Set.of(Protocol.values()),
                            List.of(Certificate.values()).get(random.nextInt(3)),
                            random.nextBoolean(),
                            _ -> here); // no name is looked up
            String which = "-Dfoster.fuzz.seed=" + seed + ", line " + i + ": " + line;
            switch (HandshakeLine.parse(line, expectation)) {
                case Outcome.Accepted accepted ->
                        assertThat(HandshakeLine.parse(accepted.line().text(), expectation))
                                .as(which)
                                .isEqualTo(accepted);
                case Outcome.Refused refused ->
                        assertThat(refused.problem().message())
                                .as(which)
                                .hasSizeLessThan(LONGEST_MESSAGE)
                                .doesNotContain("\n");
            }
        }
    }

    /** Half of the lines are good ones with a few characters changed. */
    private String line(Random random) {
        var text = new StringBuilder();
        if (random.nextBoolean()) {
            text.append(
                    new HandshakeLine(
                                    random.nextInt(4),
                                    Address.unix(Path.of("/tmp/plugin" + random.nextInt())),
                                    random.nextBoolean() ? Protocol.GRPC : Protocol.NETRPC,
                                    Optional.empty(),
                                    false)
                            .text());
            if (random.nextBoolean()) {
                text.append(certificate);
            }
            text.append(random.nextBoolean() ? "|true" : "");
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                text.setCharAt(random.nextInt(text.length()), piece(random));
            }
        } else {
            int length = random.nextInt(random.nextInt(100) == 0 ? 70_000 : 60);
            for (int i = 0; i < length; i++) {
                text.append(piece(random));
            }
        }
        return text.toString();
    }

    private static char piece(Random random) {
        return PIECES.charAt(random.nextInt(PIECES.length()));
    }
}
