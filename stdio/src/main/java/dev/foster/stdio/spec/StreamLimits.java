package dev.foster.stdio.spec;

import java.time.Duration;

/**
 * What streams to clients may cost.
 *
 * @param patience how long a request waits for its answer before a legacy client gets a stream
 * @param keepAlive how long a stream may be silent before a comment is sent on it
 * @param retry how long a legacy client is asked to wait before it comes back
 * @param poll how long a legacy client is held on the stream of one request before it is sent away
 *     to come back; zero for as long as it takes
 * @param replay how long what was said on a stream that has ended is kept for a client that comes
 *     back
 * @param events how many events a stream keeps
 * @param bytes how much a stream keeps; its newest event is kept whatever its size
 * @param sessionBytes how much all streams of a session keep
 */
public record StreamLimits(
        Duration patience,
        Duration keepAlive,
        Duration retry,
        Duration poll,
        Duration replay,
        int events,
        int bytes,
        int sessionBytes) {

    /** 1 s, comments every 15 s, no polling, 1,000 events and 1 MB a stream, 4 MB a session. */
    public static StreamLimits defaults() {
        return new StreamLimits(
                Duration.ofSeconds(1),
                Duration.ofSeconds(15),
                Duration.ofMillis(500),
                Duration.ZERO,
                Duration.ofMinutes(5),
                1_000,
                1 << 20,
                4 << 20);
    }

    public StreamLimits patience(Duration wanted) {
        return new StreamLimits(
                wanted, keepAlive, retry, poll, replay, events, bytes, sessionBytes);
    }

    public StreamLimits keepAlive(Duration wanted) {
        return new StreamLimits(patience, wanted, retry, poll, replay, events, bytes, sessionBytes);
    }

    public StreamLimits poll(Duration wanted) {
        return new StreamLimits(
                patience, keepAlive, retry, wanted, replay, events, bytes, sessionBytes);
    }

    public StreamLimits events(int wanted) {
        return new StreamLimits(
                patience, keepAlive, retry, poll, replay, wanted, bytes, sessionBytes);
    }

    public StreamLimits bytes(int wanted) {
        return new StreamLimits(
                patience, keepAlive, retry, poll, replay, events, wanted, sessionBytes);
    }

    public StreamLimits sessionBytes(int wanted) {
        return new StreamLimits(patience, keepAlive, retry, poll, replay, events, bytes, wanted);
    }
}
