package dev.foster.http;

import java.time.Duration;

/**
 * What a server bears from its clients.
 *
 * @param lineBytes the longest request line or header line
 * @param headerLines how many header lines
 * @param bodyBytes the longest body, 256 MB at most; room for it is made as it comes
 * @param bufferedBytes how much the bodies of all requests under way may hold together, one body at
 *     least; more is answered with 503. One caller may have half of it
 * @param idleTime how long a connection may rest between requests
 * @param requestTime how long a request may take to arrive, from its first byte to its last, and a
 *     whole answer to be taken, and TLS to be agreed on
 * @param stallTime how long a streamed answer may wait for the client to take any of it
 * @param connections how many at once. For one more the stranger goes who has been silent the
 *     longest, then whoever rests between two requests; if there is none, it is answered with 503
 */
public record HttpLimits(
        int lineBytes,
        int headerLines,
        int bodyBytes,
        long bufferedBytes,
        Duration idleTime,
        Duration requestTime,
        Duration stallTime,
        int connections) {
    private static final int MOST_BODY_BYTES = 256 << 20;

    public HttpLimits {
        if (bodyBytes < 0 || bodyBytes > MOST_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "cannot take bodies of " + bodyBytes + " bytes; 256 MB is the most");
        }
    }

    /**
     * 8 KB lines, 64 of them, 1 MB bodies, 32 MB of them or an eighth of the heap, 60 s idle, 10 s
     * for a request, 30 s without progress, 256 connections.
     */
    public static HttpLimits defaults() {
        return new HttpLimits(
                8 << 10,
                64,
                1 << 20,
                Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 8),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                256);
    }

    public HttpLimits lineBytes(int wanted) {
        return new HttpLimits(
                wanted,
                headerLines,
                bodyBytes,
                bufferedBytes,
                idleTime,
                requestTime,
                stallTime,
                connections);
    }

    public HttpLimits headerLines(int wanted) {
        return new HttpLimits(
                lineBytes,
                wanted,
                bodyBytes,
                bufferedBytes,
                idleTime,
                requestTime,
                stallTime,
                connections);
    }

    public HttpLimits bodyBytes(int wanted) {
        return new HttpLimits(
                lineBytes,
                headerLines,
                wanted,
                bufferedBytes,
                idleTime,
                requestTime,
                stallTime,
                connections);
    }

    public HttpLimits bufferedBytes(long wanted) {
        return new HttpLimits(
                lineBytes,
                headerLines,
                bodyBytes,
                wanted,
                idleTime,
                requestTime,
                stallTime,
                connections);
    }

    public HttpLimits idleTime(Duration wanted) {
        return new HttpLimits(
                lineBytes,
                headerLines,
                bodyBytes,
                bufferedBytes,
                wanted,
                requestTime,
                stallTime,
                connections);
    }

    public HttpLimits requestTime(Duration wanted) {
        return new HttpLimits(
                lineBytes,
                headerLines,
                bodyBytes,
                bufferedBytes,
                idleTime,
                wanted,
                stallTime,
                connections);
    }

    public HttpLimits stallTime(Duration wanted) {
        return new HttpLimits(
                lineBytes,
                headerLines,
                bodyBytes,
                bufferedBytes,
                idleTime,
                requestTime,
                wanted,
                connections);
    }

    public HttpLimits connections(int wanted) {
        return new HttpLimits(
                lineBytes,
                headerLines,
                bodyBytes,
                bufferedBytes,
                idleTime,
                requestTime,
                stallTime,
                wanted);
    }

    /** The shortest time in which anybody could become overdue. */
    Duration shortest() {
        Duration shorter = idleTime.compareTo(requestTime) < 0 ? idleTime : requestTime;
        return shorter.compareTo(stallTime) < 0 ? shorter : stallTime;
    }
}
