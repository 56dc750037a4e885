package dev.foster.plugin;

import dev.foster.plugin.protocol.transport.EventLoops;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Speaks HTTP/2, and has no page that anybody asks for. */
final class WebServer extends ChannelInitializer<Channel> implements AutoCloseable {
    private final EventLoops.Lease threads = EventLoops.lease();
    private final Channel listening;

    private WebServer() {
        listening =
                new ServerBootstrap()
                        .group(threads.group())
                        .channel(NioServerSocketChannel.class)
                        .childHandler(this)
                        .bind(InetAddress.getLoopbackAddress(), 0)
                        .syncUninterruptibly()
                        .channel();
    }

    static WebServer start() {
        return new WebServer();
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @Override
    protected void initChannel(Channel connection) {
        connection.pipeline().addLast(Http2FrameCodecBuilder.forServer().build(), new NotFound());
    }

    private static final class NotFound extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            if (frame instanceof Http2HeadersFrame asked) {
                var answer =
                        new DefaultHttp2Headers().status("404").set("content-type", "text/html");
                var _ =
                        context.writeAndFlush(
                                new DefaultHttp2HeadersFrame(answer, true).stream(asked.stream()));
            }
        }
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        threads.close();
    }
}
