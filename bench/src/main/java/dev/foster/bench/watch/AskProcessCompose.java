package dev.foster.bench.watch;

import dev.foster.bench.workshop.TrialFailed;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks process-compose over HTTP, as its own screen does when it is attached. */
final class AskProcessCompose implements Asking {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest question;

    AskProcessCompose(int port) {
        question =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/processes"))
                        .timeout(LIMIT)
                        .build();
    }

    @Override
    public int ask() throws TrialFailed {
        try {
            String answer = client.send(question, HttpResponse.BodyHandlers.ofString()).body();
            return Answers.count(answer, "\"mem\":");
        } catch (IOException failure) {
            throw new TrialFailed("it does not answer: " + failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
