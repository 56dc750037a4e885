package dev.foster.http;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** How the system treats a connection over TCP. */
final class SocketOptions {
    private static final int SILENT_SECONDS = 60;
    private static final int BETWEEN_SECONDS = 15;
    private static final int QUESTIONS = 4;

    private SocketOptions() {}

    static void apply(SocketChannel channel) throws IOException {
        if (!(channel.getLocalAddress() instanceof InetSocketAddress)) {
            return;
        }
        // Events are small and should not wait for each other.
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // A client that lost its power says no farewell. Left alone, the system asks after 2 hours.
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, SILENT_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, BETWEEN_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, QUESTIONS);
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value)
            throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }
}
