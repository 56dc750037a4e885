package dev.foster.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The requests of one connection as Netty's codec takes them, up to the first that it refuses. It
 * is given one byte at a time, and so it shows where each of them ends.
 */
final class NettyReading {
    private static final int LONGEST = 64 << 10;

    /**
     * A request.
     *
     * @param end how many bytes it and those before it have
     */
    record Request(
            String method,
            String target,
            String version,
            List<Headers.Line> headers,
            String body,
            int end) {

        List<String> all(String name) {
            return new Headers(headers).all(name);
        }
    }

    private final List<Request> requests = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();
    private @Nullable HttpRequest head;
    private boolean refused;

    private NettyReading() {}

    static List<Request> of(String text) {
        var reading = new NettyReading();
        var config =
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(LONGEST)
                        .setMaxHeaderSize(LONGEST)
                        .setMaxChunkSize(LONGEST);
        var channel = new EmbeddedChannel(new HttpRequestDecoder(config));
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < bytes.length && !reading.refused; at++) {
            var _ = channel.writeInbound(Unpooled.wrappedBuffer(bytes, at, 1));
            for (HttpObject part = channel.readInbound();
                    part != null;
                    part = channel.readInbound()) {
                reading.take(part, at + 1);
                ReferenceCountUtil.release(part);
            }
        }
        var _ = channel.finishAndReleaseAll();
        return reading.requests;
    }

    private void take(HttpObject part, int end) {
        refused = refused || part.decoderResult().isFailure();
        if (refused) {
            return;
        }
        if (part instanceof HttpRequest request) {
            head = request;
            body.setLength(0);
        }
        if (part instanceof HttpContent content) {
            body.append(content.content().toString(StandardCharsets.ISO_8859_1));
        }
        if (part instanceof LastHttpContent && head != null) {
            requests.add(request(head, end));
        }
    }

    private Request request(HttpRequest its, int end) {
        List<Headers.Line> lines = new ArrayList<>();
        for (Map.Entry<String, String> line : its.headers()) {
            lines.add(new Headers.Line(line.getKey(), line.getValue()));
        }
        return new Request(
                its.method().name(),
                its.uri(),
                its.protocolVersion().text(),
                List.copyOf(lines),
                body.toString(),
                end);
    }
}
