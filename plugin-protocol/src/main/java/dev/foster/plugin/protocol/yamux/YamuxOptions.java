package dev.foster.plugin.protocol.yamux;

import java.time.Duration;

/**
 * The limits of a session. The defaults are those of the Go implementation, so that neither side of
 * a pair gives up before the other.
 *
 * @param keepAlive how often the peer is pinged; zero for never
 * @param pingTimeout how long the answer to a ping may take before the session ends
 * @param writeTimeout how long the connection may take nothing before the session ends
 * @param openTimeout how long the peer may leave an opened stream unaccepted before the session
 *     ends
 * @param closeTimeout how long a stream this side has closed waits for the peer to close it too
 * @param acceptBacklog how many streams of the peer may wait to be accepted, and how many of our
 *     own may be unaccepted at the peer
 * @param maximumStreams how many streams may exist at a time; the peer's beyond that are refused,
 *     which bounds the memory a hostile peer can claim
 */
public record YamuxOptions(
        Duration keepAlive,
        Duration pingTimeout,
        Duration writeTimeout,
        Duration openTimeout,
        Duration closeTimeout,
        int acceptBacklog,
        int maximumStreams) {

    public static YamuxOptions ofDefaults() {
        return new YamuxOptions(
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(75),
                Duration.ofMinutes(5),
                256,
                1024);
    }

    public YamuxOptions withKeepAlive(Duration interval, Duration timeout) {
        return new YamuxOptions(
                interval,
                timeout,
                writeTimeout,
                openTimeout,
                closeTimeout,
                acceptBacklog,
                maximumStreams);
    }

    public YamuxOptions withWriteTimeout(Duration timeout) {
        return new YamuxOptions(
                keepAlive,
                pingTimeout,
                timeout,
                openTimeout,
                closeTimeout,
                acceptBacklog,
                maximumStreams);
    }

    public YamuxOptions withOpenTimeout(Duration timeout) {
        return new YamuxOptions(
                keepAlive,
                pingTimeout,
                writeTimeout,
                timeout,
                closeTimeout,
                acceptBacklog,
                maximumStreams);
    }

    public YamuxOptions withCloseTimeout(Duration timeout) {
        return new YamuxOptions(
                keepAlive,
                pingTimeout,
                writeTimeout,
                openTimeout,
                timeout,
                acceptBacklog,
                maximumStreams);
    }

    public YamuxOptions withLimits(int backlog, int streams) {
        return new YamuxOptions(
                keepAlive, pingTimeout, writeTimeout, openTimeout, closeTimeout, backlog, streams);
    }
}
