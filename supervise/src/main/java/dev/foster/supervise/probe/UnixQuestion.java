package dev.foster.supervise.probe;

import dev.foster.supervise.probe.ProbeResult.Good;
import dev.foster.supervise.spec.Probe;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** Does it accept a connection at a Unix domain socket? A file that nobody serves is not enough. */
record UnixQuestion(Probe.Unix probe) implements ConnectedQuestion {
    private static final System.Logger LOG = System.getLogger("dev.foster.supervise");

    @Override
    public ProbeResult converse(RunningAttempt attempt) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // While its queue is full, this waits.
            attempt.hold(() -> close(channel));
            channel.connect(UnixDomainSocketAddress.of(probe.path()));
            return new Good();
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException failed) {
            LOG.log(Level.DEBUG, "closing a probe's connection failed", failed);
        }
    }
}
