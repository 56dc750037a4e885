package dev.foster.bus.broker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS over a socket that never waits. Reading drives the handshake; what cannot be written yet
 * stays here until the socket takes it. Guarded by itself, as the reader and the writers of a
 * connection may be different threads.
 */
final class TlsTransport implements Transport {
    private final SocketChannel channel;
    private final SSLEngine engine;
    // All three are ready to be drained, except within a call.
    private final ByteBuffer received;
    private final ByteBuffer plain;
    private final ByteBuffer sealed;
    private final Runnable resume;
    private boolean ended;
    // The socket had nothing to complete the record with: only it can tell when to go on.
    private boolean starved;
    private boolean calculating;

    /** {@code resume} is called, from another thread, when reading should go on. */
    TlsTransport(SocketChannel channel, BrokerOptions.Tls upgrade, Runnable resume)
            throws IOException {
        this.channel = channel;
        this.resume = resume;
        engine = upgrade.context().createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(upgrade.verifies());
        engine.beginHandshake();
        int packet = engine.getSession().getPacketBufferSize();
        received = ByteBuffer.allocate(packet).limit(0);
        sealed = ByteBuffer.allocate(packet).limit(0);
        plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).limit(0);
    }

    synchronized boolean shaken() {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    }

    @Override
    public synchronized int read(ByteBuffer into) throws IOException {
        int copied = drain(into);
        while (copied == 0) {
            if (!answerHandshake()) {
                return 0;
            }
            SSLEngineResult result = unwrap();
            if (result.getStatus() == Status.CLOSED) {
                return -1;
            }
            if (result.getStatus() == Status.BUFFER_UNDERFLOW && !receive()) {
                return ended ? -1 : 0;
            }
            copied = drain(into);
        }
        return copied;
    }

    private int drain(ByteBuffer into) {
        int count = Math.min(plain.remaining(), into.remaining());
        into.put(into.position(), plain, plain.position(), count);
        into.position(into.position() + count);
        plain.position(plain.position() + count);
        return count;
    }

    private SSLEngineResult unwrap() throws IOException {
        plain.clear();
        SSLEngineResult result = engine.unwrap(received, plain);
        plain.flip();
        return result;
    }

    private boolean receive() throws IOException {
        received.compact();
        int count = channel.read(received);
        received.flip();
        ended |= count < 0;
        starved = count <= 0;
        return count > 0;
    }

    /** Does what the handshake asks of us; false if it waits for something else first. */
    private boolean answerHandshake() throws IOException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    calculate();
                    return false;
                }
                case NEED_WRAP -> {
                    if (!flushed()) {
                        return false;
                    }
                    seal(ByteBuffer.allocate(0));
                }
                default -> {
                    return flushed() || shaken();
                }
            }
        }
    }

    /** Keys are calculated elsewhere: the loop has other clients. */
    private void calculate() {
        if (calculating) {
            return;
        }
        calculating = true;
        Runnable task = engine.getDelegatedTask();
        Thread.ofVirtual()
                .name("bus-tls")
                .start(
                        () -> {
                            try {
                                task.run();
                            } finally {
                                calculated();
                            }
                        });
    }

    private void calculated() {
        synchronized (this) {
            calculating = false;
        }
        resume.run();
    }

    private int seal(ByteBuffer from) throws IOException {
        sealed.clear();
        SSLEngineResult result = engine.wrap(from, sealed);
        sealed.flip();
        if (result.getStatus() == Status.CLOSED && !sealed.hasRemaining()) {
            throw new IOException("cannot write to the client: it ended TLS");
        }
        return result.bytesConsumed();
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
        int taken = 0;
        while (from.hasRemaining() && shaken() && flushed()) {
            taken += seal(from);
        }
        return taken;
    }

    @Override
    public synchronized boolean flushed() throws IOException {
        if (sealed.hasRemaining()) {
            var _ = channel.write(sealed);
        }
        return !sealed.hasRemaining();
    }

    @Override
    public synchronized boolean holdsMore() {
        return plain.hasRemaining() || (received.hasRemaining() && !starved && !calculating);
    }
}
