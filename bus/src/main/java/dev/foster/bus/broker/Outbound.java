package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * What waits to be written to one client, bounded.
 *
 * <p>A publisher's thread copies its message straight into here, for each receiver once, and writes
 * everything that gathered when its own read batch is done: no hand-over to another thread, one
 * system call for many messages. Only when the socket takes no more does the receiver's own event
 * loop carry on. The lock is this object.
 */
final class Outbound {
    /** How a message fared. */
    enum Delivery {
        DONE,
        /** Done, and so much waits that the publisher had better wait as well. */
        CROWDED,
        /** Done, and it was the last one the subscription asked for. */
        LAST,
        /** The subscription or the connection has ended. */
        ENDED,
        /** There was no room: this client is too slow. */
        FULL
    }

    // What any client may have waiting, however little memory is left for all; less than that only
    // those who take nothing, once there is none left at all.
    private static final long FAIR_SHARE = 1 << 20;

    /** What may wait of our answers to commands: whoever asks for more and more has to read. */
    static final int MOST_ANSWERS = 256 * 1024;

    private static final byte[] MSG = "MSG ".getBytes(ISO_8859_1);
    private static final byte[] HMSG = "HMSG ".getBytes(ISO_8859_1);
    private static final byte[] NONE = {};
    private static final byte[] CRLF = "\r\n".getBytes(ISO_8859_1);

    private final ChunkPool pool;
    private final long most;
    private final long crowdedAt;
    private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
    private byte[] last = NONE;
    private int first;
    private int end;
    private long pending;
    private long written;
    // Answers that wait, counted in two ages: those before the mark are gone when it is written.
    private long olderAnswers;
    private long newerAnswers;
    private long mark;
    private boolean closed;
    private boolean blocked;
    private long blockedSince;
    private long messages;
    private long bytes;

    Outbound(ChunkPool pool, long most) {
        this.pool = pool;
        this.most = most;
        this.crowdedAt = most - most / 4;
    }

    synchronized long pending() {
        return pending;
    }

    synchronized long messages() {
        return messages;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** Adds an answer, or another line of the protocol; false if there was no room. */
    synchronized boolean line(byte[] text) {
        if (closed) {
            return true;
        }
        if (written >= mark) {
            olderAnswers = newerAnswers;
            newerAnswers = 0;
            mark = written + pending;
        }
        newerAnswers += text.length;
        if (olderAnswers + newerAnswers > MOST_ANSWERS || lacksRoom(text.length)) {
            closed = true;
            return false;
        }
        put(text, 0, text.length);
        return true;
    }

    private boolean lacksRoom(int length) {
        return pending + length > most
                || (pending > FAIR_SHARE && pool.exhausted())
                || (blocked && pool.spent());
    }

    /** Adds a message in the shape this client understands. */
    synchronized Delivery message(ClientSubscription to, Publication message, boolean headers) {
        if (closed || !to.count()) {
            return Delivery.ENDED;
        }
        int length = message.payloadLength;
        if (lacksRoom(length + message.subjectTo - message.subjectFrom + 64)) {
            closed = true;
            return Delivery.FULL;
        }
        boolean header = message.hasHeader();
        byte[] source = message.bytes;
        byte[] word = header && headers ? HMSG : MSG;
        put(word, 0, word.length);
        putWord(source, message.subjectFrom, message.subjectTo);
        putWord(to.sidBytes, 0, to.sidBytes.length);
        int tail = message.tailFrom;
        if (tail >= 0 && (headers || !header)) {
            put(source, tail, message.payloadFrom + length + 2 - tail);
        } else {
            length = header && !headers ? length - message.headerLength : length;
            putTail(message, header && headers, length);
        }
        messages++;
        bytes += length;
        if (to.exhausted()) {
            return Delivery.LAST;
        }
        boolean crowded = pending > crowdedAt || (pending > FAIR_SHARE && pool.scarce());
        return crowded ? Delivery.CROWDED : Delivery.DONE;
    }

    private void putTail(Publication message, boolean header, int length) {
        byte[] source = message.bytes;
        if (message.hasReply()) {
            putWord(source, message.replyFrom, message.replyTo);
        }
        if (header) {
            putWord(source, message.headerDigitsFrom, message.headerDigitsTo);
        }
        if (length == message.payloadLength) {
            put(source, message.digitsFrom, message.digitsTo - message.digitsFrom);
        } else {
            byte[] digits = Integer.toString(length).getBytes(ISO_8859_1);
            put(digits, 0, digits.length);
        }
        put(CRLF, 0, 2);
        // The payload's own line end comes along.
        put(source, message.payloadFrom + message.payloadLength - length, length + 2);
    }

    private void putWord(byte[] source, int from, int to) {
        put(source, from, to - from);
        if (end < last.length) {
            last[end++] = ' ';
            pending++;
        } else {
            put(MSG, 3, 1);
        }
    }

    private void put(byte[] source, int from, int length) {
        int at = from;
        int left = length;
        while (left > 0) {
            if (end == last.length) {
                last = pool.take();
                chunks.addLast(last);
                end = 0;
            }
            int part = Math.min(left, last.length - end);
            System.arraycopy(source, at, last, end, part);
            end += part;
            at += part;
            left -= part;
        }
        pending += length;
    }

    /**
     * Writes what waits; false if the socket took less. After that only {@link #resume} writes on,
     * and this does nothing, so that nobody else tries in vain.
     */
    synchronized boolean flush(Transport transport) throws IOException {
        if (blocked) {
            return true;
        }
        while (!chunks.isEmpty()) {
            byte[] chunk = chunks.getFirst();
            int to = chunks.size() == 1 ? end : chunk.length;
            ByteBuffer view = ByteBuffer.wrap(chunk, first, to - first);
            int taken = transport.write(view);
            first += taken;
            pending -= taken;
            written += taken;
            if (first < to) {
                return block();
            }
            chunks.removeFirst();
            pool.giveBack(chunk);
            first = 0;
        }
        last = NONE;
        end = 0;
        return transport.flushed() || block();
    }

    private boolean block() {
        blocked = true;
        blockedSince = System.nanoTime();
        return false;
    }

    /** Writes on after the socket had been full. */
    synchronized boolean resume(Transport transport) throws IOException {
        blocked = false;
        return flush(transport);
    }

    synchronized boolean blocked() {
        return blocked;
    }

    /** Since when the socket has taken nothing; only if {@link #blocked}. */
    synchronized long blockedSince() {
        return blockedSince;
    }

    synchronized long delivered(ClientSubscription subscription) {
        return subscription.delivered();
    }

    synchronized long limitOf(ClientSubscription subscription) {
        return subscription.limit();
    }

    /** Sets how many messages a subscription gets in all; false if it has had them already. */
    synchronized boolean limit(ClientSubscription subscription, int deliveries) {
        if (subscription.delivered() >= deliveries) {
            return false;
        }
        subscription.limit(deliveries);
        return true;
    }

    /** Takes no more; what waits can still be written. */
    synchronized void close() {
        closed = true;
    }

    /** Forgets what waits. */
    synchronized void discard() {
        closed = true;
        chunks.forEach(pool::giveBack);
        chunks.clear();
        last = NONE;
        first = 0;
        end = 0;
        pending = 0;
    }
}
