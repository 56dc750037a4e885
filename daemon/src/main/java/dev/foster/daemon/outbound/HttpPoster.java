package dev.foster.daemon.outbound;

import dev.foster.process.Quantities;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Posts JSON to web servers. It is bounded in time whatever the server does, goes nowhere it was
 * not sent (no redirects), and never says where it went: addresses hold secrets.
 *
 * <p>What it needs of the JDK is loaded with the first request.
 */
public final class HttpPoster implements AutoCloseable {
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private Optional<Line> line = Optional.empty();
    private boolean closed;

    /** The client and its threads. */
    private record Line(HttpClient client, ExecutorService executor) {}

    /** What came of a request. */
    public sealed interface Outcome {
        record Answered(int status) implements Outcome {}

        /**
         * Nobody answered.
         *
         * @param why such as {@code connection refused}
         */
        record Failed(String why) implements Outcome {}
    }

    /**
     * Posts and waits for the status of the answer.
     *
     * @param address a name and a password in it are sent as such, not as part of it
     * @param limit how long all of it may take
     */
    public Outcome post(URI address, Map<String, String> headers, byte[] body, Duration limit)
            throws InterruptedException {
        var status = new AtomicInteger();
        CompletableFuture<HttpResponse<Void>> answer;
        try {
            answer =
                    line().client()
                            .sendAsync(
                                    request(address, headers, body),
                                    head -> {
                                        status.set(head.statusCode());
                                        return HttpResponse.BodySubscribers.discarding();
                                    });
        } catch (IllegalArgumentException unsendable) {
            // Its message may quote the value of a header, which is nobody's business.
            return new Outcome.Failed("the address or a header cannot be sent");
        } catch (IllegalStateException closing) {
            return new Outcome.Failed(String.valueOf(closing.getMessage()));
        }
        try {
            return new Outcome.Answered(
                    answer.get(limit.toNanos(), TimeUnit.NANOSECONDS).statusCode());
        } catch (TimeoutException late) {
            // Whoever has said how it went need not end his sentence.
            return status.get() > 0
                    ? new Outcome.Answered(status.get())
                    : new Outcome.Failed("no answer within " + Quantities.of(limit));
        } catch (ExecutionException failure) {
            return new Outcome.Failed(why(Objects.requireNonNullElse(failure.getCause(), failure)));
        } finally {
            answer.cancel(true);
        }
    }

    private static HttpRequest request(URI address, Map<String, String> headers, byte[] body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(withoutUser(address))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (address.getUserInfo() != null) {
            byte[] user = address.getUserInfo().getBytes(StandardCharsets.UTF_8);
            request.setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
        }
        headers.forEach(request::setHeader);
        return request.build();
    }

    private static URI withoutUser(URI address) {
        String user = address.getRawUserInfo();
        if (user == null) {
            return address;
        }
        // The first is that of the authority; a path may hold the same words.
        String text = address.toString();
        int at = text.indexOf("//" + user + "@") + "//".length();
        return URI.create(text.substring(0, at) + text.substring(at + user.length() + 1));
    }

    private static String why(Throwable failure) {
        if (failure instanceof ConnectException) {
            return failure.getCause() != null
                            && failure.getCause().getCause() instanceof UnresolvedAddressException
                    ? "the name of the server is not known"
                    : "nobody listens there, or nothing leads there";
        }
        String message = failure.getMessage();
        String kind = failure.getClass().getSimpleName();
        return message == null || !(failure instanceof IOException) ? kind : message;
    }

    private synchronized Line line() {
        if (closed) {
            throw new IllegalStateException("foster is on its way down");
        }
        if (line.isEmpty()) {
            ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
            line =
                    Optional.of(
                            new Line(
                                    HttpClient.newBuilder()
                                            .version(HttpClient.Version.HTTP_1_1)
                                            .followRedirects(HttpClient.Redirect.NEVER)
                                            .executor(executor)
                                            .build(),
                                    executor));
        }
        return line.get();
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        Optional<Line> open;
        synchronized (this) {
            closed = true;
            open = line;
            line = Optional.empty();
        }
        if (open.isPresent()) {
            open.get().client().shutdownNow();
            try {
                open.get().client().awaitTermination(GOODBYE);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
            open.get().executor().shutdownNow();
        }
    }
}
