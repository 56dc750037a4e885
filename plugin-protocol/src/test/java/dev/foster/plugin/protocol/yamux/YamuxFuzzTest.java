package dev.foster.plugin.protocol.yamux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Random frames, most of them nearly right, against a session that accepts and echoes. A run that
 * fails names its seed; {@code -Dfoster.fuzz.seed=N} makes the same choices again.
 */
@DisplayName("[24.58] yamux against random frames")
@Timeout(120)
final class YamuxFuzzTest {
    private static final int ROUNDS = 300;

    @TempDir Path folder;

    @Test
    void noSequenceOfFramesHangsOrLeaks() throws Exception {
        Long wanted = Long.getLong("foster.fuzz.seed");
        long first = wanted != null ? wanted : System.nanoTime();
        Leaks before = WarmUp.snapshot(folder);
        for (long seed = first; seed < first + (wanted != null ? 1 : ROUNDS); seed++) {
            try {
                round(new Random(seed));
            } catch (Exception | AssertionError failure) {
                throw new AssertionError("with -Dfoster.fuzz.seed=" + seed, failure);
            }
        }
        before.assertNothingLeft();
        VirtualThreads.assertNoneNamed("foster-yamux");
        VirtualThreads.assertNoneNamed("fuzz");
    }

    private void round(Random random) throws Exception {
        SocketPair pair = SocketPair.unix(folder);
        boolean client = random.nextBoolean();
        YamuxSession session =
                client
                        ? YamuxSession.client(pair.accepted(), YamuxOptions.ofDefaults())
                        : YamuxSession.server(pair.accepted(), YamuxOptions.ofDefaults());
        Thread.ofVirtual().name("fuzz-user").start(() -> use(session));
        Thread.ofVirtual().name("fuzz-drain").start(() -> drain(pair.dialled()));
        try {
            for (int count = random.nextInt(500); count > 0; count--) {
                pair.dialled().write(frame(random, client));
            }
        } catch (IOException itEndedEarlier) {
            assertThat(session.reason()).as("the session ended for a reason").isPresent();
        }
        pair.close();
        session.ended().get(10, TimeUnit.SECONDS);
        assertThat(session.streams()).isZero();
        assertThat(session.reason().orElseThrow()).hasMessageNotContaining("session failed");
    }

    private static void use(YamuxSession session) {
        try {
            session.open().write(ByteBuffer.allocate(100));
            while (true) {
                YamuxStream stream = session.accept();
                Thread.ofVirtual()
                        .name("fuzz-echo")
                        .start(
                                () -> {
                                    try {
                                        Bytes.echo(stream);
                                    } catch (IOException end) {
                                        stream.reset();
                                    }
                                });
            }
        } catch (IOException end) {
            session.close();
        }
    }

    private static void drain(SocketChannel channel) {
        try {
            ByteBuffer bytes = ByteBuffer.allocate(10_000);
            while (channel.read(bytes.clear()) >= 0) {}
        } catch (IOException end) {
            // The round is over.
        }
    }

    /**
     * Ids, flags and lengths from small ranges, so that frames meet the same streams; most ids are
     * such as the peer may use, or the session would be over at once.
     */
    private static ByteBuffer frame(Random random, boolean client) {
        int type = random.nextInt(100) == 0 ? random.nextInt(256) : random.nextInt(3);
        int flags = random.nextInt(2) == 0 ? 0 : 1 << random.nextInt(5);
        if (random.nextInt(20) == 0) {
            flags = random.nextInt(0x10000);
        }
        int stream = 2 * random.nextInt(20) + (client ? 2 : 1);
        if (random.nextInt(10) == 0) {
            stream = client ? 1 : 2;
        } else if (random.nextInt(200) == 0) {
            stream = random.nextInt();
        }
        int payload = type == FrameHeader.DATA ? random.nextInt(2000) : 0;
        long length = type == FrameHeader.DATA ? payload : random.nextInt(100_000);
        if (random.nextInt(200) == 0) {
            length = Integer.toUnsignedLong(random.nextInt());
        }
        return new FrameHeader(type, flags, stream, length).encoded(ByteBuffer.allocate(payload));
    }
}
