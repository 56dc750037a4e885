package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** What a fault inside a server costs: the client that met it, and nobody else. */
@Timeout(60)
class FaultyServerTest {
    private static final String ASK = "GET / HTTP/1.0\r\n\r\n";

    private final Leaks before = warmSnapshot();

    private static Leaks warmSnapshot() {
        try (HttpServer first = HttpServer.onLoopback(0, HttpLimits.defaults(), _ -> ok())) {
            RawConnection.ask(first.address(), ASK);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
        return Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private static HttpResponse ok() {
        return HttpResponse.of(200, "text/plain", "here");
    }

    /** Makes engines, but for the second and the third it has no memory. */
    private static final class ShortOfMemory extends SSLContextSpi {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            int number = asked.incrementAndGet();
            if (number == 2 || number == 3) {
                throw new OutOfMemoryError("in a test");
            }
            try {
                return SSLContext.getDefault().createSSLEngine();
            } catch (GeneralSecurityException none) {
                throw new AssertionError(none);
            }
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return engineCreateSSLEngine();
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("ready as it is");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void anErrorInTakingAClientInCostsThatClientOnly() throws Exception {
        var spi = new ShortOfMemory();
        var context =
                new SSLContext(spi, SSLContext.getDefault().getProvider(), "short of memory") {};
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        try (HttpServer server =
                HttpServer.on(address, Optional.of(context), HttpLimits.defaults(), _ -> ok())) {
            for (int i = 0; i < 3; i++) {
                // Each is closed without a word; the third because plain text is no TLS.
                assertThat(RawConnection.ask(server.address(), ASK)).doesNotContain("200");
            }

            assertThat(spi.asked).hasValue(4);
            assertThat(server.pulse().alive()).isTrue();
            assertThat(server.pulse().busyNanos()).isZero();
        }
    }

    @Test
    void anErrorInAHandlerIsAnAnswerAndTheNextRequestIsServed() throws IOException {
        var asked = new AtomicInteger();
        try (HttpServer server =
                HttpServer.onLoopback(
                        0,
                        HttpLimits.defaults(),
                        _ -> {
                            if (asked.incrementAndGet() == 1) {
                                throw new NoClassDefFoundError("in a test");
                            }
                            return ok();
                        })) {
            assertThat(RawConnection.ask(server.address(), ASK)).contains("500");
            assertThat(RawConnection.ask(server.address(), ASK)).contains("200");
        }
    }

    @Test
    void aServerThatWasClosedIsNotMissed() throws IOException {
        HttpServer server = HttpServer.onLoopback(0, HttpLimits.defaults(), _ -> ok());
        server.close();

        assertThat(server.pulse().alive()).isTrue();
        assertThatThrownBy(server::address).isInstanceOf(IllegalStateException.class);
    }
}
