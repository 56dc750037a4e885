package dev.foster.daemon.notify;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What we sign, the code in the how-to checks. */
class SignatureTest {
    private static final byte[] BODY = "{\"text\":\"ü\"}".getBytes(UTF_8);

    @Test
    void theSignatureIsAnHmacOfTimeAndBody() {
        assertThat(Signature.of("s3cret", 1_700_000_000, BODY))
                .isEqualTo(
                        "t=1700000000,v1="
                            + "60960a73421a5eb140a3471f1b20ddda1bfce13a101019a3d14e9c75938fa6e5");
    }

    @Test
    void theCodeOfTheHowToKnowsOurSignature(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(Peer.isInstalled("python3"), "no python3 here");
        String page = Files.readString(Path.of("..", "docs", "how-to", "webhooks.md"));
        Matcher code = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(code.find()).isTrue();
        long now = Instant.now().getEpochSecond();
        Path program = folder.resolve("check.py");
        Files.writeString(
                program,
                code.group(1)
                        + "\n\nimport sys\nbody = '{\"text\":\"ü\"}'.encode()\n"
                        + "for secret, header in zip(sys.argv[1::2], sys.argv[2::2]):\n"
                        + "    print(is_from_foster(secret, header, body))\n");
        String good = Signature.of("s3cret", now, BODY);
        String old = Signature.of("s3cret", now - 1000, BODY);
        String other = Signature.of("s3cret", now, "{}".getBytes(UTF_8));
        Process python =
                new ProcessBuilder(
                                "python3",
                                program.toString(),
                                "s3cret",
                                good,
                                "wrong",
                                good,
                                "s3cret",
                                old,
                                "s3cret",
                                other)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(python.getInputStream().readAllBytes(), UTF_8);
        assertThat(python.waitFor(1, TimeUnit.MINUTES)).isTrue();

        assertThat(said.lines()).containsExactly("True", "False", "False", "False");
    }
}
