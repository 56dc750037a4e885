package dev.foster.daemon.notify;

import dev.foster.http.HttpLimits;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.HttpServer;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A web server that answers as it is told, and remembers what it was sent. */
public final class Receiver implements AutoCloseable {
    /** An answer that never comes. */
    public static final int SILENCE = 0;

    private final List<HttpRequest> requests = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final HttpServer server;

    /** Answers in this order, then always well. */
    public Receiver(Integer... statuses) throws IOException {
        answers.addAll(List.of(statuses));
        server = HttpServer.onLoopback(0, HttpLimits.defaults(), this::answer);
    }

    private HttpResponse answer(HttpRequest request) {
        // It is taken from the client only when somebody asks for it, and only now.
        request.body().bytes();
        requests.add(request);
        Integer status = answers.poll();
        if (status != null && status == SILENCE) {
            try {
                closing.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }
        HttpResponse response =
                HttpResponse.empty(status == null || status == SILENCE ? 200 : status);
        return status != null && status / 100 == 3
                ? response.with("location", address("/elsewhere").toString())
                : response;
    }

    public URI address(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    public int port() {
        return ((InetSocketAddress) server.address()).getPort();
    }

    public List<HttpRequest> requests() {
        return requests;
    }

    public String body(int number) {
        return new String(requests.get(number).body().bytes(), StandardCharsets.UTF_8);
    }

    public Members message(int number) {
        return Members.of(JsonText.parse(body(number)));
    }

    public String header(int number, String name) {
        return requests.get(number).headers().first(name).orElse("");
    }

    @Override
    public void close() {
        closing.countDown();
        server.close();
    }
}
