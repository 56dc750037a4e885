package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.supervise.spec.Probe;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;

/** A socket that accepts connections, and sockets that do not. */
class UnixProbeTest extends ProbeContract {
    @TempDir private Path folder;

    private Path path() {
        return folder.resolve("it.sock");
    }

    @Test
    void aSocketThatListensIsGood() throws Exception {
        try (ServerSocketChannel _ = listening(10)) {
            assertGood(new Probe.Unix(path()));
        }
    }

    @Test
    void aSocketThatIsNotThereIsBad() throws Exception {
        assertThat(whyBad(new Probe.Unix(path()))).isEqualTo("no such socket");
    }

    @Test
    void aSocketThatAnEarlierRunLeftIsBad() throws Exception {
        listening(10).close();

        assertThat(path()).exists();
        assertThat(whyBad(new Probe.Unix(path()))).isEqualTo("connection refused");
    }

    @Test
    void aNameThatIsTooLongForTheSystemIsBad() throws Exception {
        assertThat(whyBad(new Probe.Unix(folder.resolve("a".repeat(200)))))
                .contains("path too long");
    }

    @Test
    void aSocketThatAcceptsNoMoreIsBad() throws Exception {
        try (var full = new FullSocket()) {
            assertThat(whyBad(new Probe.Unix(full.path()))).isEqualTo("too many wait there");
        }
    }

    private ServerSocketChannel listening(int backlog) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path()), backlog);
        return server;
    }

    /** A socket whose queue is full, so that the kernel lets new connections wait. */
    private final class FullSocket implements AutoCloseable {
        private final ServerSocketChannel server = listening(1);
        private final ArrayList<SocketChannel> waiting = new ArrayList<>();

        FullSocket() throws IOException {
            boolean room = true;
            while (room) {
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                waiting.add(channel);
                channel.configureBlocking(false);
                room = connects(channel);
            }
        }

        private boolean connects(SocketChannel channel) {
            try {
                return channel.connect(UnixDomainSocketAddress.of(UnixProbeTest.this.path()));
            } catch (IOException _) {
                // Where others would wait, this one is told to try again.
                return false;
            }
        }

        Path path() {
            return UnixProbeTest.this.path();
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
            server.close();
        }
    }
}
