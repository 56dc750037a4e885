package dev.foster.daemon.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.notify.Receiver;
import dev.foster.daemon.outbound.HttpPoster.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** What leaves with a request, and what is said of one that cannot leave. */
@Timeout(60)
class HttpPosterTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final HttpPoster caller = new HttpPoster();

    @AfterEach
    void close() {
        caller.close();
    }

    @Test
    void aHeaderThatCannotBeSentIsNotQuoted() throws Exception {
        Outcome outcome =
                caller.post(
                        URI.create("http://127.0.0.1:1/"),
                        Map.of("X-Token", "s3cret\n"),
                        new byte[0],
                        SOON);

        assertThat(outcome).isEqualTo(new Outcome.Failed("the address or a header cannot be sent"));
    }

    @Test
    void aPathThatLooksLikeANameIsSentAsItIs() throws Exception {
        try (var receiver = new Receiver()) {
            var address =
                    URI.create("http://ada@127.0.0.1:" + receiver.port() + "/to/ada@example.org");

            assertThat(caller.post(address, Map.of(), new byte[0], SOON))
                    .isEqualTo(new Outcome.Answered(200));
            assertThat(receiver.requests().getFirst().path())
                    .containsExactly("to", "ada@example.org");
        }
    }
}
