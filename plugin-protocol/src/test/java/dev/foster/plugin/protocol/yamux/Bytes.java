package dev.foster.plugin.protocol.yamux;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Reading and writing whole pieces of text and data. */
final class Bytes {
    private Bytes() {}

    static ByteBuffer of(String text) {
        return StandardCharsets.UTF_8.encode(text);
    }

    static byte[] random(long seed, int size) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Everything up to the end of the stream. */
    static byte[] all(YamuxStream stream) throws IOException {
        var bytes = new ByteArrayOutputStream();
        Channels.newInputStream(stream).transferTo(bytes);
        return bytes.toByteArray();
    }

    /** Everything up to the end of the stream, as text. */
    static String allText(YamuxStream stream) throws IOException {
        return new String(all(stream), StandardCharsets.UTF_8);
    }

    /** So much of the stream. */
    static String text(YamuxStream stream, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && stream.read(bytes) >= 0) {}
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }

    /** Sends back what comes, until it ends. */
    static void echo(YamuxStream stream) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(10_000);
        while (stream.read(bytes) >= 0) {
            stream.write(bytes.flip());
            bytes.clear();
        }
        stream.closeOutput();
    }
}
