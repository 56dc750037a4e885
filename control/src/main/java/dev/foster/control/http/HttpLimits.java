package dev.foster.control.http;

import java.time.Duration;

/**
 * What a server bears from its clients.
 *
 * @param lineBytes the longest request line or header line
 * @param headerLines how many header lines
 * @param bodyBytes the longest body
 * @param idleTime how long a connection may rest between requests
 * @param requestTime how long a request may take to arrive, from its first byte to its last, and an
 *     answer to be taken
 * @param connections how many at once; one more is answered with 503
 */
public record HttpLimits(
        int lineBytes,
        int headerLines,
        int bodyBytes,
        Duration idleTime,
        Duration requestTime,
        int connections) {

    /** 8 KB lines, 64 of them, 1 MB bodies, 60 s idle, 10 s for a request, 256 connections. */
    public static HttpLimits defaults() {
        return new HttpLimits(
                8 << 10, 64, 1 << 20, Duration.ofSeconds(60), Duration.ofSeconds(10), 256);
    }

    public HttpLimits bodyBytes(int wanted) {
        return new HttpLimits(lineBytes, headerLines, wanted, idleTime, requestTime, connections);
    }

    public HttpLimits idleTime(Duration wanted) {
        return new HttpLimits(lineBytes, headerLines, bodyBytes, wanted, requestTime, connections);
    }

    public HttpLimits requestTime(Duration wanted) {
        return new HttpLimits(lineBytes, headerLines, bodyBytes, idleTime, wanted, connections);
    }

    public HttpLimits connections(int wanted) {
        return new HttpLimits(lineBytes, headerLines, bodyBytes, idleTime, requestTime, wanted);
    }
}
