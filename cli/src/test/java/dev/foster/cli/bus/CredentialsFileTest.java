package dev.foster.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;

/** Files with credentials, as other tools write them. */
class CredentialsFileTest {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    @TempDir private Path folder;

    private static String seed(byte[] secret) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // The marks of a seed and of a user, then the key, then a checksum that nobody asks for.
        bytes.writeBytes(new byte[] {(byte) 0x95, 0x00});
        bytes.writeBytes(secret);
        bytes.writeBytes(new byte[2]);
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte each : bytes.toByteArray()) {
            bits = bits << 8 | (each & 0xff);
            held += 8;
            while (held >= 5) {
                held -= 5;
                text.append(DIGITS.charAt(bits >> held & 31));
            }
        }
        return text.append(DIGITS.charAt(bits << (5 - held) & 31)).toString();
    }

    @Test
    void theKeyInItSigns() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        String seed = seed(((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow());
        assertThat(seed).startsWith("SU").hasSize(58);
        Path file = folder.resolve("me.creds");
        Files.writeString(
                file,
                "-----BEGIN NATS USER JWT-----\nhead.body.end\n------END NATS USER JWT------\n\n"
                        + "-----BEGIN USER NKEY SEED-----\n"
                        + seed
                        + "\n------END USER NKEY SEED------\n");
        CredentialsFile credentials = CredentialsFile.read(file);
        Signature check = Signature.getInstance("Ed25519");
        check.initVerify(pair.getPublic());
        check.update("nonce".getBytes(UTF_8));
        assertThat(check.verify(credentials.sign("nonce".getBytes(UTF_8)))).isTrue();
        assertThat(new String(credentials.getJWT())).isEqualTo("head.body.end");
    }

    @Test
    void whatIsNoSuchFileIsRefused() throws Exception {
        Files.writeString(folder.resolve("not.creds"), "nothing of the kind");
        for (String name : new String[] {"not.creds", "none.creds"}) {
            Called called = new Called(folder);
            assertThat(called.run("bus", "pub", "a", "x", "--creds", name)).isEqualTo(2);
            ErrorGrammar.assertFollowedBy(called.err());
        }
    }
}
