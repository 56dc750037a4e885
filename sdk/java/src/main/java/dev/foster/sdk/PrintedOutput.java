package dev.foster.sdk;

import dev.foster.plugin.protocol.wire.StdioData.Channel;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * Makes {@code System.out} and {@code System.err} the host's. The standard output of the process
 * itself is not for printing: its first line is the handshake, and the host throws the rest away.
 */
final class PrintedOutput implements AutoCloseable {
    private final PrintStream out = System.out;
    private final PrintStream error = System.err;

    PrintedOutput(StdioBuffer buffer) {
        System.setOut(stream(buffer, Channel.STDOUT, out.charset()));
        System.setErr(stream(buffer, Channel.STDERR, error.charset()));
    }

    private static PrintStream stream(StdioBuffer buffer, Channel channel, Charset charset) {
        return new PrintStream(new Printed(buffer, channel), true, charset);
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(error);
    }

    private static final class Printed extends OutputStream {
        private final StdioBuffer buffer;
        private final Channel channel;

        Printed(StdioBuffer buffer, Channel channel) {
            this.buffer = buffer;
            this.channel = channel;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            buffer.write(channel, bytes, offset, length);
        }
    }
}
