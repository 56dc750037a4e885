package dev.foster.cli.mcp.link;

import dev.foster.http.Headers;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** To a server at a URL. */
public final class UrlLink implements ServerLink {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .build();
    private final URI url;
    private final Optional<String> token;

    public UrlLink(URI url, Optional<String> token) {
        this.url = url;
        this.token = token;
    }

    @Override
    public LinkResponse ask(String method, Headers headers, Optional<byte[]> body)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url)
                        .method(
                                method,
                                body.map(BodyPublishers::ofByteArray)
                                        .orElseGet(BodyPublishers::noBody));
        headers.lines().forEach(line -> request.header(line.name(), line.value()));
        if (body.isPresent()) {
            request.header("content-type", "application/json");
        }
        token.ifPresent(text -> request.header("authorization", "Bearer " + text));
        try {
            return new UrlAnswer(http.send(request.build(), BodyHandlers.ofInputStream()));
        } catch (ConnectException nobody) {
            throw new Unreachable(nobody);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("the wait was ended");
            interrupted.initCause(ended);
            throw interrupted;
        }
    }

    @Override
    public void check() {
        try (LinkResponse answer =
                ask("GET", Headers.of("accept", "text/event-stream"), Optional.empty())) {
            if (answer.status() == UNAUTHORIZED || answer.status() == FORBIDDEN) {
                throw LinkProblem.refused(place(), answer.status());
            }
        } catch (IOException failure) {
            throw LinkProblem.nobody(place());
        }
    }

    @Override
    public String place() {
        return url.toString();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private record UrlAnswer(HttpResponse<InputStream> response) implements LinkResponse {
        @Override
        public int status() {
            return response.statusCode();
        }

        @Override
        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        @Override
        public InputStream body() {
            return response.body();
        }

        @Override
        public void close() {
            try {
                response.body().close();
            } catch (IOException alreadyBroken) {
                // Then it has ended, which is all that was wanted.
            }
        }
    }
}
