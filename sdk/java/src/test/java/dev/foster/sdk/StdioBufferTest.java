package dev.foster.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.wire.StdioData;
import dev.foster.plugin.protocol.wire.StdioData.Channel;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** What is printed and not yet taken. */
class StdioBufferTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final StdioBuffer buffer = new StdioBuffer();

    @Test // [S7]
    void piecesAreSmallAndOfOneChannelEach() throws Exception {
        write(Channel.STDOUT, new byte[1500]);
        write(Channel.STDERR, new byte[10]);

        assertThat(take().getData().size()).isEqualTo(1024);
        assertThat(take()).matches(piece -> piece.getChannel() == Channel.STDERR);
        assertThat(take().getData().size()).isEqualTo(476);
        assertThat(buffer.drained(Duration.ZERO)).isTrue();
    }

    @Test // [S7]
    void whoPrintsMoreThanAPipeHoldsWaitsForTheHost() throws Exception {
        write(Channel.STDOUT, new byte[StdioBuffer.CAPACITY]);
        var done = new AtomicBoolean();
        Thread writer =
                Thread.startVirtualThread(
                        () -> {
                            write(Channel.STDOUT, new byte[1]);
                            done.set(true);
                        });
        Eventually.until(SOON, "it waits", () -> writer.getState() == Thread.State.WAITING);
        assertThat(done).isFalse();
        write(Channel.STDERR, new byte[1]); // the other channel has room of its own

        take();
        assertThat(writer.join(SOON)).isTrue();
        assertThat(done).isTrue();
    }

    @Test
    void theEndFreesWhoWaitsAndKeepsWhatIsThere() throws Exception {
        write(Channel.STDOUT, new byte[StdioBuffer.CAPACITY]);
        Thread writer = Thread.startVirtualThread(() -> write(Channel.STDOUT, new byte[9]));
        Eventually.until(SOON, "it waits", () -> writer.getState() == Thread.State.WAITING);

        buffer.close();
        assertThat(writer.join(SOON)).isTrue();
        for (int i = 0; i < StdioBuffer.CAPACITY / StdioBuffer.CHUNK; i++) {
            assertThat(take().getData().size()).isEqualTo(1024);
        }
        assertThat(next()).isEmpty();
    }

    @Test
    void aReaderThatNobodyWantsAnyMoreIsFreed() throws Exception {
        var over = new AtomicBoolean();
        var taken = new CompletableFuture<Optional<StdioData>>();
        Thread reader =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                taken.complete(buffer.take(() -> true, over::get));
                            } catch (InterruptedException interrupt) {
                                taken.completeExceptionally(interrupt);
                            }
                        });
        Eventually.until(SOON, "it waits", () -> reader.getState() == Thread.State.WAITING);
        over.set(true);
        buffer.wake();

        assertThat(reader.join(SOON)).isTrue();
        assertThat(taken).isCompletedWithValue(Optional.empty());
    }

    @Test
    void bytesComeOutInTheOrderTheyWentIn() throws Exception {
        var random = new Random(7);
        var written = new ByteArrayOutputStream();
        var taken = new ByteArrayOutputStream();
        Thread writer =
                Thread.startVirtualThread(
                        () -> {
                            for (int i = 0; i < 500; i++) {
                                var bytes = new byte[random.nextInt(5_000)];
                                random.nextBytes(bytes);
                                written.writeBytes(bytes);
                                write(Channel.STDERR, bytes);
                            }
                            buffer.close();
                        });
        for (Optional<StdioData> piece = next(); piece.isPresent(); piece = next()) {
            piece.get().getData().writeTo(taken);
        }
        writer.join();

        assertThat(taken.toByteArray()).isEqualTo(written.toByteArray());
    }

    private StdioData take() throws InterruptedException {
        return next().orElseThrow();
    }

    private Optional<StdioData> next() throws InterruptedException {
        return buffer.take(() -> true, () -> false);
    }

    private void write(Channel channel, byte[] bytes) {
        try {
            buffer.write(channel, bytes, 0, bytes.length);
        } catch (InterruptedIOException interrupt) {
            throw new AssertionError(interrupt);
        }
    }
}
