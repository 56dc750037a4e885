package dev.foster.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bytes that come from the other end, with the parts that both ends' messages share. */
final class HttpInput {
    private static final int BUFFER_BYTES = 8 << 10;
    private static final int LARGEST_READ = 64 << 10;
    private static final String NAME_SIGNS = "!#$%&'*+-.^_`|~";

    private final ReadableByteChannel channel;
    private final int lineBytes;
    private final int headerLines;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).flip();
    private Optional<ReadAhead> ahead = Optional.empty();

    HttpInput(ReadableByteChannel channel, int lineBytes, int headerLines) {
        this.channel = channel;
        this.lineBytes = lineBytes;
        this.headerLines = headerLines;
    }

    /** How many bytes can be read without waiting. */
    int buffered() {
        return buffer.remaining();
    }

    /** Waits for a byte without taking it; false when the other end has closed. */
    boolean awaitByte() throws IOException {
        if (buffer.hasRemaining()) {
            return true;
        }
        buffer.clear();
        try {
            return ahead.isPresent() ? takeAhead(ahead.get()) : channel.read(buffer) > 0;
        } finally {
            buffer.flip();
        }
    }

    private boolean takeAhead(ReadAhead reader) throws IOException {
        boolean came = reader.take(buffer);
        if (reader.spent()) {
            ahead = Optional.empty();
        }
        return came;
    }

    /** Reads ahead to tell this one of the end; false if the end has come already. */
    boolean watch(Runnable end) {
        if (ahead.isPresent()) {
            return ahead.get().watch(end);
        }
        ahead = Optional.of(new ReadAhead(channel, BUFFER_BYTES, end));
        return true;
    }

    /** Nobody waits for the end any more. */
    void unwatch() {
        ahead.ifPresent(ReadAhead::unwatch);
    }

    private byte next() throws IOException {
        if (!awaitByte()) {
            throw new EOFException("the connection ended in the middle of a message");
        }
        return buffer.get();
    }

    /** Reads at most so many bytes; -1 at the end of the connection. */
    int read(byte[] target, int offset, int length) throws IOException {
        if (length >= BUFFER_BYTES && !buffer.hasRemaining() && ahead.isEmpty()) {
            // Much is wanted: straight to its place, but in pieces, as the JDK copies each of them.
            return channel.read(ByteBuffer.wrap(target, offset, Math.min(length, LARGEST_READ)));
        }
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
        String value = withoutBlanks(line, colon + 1);
        if (!value.chars().allMatch(c -> c == '\t' || (c >= 0x20 && c != 0x7f))) {
            throw HttpProblem.malformed("the header " + name + " holds a control character");
        }
        return new Headers.Line(name, value);
    }

    /**
     * The rest of a line without the spaces and tabs around it, and none of Java's other blanks.
     */
    private static String withoutBlanks(String line, int begin) {
        int from = begin;
        int to = line.length();
        while (from < to && isBlank(line.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(line.charAt(to - 1))) {
            to--;
        }
        return line.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
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
