package dev.foster.plugin.protocol.yamux;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

/**
 * Many streams over one connection. Either side opens streams and accepts those of the other; they
 * differ only in whether their stream ids are odd (the client, which dialled) or even.
 *
 * <p>Whatever the peer sends costs at most this session: it holds no more of a stream than the
 * window the peer was given, refuses streams beyond its limits, and ends with the reason when the
 * peer breaks the format, stays silent, or stops reading.
 */
public final class YamuxSession implements AutoCloseable {
    /** How long an ending session waits for a peer that does not read. */
    private static final Duration PARTING = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(YamuxSession.class.getName());

    private final ByteChannel connection;
    private final StreamTable streams;
    private final FrameOutbox outbox;
    private final Pings pings = new Pings();
    private final AtomicReference<@Nullable YamuxException> end = new AtomicReference<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Only the reader knows. */
    private boolean peerSaidGoodbye;

    private YamuxSession(ByteChannel connection, boolean client, YamuxOptions options) {
        this.connection = connection;
        this.streams = new StreamTable(this, options, client);
        this.outbox = new FrameOutbox(connection, () -> streams.all().forEach(YamuxStream::ready));
        Thread.ofVirtual().name("foster-yamux-writer").start(this::write);
        Thread.ofVirtual().name("foster-yamux-reader").start(this::read);
        Thread.ofVirtual().name("foster-yamux-watch").start(() -> watch(options));
    }

    /** The side that dialled. The session owns the connection from now on. */
    public static YamuxSession client(ByteChannel connection, YamuxOptions options) {
        return new YamuxSession(connection, true, options);
    }

    /** The side that was dialled. The session owns the connection from now on. */
    public static YamuxSession server(ByteChannel connection, YamuxOptions options) {
        return new YamuxSession(connection, false, options);
    }

    /** A new stream, which can be written to at once. */
    public YamuxStream open() throws IOException {
        try {
            YamuxStream stream = streams.open();
            send(FrameHeader.window(FrameHeader.SYN, stream.id(), 0));
            return stream;
        } catch (InterruptedException interrupt) {
            throw interrupted("open");
        }
    }

    /** The next stream that the peer opened; waits for one. */
    public YamuxStream accept() throws IOException {
        try {
            YamuxStream stream = streams.accept();
            send(FrameHeader.window(FrameHeader.ACK, stream.id(), 0));
            return stream;
        } catch (InterruptedException interrupt) {
            throw interrupted("accept");
        }
    }

    /**
     * Asks the peer for a sign of life.
     *
     * @return how long the answer took
     */
    public Duration ping(Duration timeout) throws IOException {
        Pings.Asked asked = pings.ask();
        send(FrameHeader.ping(FrameHeader.SYN, asked.id()));
        try {
            return asked.await(timeout);
        } catch (InterruptedException interrupt) {
            throw interrupted("ping");
        } finally {
            pings.forget(asked);
        }
    }

    /** Completes when the session has ended, for whatever reason. */
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    /** Why the session ended, once it did. */
    public Optional<IOException> reason() {
        return Optional.ofNullable(end.get());
    }

    public boolean isOpen() {
        return end.get() == null;
    }

    /** How many streams there are, accepted or not. */
    public int streams() {
        return streams.all().size();
    }

    /** Says goodbye, sends what waits if the peer takes it within a second, and ends. */
    @Override
    public void close() {
        end(new YamuxException("the session was closed"), FrameHeader.NORMAL);
    }

