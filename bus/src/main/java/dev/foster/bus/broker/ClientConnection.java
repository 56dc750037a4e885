package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Optional;

/**
 * One client: its socket, what it is in the middle of saying and what waits to be written.
 *
 * <p>Its event loop alone reads and ends it. Any loop may write to it, through {@link #outbound()}
 * and {@link #flush()}.
 */
final class ClientConnection implements EventLoop.Ready {
    private static final int ROUNDS = 4;
    private static final long LINGER = 500_000_000;
    private static final long STALL = 5_000_000;
    // A server asks a new client soon whether it is there: that tells how far away it is.
    private static final long FIRST_PING = 2_000_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final long id;
    private final BrokerState broker;
    private final EventLoop loop;
    private final SocketChannel channel;
    private final Outbound outbound;
    private final ClientSession session;
    private final ClientParser parser;
    private final Inbound inbound;
    // One flag for each loop, so that no two threads write the same.
    private final boolean[] touched;
    private final Instant since = Instant.now();
    private final long sinceNanos = System.nanoTime();
    private final String peer;
    private volatile Transport transport;
    private @Nullable SelectionKey key;
    private boolean ended;
    private boolean lingering;
    private boolean stalled;
    private long resumeAt;
    private long admittedBy;
    private long closeAt;
    private volatile long lastHeard;
    private long pingAt;
    private boolean asked;
    private boolean asksFirst;
    private Runnable whenGone = () -> {};

    ClientConnection(
            long id, BrokerState broker, EventLoop loop, SocketChannel channel, String peer) {
        this.id = id;
        this.broker = broker;
        this.loop = loop;
        this.channel = channel;
        this.peer = peer;
        BrokerOptions.Limits limits = broker.options().limits();
        transport = new Transport.Plain(channel);
        outbound = new Outbound(broker.pool(), limits.pending());
        session = new ClientSession(this, broker, loop.router());
        parser = new ClientParser(session, limits.controlLine(), limits.payload());
        parser.connectFirst(!session.mayBegin());
        inbound = new Inbound(parser, broker.pool(), loop.buffer());
        touched = new boolean[broker.options().loops()];
        lastHeard = System.nanoTime();
    }

    long id() {
        return id;
    }

    String peer() {
        return peer;
    }

    Instant since() {
        return since;
    }

    /** When it last said something. */
    Instant lastHeard() {
        return Instant.now().minusNanos(Math.max(0, System.nanoTime() - lastHeard));
    }

    Outbound outbound() {
        return outbound;
    }

    ClientSession session() {
        return session;
    }

    ClientParser parser() {
        return parser;
    }

    EventLoop loop() {
        return loop;
    }

    /** Marks that a loop has something to write to it; false if it was marked. */
    boolean touch(int index) {
        boolean first = !touched[index];
        touched[index] = true;
        return first;
    }

    void untouch(int index) {
        touched[index] = false;
    }

    /** How long it has been there. */
    long ageNanos() {
        return System.nanoTime() - sinceNanos;
    }

    /**
     * Greets one for whom there is no room, and tells it so: some clients take nothing before the
     * greeting.
     */
    void turnAway(Runnable gone) {
        whenGone = gone;
        try {
            greet();
            end(Refusal.TOO_MANY);
        } catch (IOException e) {
            stop();
        }
    }

    /** Greets the client and begins to listen to it. */
    void open() {
        try {
            greet();
            Optional<BrokerOptions.Tls> tls = broker.options().tls();
            if (tls.isPresent()) {
                transport = tls(tls.get());
            }
        } catch (IOException e) {
            stop();
        }
    }

    private void greet() throws IOException {
        loop.join(this);
        key = channel.register(loop.selector(), SelectionKey.OP_READ, this);
        long now = System.nanoTime();
        BrokerOptions.Timing timing = broker.options().timing();
        boolean tls = broker.options().tls().isPresent();
        lastHeard = now;
        pingAt = now + timing.ping().toNanos();
        admittedBy = now + (tls ? timing.tls() : timing.authentication()).toNanos();
        say(broker.info(this, false));
        flush();
        loop.dueBy(now + Math.min(admittedBy - now, timing.ping().toNanos()));
    }

