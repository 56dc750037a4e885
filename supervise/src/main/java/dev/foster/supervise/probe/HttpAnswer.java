package dev.foster.supervise.probe;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An answer of HTTP/1, of which only the status matters; nothing of it is kept. */
final class HttpAnswer {
    private static final int LARGEST_HEAD = 64 * 1024;
    private static final int LARGEST_BODY = 64 * 1024;
    private static final int BODY_MILLIS = 100;
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})( .*)?");

    private final InputStream in;
    private int headSize;
    private int status;

    HttpAnswer(InputStream in) {
        this.in = new BufferedInputStream(in, 2048);
    }

    int status() {
        return status;
    }

    /** Reads up to the empty line; answers that only announce the real one are passed over. */
    void readHead() throws IOException {
        do {
            String line = line();
            Matcher matcher = STATUS_LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IOException("it does not speak HTTP: " + ErrorWords.quote(line));
            }
            status = Integer.parseInt(matcher.group(1));
            while (!line.isEmpty()) {
                line = line();
            }
        } while (status < 200 && status != 101);
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException(
                        headSize == 0
                                ? "it closed the connection without an answer"
                                : "it closed the connection in the middle of its answer");
            }
            if (++headSize > LARGEST_HEAD) {
                throw new IOException("its answer's header does not end");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        headSize++;
        return line.toString();
    }

    /**
     * Takes a body of usual size off the connection, since closing it before would look like a
     * fault to the server. The status is known, so whatever happens here changes nothing.
     */
    void skipBody(Socket socket) throws IOException {
        long end = System.nanoTime() + BODY_MILLIS * 1_000_000L;
        byte[] rest = new byte[4096];
        int total = 0;
        while (total < LARGEST_BODY) {
            long left = (end - System.nanoTime()) / 1_000_000L;
            if (left <= 0) {
                return;
            }
            socket.setSoTimeout((int) left);
            int length = readSome(rest);
            if (length < 0) {
                return;
            }
            total += length;
        }
    }

    private int readSome(byte[] rest) {
        try {
            return in.read(rest);
        } catch (IOException enough) {
            return -1;
        }
    }
}