    private static InterruptedIOException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting to " + what);
    }

    void send(FrameHeader frame) {
        try {
            outbox.control(frame);
        } catch (YamuxException flooded) {
            // Not on the caller's back: it may be the reader, in the middle of a frame.
            Thread.startVirtualThread(() -> end(flooded, FrameHeader.PROTOCOL_ERROR));
        }
    }

    void sendData(ByteBuffer frame) throws IOException, InterruptedException {
        outbox.data(frame);
    }

    boolean offerData(ByteBuffer frame) throws IOException {
        return outbox.offer(frame);
    }

    void forget(YamuxStream stream) {
        streams.forget(stream);
    }

    private void write() {
        try {
            outbox.run();
        } catch (IOException failure) {
            // What the peer said before it went is still to be read; its end ends the session.
            endedWithin(PARTING);
            end(
                    new YamuxException("the connection failed: " + failure, failure),
                    FrameHeader.NORMAL);
        } catch (RuntimeException | Error bug) {
            end(bug);
        }
    }

    /** A fault of ours costs this session and no more, and is its reason. */
    private void end(Throwable bug) {
        LOG.log(Level.ERROR, "a session failed", bug);
        end(new YamuxException("the session failed: " + bug, bug), FrameHeader.INTERNAL_ERROR);
    }

    private void read() {
        var source = new FrameSource(connection);
        try {
            for (FrameHeader frame = source.next(); frame != null; frame = source.next()) {
                handle(frame, source);
            }
            end(new YamuxException("the peer closed the connection"), FrameHeader.NORMAL);
        } catch (YamuxException broken) {
            end(broken, FrameHeader.PROTOCOL_ERROR);
        } catch (IOException failure) {
            end(goneWith(failure), FrameHeader.NORMAL);
        } catch (RuntimeException | Error bug) {
            end(bug);
        }
    }

    /** Behind a goodbye a reset is but a close that left something of ours unread. */
    private YamuxException goneWith(IOException failure) {
        return peerSaidGoodbye
                ? new YamuxException("the peer closed the connection", failure)
                : new YamuxException("the connection failed: " + failure, failure);
    }

    private void handle(FrameHeader frame, FrameSource source) throws IOException {
        switch (frame.type()) {
            case FrameHeader.PING -> handlePing(frame);
            case FrameHeader.GO_AWAY -> handleGoAway(frame);
            default -> handleStream(frame, source);
        }
    }

    private void handlePing(FrameHeader frame) {
        if (frame.has(FrameHeader.SYN)) {
            send(FrameHeader.ping(FrameHeader.ACK, frame.length()));
        } else {
            pings.answered(frame.length());
        }
    }

    private void handleGoAway(FrameHeader frame) throws YamuxException {
        if (frame.length() == FrameHeader.NORMAL) {
            peerSaidGoodbye = true;
            streams.refuse(new YamuxException("the peer takes no more streams"));
            return;
        }
        String reason =
                frame.length() == FrameHeader.PROTOCOL_ERROR
                        ? "a protocol error"
                        : frame.length() == FrameHeader.INTERNAL_ERROR
                                ? "an internal error"
                                : "the unknown reason " + frame.length();
        end(new YamuxException("the peer ended the session for " + reason), FrameHeader.NORMAL);
    }

    private void handleStream(FrameHeader frame, FrameSource source) throws IOException {
        if (frame.has(FrameHeader.SYN) && !streams.offered(frame.stream())) {
            send(FrameHeader.window(FrameHeader.RST, frame.stream(), 0));
        }
        long payload = frame.type() == FrameHeader.DATA ? frame.length() : 0;
        YamuxStream stream = streams.find(frame.stream());
        if (stream == null) {
            source.payload(payload, piece -> {});
            return;
        }
        if (frame.has(FrameHeader.ACK)) {
            streams.acknowledged(stream);
        }
        if (frame.has(FrameHeader.RST)) {
            stream.fail(new YamuxException("the peer reset stream " + stream.name()));
            streams.forget(stream);
        }
        if (frame.type() == FrameHeader.WINDOW_UPDATE) {
            stream.mayBeSent(frame.length());
        } else if (stream.state().admits(payload)) {
            source.payload(payload, stream::received);
        } else {
            source.payload(payload, piece -> {});
        }
        if (frame.has(FrameHeader.FIN)) {
            stream.inputEnded();
        }
    }

    /** The first reason counts. Waits, at most a second, until the peer could have been told. */
    private void end(YamuxException why, int goAway) {
        if (!end.compareAndSet(null, why)) {
            return;
        }
        // The frames of the streams wait in the outbox already; the last word is behind them.
        outbox.close(FrameHeader.goAway(goAway));
        streams.end(why);
        pings.end(why);
        outbox.awaitWritten(PARTING);
        try {
            connection.close();
        } catch (IOException alreadyBroken) {
            why.addSuppressed(alreadyBroken);
        }
        over.countDown();
        ended.complete(null);
    }

    /** Looks whether something took too long, and asks the silent peer for a sign of life. */
    private void watch(YamuxOptions options) {
        try {
            look(options);
        } catch (RuntimeException | Error bug) {
            end(bug);
        }
    }

    private void look(YamuxOptions options) {
        Pings.@Nullable Asked asked = null;
        long lastPing = System.nanoTime();
        while (!endedWithin(step(options))) {
            YamuxException late = late(options, asked);
            if (late != null) {
                end(late, FrameHeader.NORMAL);
                return;
            }
            streams.all().stream()
                    .filter(
                            stream ->
                                    stream.state().halfClosedFor(options.closeTimeout().toNanos()))
                    .forEach(YamuxStream::reset);
            if (asked != null && asked.answer().isDone()) {
                pings.forget(asked);
                asked = null;
            }
            long now = System.nanoTime();
            boolean due = now - lastPing >= options.keepAlive().toNanos();
            if (asked == null && due && options.keepAlive().isPositive()) {
                lastPing = now;
                asked = pings.ask();
                send(FrameHeader.ping(FrameHeader.SYN, asked.id()));
            }
        }
    }

    private @Nullable YamuxException late(YamuxOptions options, Pings.@Nullable Asked asked) {
        if (outbox.stuckFor(options.writeTimeout())) {
            return late("the peer has read nothing for ", options.writeTimeout());
        }
        if (asked != null && asked.unansweredFor(options.pingTimeout())) {
            return late("the peer has not answered a ping for ", options.pingTimeout());
        }
        long openLimit = options.openTimeout().toNanos();
        if (streams.all().stream()
                .anyMatch(stream -> stream.state().unacknowledgedFor(openLimit))) {
            return late("the peer has not accepted a stream for ", options.openTimeout());
        }
        return null;
    }

    private static YamuxException late(String what, Duration limit) {
        return new YamuxException(what + limit.toMillis() + " ms");
    }

    /** How often to look: often enough for the shortest limit, at most every five milliseconds. */
    private static Duration step(YamuxOptions options) {
        long shortest =
                LongStream.of(
                                options.writeTimeout().toMillis(),
                                options.openTimeout().toMillis(),
                                options.closeTimeout().toMillis(),
                                options.pingTimeout().toMillis(),
                                options.keepAlive().isPositive()
                                        ? options.keepAlive().toMillis()
                                        : Long.MAX_VALUE)
                        .min()
                        .getAsLong();
        return Duration.ofMillis(Math.clamp(shortest / 8, 5, 1000));
    }

    private boolean endedWithin(Duration time) {
        try {
            return over.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
