package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.http.SseEvent;
import dev.foster.http.StreamBody;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What goes to one client, piece by piece, without a socket. */
@Timeout(30)
class FeedTest {
    private static final Duration SHORT = Duration.ofMillis(10);

    /** A client that keeps what it gets and does something at each piece. */
    private static final class Client implements StreamBody.Stream {
        final List<String> pieces = new ArrayList<>();
        private final Consumer<Client> atPiece;
        private final CompletableFuture<Runnable> gone = new CompletableFuture<>();

        Client(Consumer<Client> atPiece) {
            this.atPiece = atPiece;
        }

        @Override
        public void send(byte[] bytes) {
            if (bytes.length > 0) {
                pieces.add(new String(bytes, StandardCharsets.UTF_8));
                atPiece.accept(this);
            }
        }

        @Override
        public void onGone(Runnable action) {
            gone.complete(action);
        }

        void goAfter(int count) {
            if (pieces.size() == count) {
                gone.join().run();
            }
        }
    }

    private static Feed<String> feed(Feed.Source<String> source) {
        return new Feed<>(new NewestItems<>(), _ -> source, text -> SseEvent.of("x", text), SHORT);
    }

    @Test
    void silenceIsFilledWithHeartbeatsUntilTheClientGoes() throws Exception {
        var client = new Client(self -> self.goAfter(4));

        feed(_ -> () -> {}).write(client);

        assertThat(client.pieces).hasSize(4).allMatch(":\n\n"::equals);
    }

    @Test
    void whatCameBeforeTheEndIsSentBeforeIt() throws Exception {
        var closed = new CompletableFuture<Void>();
        var client = new Client(_ -> {});

        feed(follower -> {
                    follower.next("1");
                    follower.next("2");
                    follower.end();
                    follower.next("too late");
                    return () -> closed.complete(null);
                })
                .write(client);

        assertThat(String.join("", client.pieces))
                .isEqualTo(":\n\nevent: x\ndata: 1\n\nevent: x\ndata: 2\n\n");
        assertThat(closed).as("the subscription is closed").isDone();
    }

    @Test
    void whatIsTooMuchIsCountedInFrontOfWhatIsLeft() throws Exception {
        var client = new Client(_ -> {});

        feed(follower -> {
                    for (int i = 1; i <= 5000; i++) {
                        follower.next("" + i);
                    }
                    follower.end();
                    return () -> {};
                })
                .write(client);

        assertThat(String.join("", client.pieces))
                .startsWith(":\n\nevent: dropped\ndata: {\"count\":904}\n\nevent: x\ndata: 905\n\n")
                .endsWith("data: 5000\n\n");
    }
}