    private Transport tls(BrokerOptions.Tls upgrade) throws IOException {
        return new TlsTransport(channel, upgrade, () -> loop.execute(this::read));
    }

    /** Adds a line for this client, to be written when the batch is done. */
    void say(String line) {
        say(line.getBytes(ISO_8859_1));
    }

    void say(byte[] line) {
        if (!outbound.line(line)) {
            endLater(Refusal.SLOW_CONSUMER);
        }
        loop.touch(this);
    }

    @Override
    public void ready(SelectionKey selected) {
        if (selected.isValid() && selected.isWritable()) {
            resumeWriting();
        }
        if (selected.isValid() && selected.isReadable()) {
            read();
        }
    }

    private void read() {
        try {
            boolean more = true;
            for (int round = 0; more && !stalled && round < ROUNDS && channel.isOpen(); round++) {
                int room = ended ? discard() : inbound.fill(transport);
                if (room == Inbound.ENDED) {
                    leave(Refusal.CLIENT_LEFT);
                    return;
                }
                if (room == Inbound.NO_ROOM) {
                    end(Refusal.NO_MEMORY);
                    return;
                }
                lastHeard = System.nanoTime();
                session.tell();
                loop.flushTouched();
                more = room == 0 || transport.holdsMore();
            }
            if (more && !stalled && transport.holdsMore() && channel.isOpen()) {
                loop.execute(this::read);
            }
        } catch (IOException e) {
            boolean strange = transport instanceof TlsTransport tls && !tls.shaken();
            leave(strange ? Refusal.TLS_FAILED : Refusal.CLIENT_LEFT);
        }
    }

    private void leave(Refusal why) {
        end(why);
        stop();
    }

    private int discard() throws IOException {
        return channel.read(ByteBuffer.wrap(loop.buffer())) < 0 ? Inbound.ENDED : 1;
    }

    /** Writes what waits; called by whichever loop had something for this client. */
    void flush() {
        try {
            if (!outbound.flush(transport)) {
                loop.execute(this::listen);
            }
        } catch (IOException e) {
            outbound.discard();
            endLater(Refusal.CLIENT_LEFT);
        }
    }

    private void resumeWriting() {
        try {
            if (outbound.resume(transport)) {
                listen();
                if (ended) {
                    sayGoodbye();
                }
            }
        } catch (IOException e) {
            leave(Refusal.CLIENT_LEFT);
        }
    }

    /** Tells the selector what to wait for, and the loop when to look again. */
    private void listen() {
        SelectionKey mine = key;
        if (mine == null || !mine.isValid()) {
            return;
        }
        boolean blocked = outbound.blocked();
        mine.interestOps(
                (stalled ? 0 : SelectionKey.OP_READ) | (blocked ? SelectionKey.OP_WRITE : 0));
        if (blocked) {
            loop.dueBy(outbound.blockedSince() + broker.options().timing().write().toNanos());
        }
    }

    /** Reads no more for a moment, as someone who receives its messages cannot keep up. */
    void stall() {
        if (!stalled && !ended) {
            stalled = true;
            resumeAt = System.nanoTime() + STALL;
            loop.dueBy(resumeAt);
            listen();
        }
    }

    /** Ends it in its own loop's thread. */
    void endLater(Refusal refusal) {
        loop.execute(() -> end(refusal));
    }

