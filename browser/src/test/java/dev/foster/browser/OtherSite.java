package dev.foster.browser;

import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Somebody else's web site, at another port of this machine: one page, which means no good. */
final class OtherSite implements AutoCloseable {
    private final HttpServer server;

    /**
     * @param page what is shown at every path
     */
    OtherSite(String page) {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        server.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().set("content-type", "text/html; charset=utf-8");
                    exchange.sendResponseHeaders(200, bytes.length);
                    try (exchange) {
                        exchange.getResponseBody().write(bytes);
                    }
                });
        server.start();
    }

    /**
     * Where it is.
     *
     * @param host {@code 127.0.0.1} is the same site as the dashboard to a browser, {@code
     *     localhost} is another
     */
    String address(String host) {
        return "http://" + host + ":" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
