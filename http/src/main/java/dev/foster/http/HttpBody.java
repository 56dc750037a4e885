package dev.foster.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * The body of a message, ended by its length, by its last chunk, or with the connection. How long
 * it is must be said once and in one way: where two readers could differ, a second message could
 * hide in the first.
 */
final class HttpBody extends InputStream {
    private static final int LONGEST_CHUNK_DIGITS = 8;
    private static final int FIRST_BYTES = 16 << 10;

    private enum End {
        LENGTH,
        CHUNKS,
        CONNECTION
    }

    private final HttpInput input;
    private final End end;
    private long left;
    private boolean firstChunk = true;
    private boolean done;

    private HttpBody(HttpInput input, End end, long left) {
        this.input = input;
        this.end = end;
        this.left = left;
        this.done = end == End.LENGTH && left == 0;
    }

    /** The body of a request: without a length there is none. */
    static HttpBody ofRequest(HttpInput input, Headers headers) throws HttpProblem {
        return of(input, headers, End.LENGTH);
    }

    /** The body of a reply: without a length it ends with the connection. */
    static HttpBody ofReply(HttpInput input, Headers headers) throws HttpProblem {
        return of(input, headers, End.CONNECTION);
    }

    private static HttpBody of(HttpInput input, Headers headers, End otherwise) throws HttpProblem {
        List<String> lengths = headers.all("content-length");
        List<String> codings = headers.all("transfer-encoding");
        if (!codings.isEmpty()) {
            if (!lengths.isEmpty()) {
                throw HttpProblem.malformed("both a length and chunks are announced");
            }
            if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
                throw new HttpProblem(501, "the only transfer coding known here is chunked");
            }
            return new HttpBody(input, End.CHUNKS, 0);
        }
        if (lengths.size() > 1) {
            throw HttpProblem.malformed("the length is announced twice");
        }
        return lengths.isEmpty()
                ? new HttpBody(input, otherwise, 0)
                : new HttpBody(input, End.LENGTH, length(lengths.getFirst()));
    }

    private static long length(String text) throws HttpProblem {
        if (text.isEmpty() || text.length() > 15 || !text.chars().allMatch(HttpBody::isDigit)) {
            throw HttpProblem.malformed("the length is not a number");
        }
        return Long.parseLong(text);
    }

    /** The digits of ASCII only: Java knows many more. */
    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** Hears how much room is made for what comes, before it is made. */
    interface Room {
        void grow(int bytes) throws HttpProblem;
    }

    /** Whether there is none, as far as the head tells. */
    boolean isEmpty() {
        return done;
    }

    /** Whether all of it has come along with the head. */
    boolean isHere() {
        return end == End.LENGTH && left <= input.buffered();
    }

    /** Whether it is said not to be longer than this. */
    boolean isWithin(int bytes) {
        return end == End.LENGTH && left <= bytes;
    }

    /** Reads it away. */
    void skipAll() throws IOException {
        byte[] away = new byte[FIRST_BYTES];
        int count = 0;
        while (count >= 0) {
            count = read(away, 0, away.length);
        }
    }

    /** All of it, if it is not longer than this. */
    byte[] all(int limit) throws IOException {
        return all(limit, _ -> {});
    }

    /** The same, with an account of the room it takes. */
    byte[] all(int limit, Room room) throws IOException {
        if (end == End.LENGTH && left > limit) {
            throw tooLong(limit);
        }
        // What is announced costs nothing yet: the room grows with what has come.
        int first = (int) Math.min(FIRST_BYTES, end == End.LENGTH ? left : limit);
        room.grow(first);
        byte[] bytes = new byte[first];
        int size = 0;
        while (true) {
            if (size == bytes.length) {
                if (done) {
                    return bytes;
                }
                int more = roomAfter(size, limit);
                room.grow(more);
                bytes = Arrays.copyOf(bytes, more);
            }
            int count = read(bytes, size, bytes.length - size);
            if (count < 0) {
                return Arrays.copyOf(bytes, size);
            }
            size += count;
            if (size > limit) {
                throw tooLong(limit);
            }
        }
    }

    private int roomAfter(int size, int limit) {
        long most = end == End.LENGTH ? size + left : limit + 1L;
        return (int) Math.min(Math.max(2L * size, FIRST_BYTES), most);
    }

    private static HttpProblem tooLong(int limit) {
        return new HttpProblem(413, "the body is longer than " + limit + " bytes");
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!done && end == End.CHUNKS && left == 0) {
            nextChunk();
        }
        if (done) {
            return -1;
        }
        int most = end == End.CONNECTION ? length : (int) Math.min(length, left);
        int count = input.read(target, offset, most);
        if (count < 0) {
            if (end != End.CONNECTION) {
                throw new EOFException("the connection ended in the middle of a body");
            }
            done = true;
            return -1;
        }
        left -= count;
        done = end == End.LENGTH && left == 0;
        return count;
    }

    private void nextChunk() throws IOException {
        if (!firstChunk && !input.line().isEmpty()) {
            throw HttpProblem.malformed("a chunk is longer than announced");
        }
        firstChunk = false;
        String line = input.line();
        int semicolon = line.indexOf(';');
        String digits = semicolon < 0 ? line : line.substring(0, semicolon);
        if (semicolon >= 0) {
            checkExtensions(line.substring(semicolon + 1));
        }
        if (digits.isEmpty()
                || digits.length() > LONGEST_CHUNK_DIGITS
                || !digits.chars().allMatch(c -> c < 0x80 && Character.digit(c, 16) >= 0)) {
            throw HttpProblem.malformed("the length of a chunk is not a number");
        }
        left = Long.parseLong(digits, 16);
        if (left == 0) {
            // What follows the last chunk are header lines again; nobody needs them.
            input.headers();
            done = true;
        }
    }

    /** They mean nothing to anybody here, but what is none may be a length to somebody else. */
    private static void checkExtensions(String text) throws HttpProblem {
        for (String extension : text.split(";", -1)) {
            int equals = extension.indexOf('=');
            if (!HttpInput.isToken(equals < 0 ? extension : extension.substring(0, equals))
                    || (equals >= 0 && !HttpInput.isToken(extension.substring(equals + 1)))) {
                throw HttpProblem.malformed("what follows the length of a chunk is no extension");
            }
        }
    }
}