    /** Tells the client why, if there is something to tell, and lets it go. */
    void end(Refusal refusal) {
        if (ended) {
            return;
        }
        ended = true;
        session.tell();
        broker.departed(this, refusal);
        inbound.forget();
        boolean deaf = transport instanceof TlsTransport tls && !tls.shaken();
        if (deaf || refusal == Refusal.SLOW_CONSUMER || refusal == Refusal.CLIENT_LEFT) {
            stop();
            return;
        }
        if (!refusal.text.isEmpty()) {
            var _ = outbound.line(("-ERR '" + refusal.text + "'\r\n").getBytes(ISO_8859_1));
        }
        outbound.close();
        stalled = false;
        try {
            if (outbound.flush(transport) && !outbound.blocked()) {
                sayGoodbye();
            }
            listen();
        } catch (IOException e) {
            stop();
        }
    }

    /**
     * Closes our half and hears the client out for a moment: closing a socket with unread input
     * resets it, and the client would never see the reason.
     */
    private void sayGoodbye() throws IOException {
        lingering = true;
        channel.shutdownOutput();
        closeAt = System.nanoTime() + LINGER;
        loop.dueBy(closeAt);
    }

    @Override
    public void stop() {
        if (!ended) {
            ended = true;
            session.tell();
            broker.departed(this, Refusal.SERVER_CLOSED);
        }
        whenGone.run();
        whenGone = () -> {};
        outbound.discard();
        inbound.forget();
        // Who sent it something lately may remember it for a while: it must not weigh much.
        transport = new Transport.Plain(channel);
        loop.leave(this);
        try {
            channel.close();
        } catch (IOException e) {
            System.getLogger(ClientConnection.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot close a connection of the bus", e);
        }
    }

    @Override
    public long tick(long now) {
        if (lingering) {
            return until(closeAt, now, this::stop);
        }
        BrokerOptions.Timing timing = broker.options().timing();
        long next = NEVER;
        if (stalled) {
            next = Math.min(next, until(resumeAt, now, this::resumeReading));
        }
        if (outbound.blocked()) {
            long limit = outbound.blockedSince() + timing.write().toNanos();
            next = Math.min(next, until(limit, now, this::writeTooLong));
        }
        if (!ended && waitsForClient()) {
            next = Math.min(next, until(admittedBy, now, this::giveUpWaiting));
        }
        return ended ? next : Math.min(next, ping(now, timing));
    }

    private static long until(long instant, long now, Runnable action) {
        if (instant - now > 0) {
            return instant - now;
        }
        action.run();
        return NEVER;
    }

    private void resumeReading() {
        stalled = false;
        listen();
        // What TLS has unsealed already, the selector knows nothing of.
        if (transport.holdsMore()) {
            read();
        }
    }

    private void writeTooLong() {
        if (ended) {
            stop();
        } else {
            end(Refusal.SLOW_CONSUMER);
        }
    }

    /** Lets it go, if it has still not said who it is, for another who may. */
    void dismissLater() {
        loop.execute(
                () -> {
                    if (!ended && !session.admitted()) {
                        giveUpWaiting();
                    }
                });
    }

    private boolean waitsForClient() {
        return !session.admitted() || (transport instanceof TlsTransport tls && !tls.shaken());
    }

    private void giveUpWaiting() {
        end(Refusal.AUTHENTICATION_LATE);
    }

    /** It has said who it is, and is asked soon whether it hears us. */
    void introduced() {
        if (!asked) {
            asked = true;
            asksFirst = true;
            long patience = Math.min(FIRST_PING, broker.options().timing().ping().toNanos());
            pingAt = System.nanoTime() + patience;
            loop.dueBy(pingAt);
        }
    }

    private long ping(long now, BrokerOptions.Timing timing) {
        long interval = timing.ping().toNanos();
        if (pingAt - now > 0) {
            return pingAt - now;
        }
        // Whoever speaks lives: only silence is worth a question, but for the first.
        boolean silent = asksFirst || now - lastHeard >= interval;
        asksFirst = false;
        pingAt = silent ? now + interval : lastHeard + interval;
        if (!silent || waitsForClient()) {
            return pingAt - now;
        }
        if (!session.pingOut(timing.pingsOut(), now)) {
            end(Refusal.STALE);
            return NEVER;
        }
        say("PING\r\n");
        return interval;
    }
}
