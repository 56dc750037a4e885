package dev.foster.supervise.probe;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** As much of HTTP/2 without encryption as one small call needs. */
final class Http2 {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int GO_AWAY = 7;
    static final int CONTINUATION = 9;
    private static final int SETTINGS = 4;
    private static final int PING = 6;

    private static final int END_STREAM = 1;
    private static final int ACKNOWLEDGE = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int PRIORITY = 0x20;
    private static final int HEADER_TABLE_SIZE = 1;
    private static final int ENABLE_PUSH = 2;

    /** What a frame may hold unless we allow more. */
    private static final int LARGEST_FRAME = 16 * 1024;

    /** The first three bytes of an answer of HTTP/1, where a frame has its length. */
    private static final int HTT = 'H' << 16 | 'T' << 8 | 'T';

    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final DataInputStream in;
    private final OutputStream out;

    Http2(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, 4096));
        this.out = out;
    }

    /**
     * A frame that came.
     *
     * @param content what it carries, without padding
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Frame(int type, int flags, byte[] content) {
        boolean endsStream() {
            return (flags & END_STREAM) != 0;
        }

        boolean endsHeaders() {
            return (flags & END_HEADERS) != 0;
        }

        /** A number of 32 bits in it; 0 where it is too short. */
        long number(int at) {
            return content.length < at + 4 ? 0 : ByteBuffer.wrap(content).getInt(at) & 0xffff_ffffL;
        }
    }

    /** Says hello; the other side may send its own hello later, with its first frames. */
    void open() throws IOException {
        var settings = ByteBuffer.allocate(12);
        settings.putShort((short) HEADER_TABLE_SIZE).putInt(0);
        settings.putShort((short) ENABLE_PUSH).putInt(0);
        var hello = new ByteArrayOutputStream();
        hello.writeBytes(PREFACE);
        hello.writeBytes(frame(SETTINGS, 0, 0, settings.array()));
        out.write(hello.toByteArray());
    }

    /** Sends one call with its whole body. */
    void call(int stream, String authority, String path, byte[] body) throws IOException {
        var headers = new ByteArrayOutputStream();
        header(headers, ":method", "POST");
        header(headers, ":scheme", "http");
        header(headers, ":path", path);
        header(headers, ":authority", authority);
        header(headers, "content-type", "application/grpc");
        header(headers, "te", "trailers");
        header(headers, "user-agent", "foster");
        if (headers.size() > LARGEST_FRAME || body.length > LARGEST_FRAME) {
            throw new IOException("cannot ask: the name of the host or service is too long");
        }
        var call = new ByteArrayOutputStream();
        call.writeBytes(frame(HEADERS, END_HEADERS, stream, headers.toByteArray()));
        call.writeBytes(frame(DATA, END_STREAM, stream, body));
        out.write(call.toByteArray());
        out.flush();
    }

    /** The next frame that is not about the connection itself; those are answered here. */
    Frame next() throws IOException {
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            if (length > LARGEST_FRAME) {
                throw new IOException(
                        length == HTT
                                ? "it speaks HTTP/1, not the HTTP/2 of gRPC"
                                : "it does not speak the HTTP/2 of gRPC");
            }
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            in.readInt();
            byte[] content = new byte[length];
            in.readFully(content);
            if (type == SETTINGS && (flags & ACKNOWLEDGE) == 0) {
                out.write(frame(SETTINGS, ACKNOWLEDGE, 0, new byte[0]));
            } else if (type == PING && (flags & ACKNOWLEDGE) == 0) {
                out.write(frame(PING, ACKNOWLEDGE, 0, content));
            } else if (type == DATA || type == HEADERS) {
                return new Frame(type, flags, unpadded(type, flags, content));
            } else {
                return new Frame(type, flags, content);
            }
        }
    }

    private static byte[] unpadded(int type, int flags, byte[] content) throws IOException {
        int from = (flags & PADDED) != 0 ? 1 : 0;
        int to = content.length - (from == 1 && content.length > 0 ? content[0] & 0xff : 0);
        if (type == HEADERS && (flags & PRIORITY) != 0) {
            from += 5;
        }
        if (from > to) {
            throw new IOException("it does not speak the HTTP/2 of gRPC");
        }
        return Arrays.copyOfRange(content, from, to);
    }

    private static byte[] frame(int type, int flags, int stream, byte[] content) {
        return ByteBuffer.allocate(9 + content.length)
                .put((byte) (content.length >> 16))
                .putShort((short) content.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(content)
                .array();
    }

    /** A header in full, neither shortened nor to be remembered. */
    private static void header(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        int length = bytes.length;
        if (length < 0x7f) {
            block.write(length);
        } else {
            block.write(0x7f);
            for (length -= 0x7f; length > 0x7f; length >>>= 7) {
                block.write((length & 0x7f) | 0x80);
            }
            block.write(length);
        }
        block.writeBytes(bytes);
    }
}
