package dev.foster.daemon.web;

import dev.foster.http.RandomWord;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Words that let one person in, once and soon: they stand in links, which are seen and kept. */
final class Tickets {
    static final Duration LIFE = Duration.ofMinutes(10);
    static final int MOST = 100;
    private static final int BYTES = 32;

    private final InstantSource clock;
    private final LongSupplier nanos;
    // Until when, by a clock that nobody sets: a ticket must not get older than it is said to.
    private final Map<String, Long> good = new LinkedHashMap<>();

    /**
     * A word, and until when it is good.
     *
     * @param word what stands in the link
     */
    record Ticket(String word, Instant expires) {}

    /**
     * None yet.
     *
     * @param clock for people
     * @param nanos any clock that only goes forward
     */
    Tickets(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    synchronized Ticket issue() {
        long now = nanos.getAsLong();
        good.values().removeIf(expires -> now - expires >= 0);
        if (good.size() == MOST) {
            Iterator<String> oldest = good.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        var ticket = new Ticket(RandomWord.ofBytes(BYTES), clock.instant().plus(LIFE));
        good.put(ticket.word(), now + LIFE.toNanos());
        return ticket;
    }

    synchronized void endAll() {
        good.clear();
    }

    /** Whether it was good until now; it is no more. */
    synchronized boolean use(String word) {
        Long expires = good.remove(word);
        return expires != null && nanos.getAsLong() - expires < 0;
    }
}
