package dev.foster.control.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes that come from the other end, with the parts that both ends' messages share. */
final class HttpInput {
    private static final String NAME_SIGNS = "!#$%&'*+-.^_`|~";

    private final ReadableByteChannel channel;
    private final int lineBytes;
    private final int headerLines;
    private final ByteBuffer buffer = ByteBuffer.allocate(8 << 10).flip();

    HttpInput(ReadableByteChannel channel, int lineBytes, int headerLines) {
        this.channel = channel;
        this.lineBytes = lineBytes;
        this.headerLines = headerLines;
    }

    /** Waits for a byte without taking it; false when the other end has closed. */
    boolean awaitByte() throws IOException {
        if (buffer.hasRemaining()) {
            return true;
        }
        buffer.clear();
        int count = channel.read(buffer);
        buffer.flip();
        return count > 0;
    }

    private byte next() throws IOException {
        if (!awaitByte()) {
            throw new EOFException("the connection ended in the middle of a message");
        }
        return buffer.get();
    }

    /** Reads at most so many bytes; -1 at the end of the connection. */
    int read(byte[] target, int offset, int length) throws IOException {
        if (!awaitByte()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, offset, count);
        return count;
    }

    /** A line without its CR LF, byte for byte. A line that ends otherwise is an attack. */
    String line() throws IOException {
        var line = new StringBuilder();
        for (byte b = next(); b != '\r'; b = next()) {
            if (b == '\n') {
                throw HttpProblem.malformed("a line ends without a carriage return");
            }
            if (line.length() == lineBytes) {
                throw new HttpProblem(431, "a line is longer than " + lineBytes + " bytes");
            }
            line.append((char) (b & 0xff));
        }
        if (next() != '\n') {
            throw HttpProblem.malformed("a carriage return stands inside a line");
        }
        return line.toString();
    }

    Headers headers() throws IOException {
        List<Headers.Line> lines = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (lines.size() == headerLines) {
                throw new HttpProblem(431, "there are more than " + headerLines + " header lines");
            }
            lines.add(header(line));
        }
        return new Headers(lines);
    }

    private static Headers.Line header(String line) throws HttpProblem {
        int colon = line.indexOf(':');
        String name = line.substring(0, Math.max(0, colon));
        // This also refuses folded lines: they begin with a space.
        if (!isToken(name)) {
            throw HttpProblem.malformed("a header line has no proper name");
        }
        String value = line.substring(colon + 1).strip();
        if (!value.chars().allMatch(c -> c == '\t' || (c >= 0x20 && c != 0x7f))) {
            throw HttpProblem.malformed("the header " + name + " holds a control character");
        }
        return new Headers.Line(name, value);
    }

    static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(
                                c ->
                                        (c >= 'a' && c <= 'z')
                                                || (c >= 'A' && c <= 'Z')
                                                || (c >= '0' && c <= '9')
                                                || NAME_SIGNS.indexOf(c) >= 0);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
