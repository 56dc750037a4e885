package dev.foster.plugin.protocol.multiplex;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;

/**
 * The settings of a stream as a Netty channel. gRPC sets options of sockets on whatever it opens; a
 * stream has none of them, and Netty would warn about each.
 */
final class StreamConfig extends DefaultChannelConfig {
    StreamConfig(Channel channel) {
        super(channel);
    }

    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        super.setOption(option, value);
        return true;
    }
}
