package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** A client that says exactly what a test tells it to. */
public final class RawClient implements AutoCloseable {
    static final String QUIET = "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n";
    private static final String PING = "PING\r\n";
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final String info;

    private RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        info = line();
    }

    public static RawClient connect(int port) throws IOException {
        return new RawClient(port);
    }

    /** Connected without answers to each command, and known to be served. */
    public static RawClient quiet(int port) throws IOException {
        RawClient client = new RawClient(port);
        client.send(QUIET);
        client.sync();
        return client;
    }

    public String info() {
        return info;
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException e) {
            // The server had enough of us before we were done: what it said can still be read.
            assertThat(e).hasMessageMatching("(?s).*(reset|Broken pipe).*");
        }
        return this;
    }

    RawClient halfClose() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Waits until the server has carried out everything sent so far. */
    public RawClient sync() throws IOException {
        return send(PING).expect("PONG\r\n");
    }

    /** Hears this next; a PING that is no part of it is answered and passed over. */
    public RawClient expect(String text) throws IOException {
        StringBuilder heard = new StringBuilder();
        for (String line : text.split("(?<=\n)", -1)) {
            if (!line.isEmpty() && !line.equals(PING)) {
                answerPings();
            }
            heard.append(read(line.length()));
        }
        assertThat(heard.toString()).isEqualTo(text);
        return this;
    }

    /** A server makes sure of its client two seconds after CONNECT, whatever it says else. */
    private void answerPings() throws IOException {
        while (isPing()) {
            send("PONG\r\n");
        }
    }

    /** Takes it, or nothing; reads no further than the next bytes are those of a PING. */
    private boolean isPing() throws IOException {
        in.mark(PING.length());
        for (int index = 0; index < PING.length(); index++) {
            if (next() != PING.charAt(index)) {
                in.reset();
                return false;
            }
        }
        return true;
    }

    /** This many bytes, or fewer with a mark at the server's end. */
    public String read(int length) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (read.size() < length) {
            int value = next();
            if (value < 0) {
                return read.toString(ISO_8859_1) + "<end>";
            }
            read.write(value);
        }
        return read.toString(ISO_8859_1);
    }

    public String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.isEmpty() || line.charAt(line.length() - 1) != '\n') {
            int value = next();
            if (value < 0) {
                return line + "<end>";
            }
            line.append((char) value);
        }
        return line.toString();
    }

    /** Everything until the server closes. */
    public String rest() throws IOException {
        return read(Integer.MAX_VALUE);
    }

    private int next() throws IOException {
        try {
            return in.read();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server neither answered nor closed in time", e);
        } catch (SocketException e) {
            return -1;
        }
    }

    InputStream in() {
        return in;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
