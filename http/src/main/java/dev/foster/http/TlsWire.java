package dev.foster.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** The bytes inside TLS 1.2 or 1.3. */
final class TlsWire implements Wire {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String NEWEST = "TLSv1.3";

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ReentrantLock writing = new ReentrantLock();
    // All three stand ready to be read from.
    private ByteBuffer sealedInput;
    private ByteBuffer input;
    private ByteBuffer sealedOutput;
    private boolean agreed;
    private boolean ended;

    TlsWire(SocketChannel channel, SSLContext context) {
        this.channel = channel;
        this.engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {NEWEST, "TLSv1.2"});
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        engine.setSSLParameters(parameters);
        int packet = engine.getSession().getPacketBufferSize();
        sealedInput = ByteBuffer.allocate(packet).flip();
        sealedOutput = ByteBuffer.allocate(packet).flip();
        input = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
    }

    @Override
    public void open() throws IOException {
        try {
            engine.beginHandshake();
            shakeHands();
            agreed = true;
        } catch (SSLException refused) {
            // The reason is ready to be sent: it spares the other end a riddle.
            int sent = 1;
            while (sent > 0 && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                sent = seal(NOTHING);
            }
            throw refused;
        }
    }

    private void shakeHands() throws IOException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_WRAP -> seal(NOTHING);
                case NEED_TASK -> runTasks();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!unseal()) {
                        throw new EOFException("the client left in the middle of the handshake");
                    }
                }
                case FINISHED, NOT_HANDSHAKING -> {
                    return;
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        while (!input.hasRemaining()) {
            if (ended || !unseal()) {
                ended = true;
                return -1;
            }
        }
        int count = Math.min(target.remaining(), input.remaining());
        target.put(input.slice(input.position(), count));
        input.position(input.position() + count);
        return count;
    }

    /** One step forward; false when the client has said its last. */
    private boolean unseal() throws IOException {
        input.clear();
        SSLEngineResult result;
        try {
            result = engine.unwrap(sealedInput, input);
        } finally {
            input.flip();
        }
        return switch (result.getStatus()) {
            case CLOSED -> false;
            case BUFFER_UNDERFLOW -> more();
            case BUFFER_OVERFLOW -> {
                int size = engine.getSession().getApplicationBufferSize();
                input = ByteBuffer.allocate(Math.max(size, 2 * input.capacity())).flip();
                yield true;
            }
            case OK -> {
                answer(result.getHandshakeStatus());
                yield true;
            }
        };
    }

    private boolean more() throws IOException {
        int size = engine.getSession().getPacketBufferSize();
        if (sealedInput.capacity() < size) {
            sealedInput = ByteBuffer.allocate(size).put(sealedInput);
        } else {
            sealedInput.compact();
        }
        try {
            return channel.read(sealedInput) >= 0;
        } finally {
            sealedInput.flip();
        }
    }

    /** What the newest TLS asks for between two messages; older ones would begin all over. */
    private void answer(HandshakeStatus status) throws IOException {
        if (!agreed || status == HandshakeStatus.NOT_HANDSHAKING) {
            return;
        }
        if (!engine.getSession().getProtocol().equals(NEWEST)) {
            throw new SSLException("the client wants to shake hands again");
        }
        if (status == HandshakeStatus.NEED_TASK) {
            runTasks();
        } else if (status == HandshakeStatus.NEED_WRAP) {
            seal(NOTHING);
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int before = source.remaining();
        while (source.hasRemaining() && source.remaining() == before) {
            if (seal(source) == 0) {
                throw new SSLException("the connection takes nothing more");
            }
        }
        return before - source.remaining();
    }

    /** Sends one record; how long it was. */
    private int seal(ByteBuffer source) throws IOException {
        writing.lock();
        try {
            SSLEngineResult result = engine.wrap(source, sealedOutput.clear());
            while (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                int size = engine.getSession().getPacketBufferSize();
                sealedOutput = ByteBuffer.allocate(Math.max(size, 2 * sealedOutput.capacity()));
                result = engine.wrap(source, sealedOutput);
            }
            sealedOutput.flip();
            while (sealedOutput.hasRemaining()) {
                channel.write(sealedOutput);
            }
            return result.bytesProduced();
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        engine.closeOutbound();
        int sent = 1;
        while (sent > 0 && !engine.isOutboundDone()) {
            sent = seal(NOTHING);
        }
        channel.shutdownOutput();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
