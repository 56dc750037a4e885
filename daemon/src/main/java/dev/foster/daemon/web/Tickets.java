package dev.foster.daemon.web;

import dev.foster.control.RandomWord;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Words that let one person in, once and soon: they stand in links, which are seen and kept. */
final class Tickets {
    static final Duration LIFE = Duration.ofMinutes(10);
    static final int MOST = 100;
    private static final int BYTES = 32;

    private final InstantSource clock;
    private final Map<String, Instant> good = new LinkedHashMap<>();

    /**
     * A word, and until when it is good.
     *
     * @param word what stands in the link
     */
    record Ticket(String word, Instant expires) {}

    Tickets(InstantSource clock) {
        this.clock = clock;
    }

    synchronized Ticket issue() {
        Instant now = clock.instant();
        good.values().removeIf(expires -> !now.isBefore(expires));
        if (good.size() == MOST) {
            Iterator<String> oldest = good.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        var ticket = new Ticket(RandomWord.ofBytes(BYTES), now.plus(LIFE));
        good.put(ticket.word(), ticket.expires());
        return ticket;
    }

    synchronized void endAll() {
        good.clear();
    }

    /** Whether it was good until now; it is no more. */
    synchronized boolean use(String word) {
        Instant expires = good.remove(word);
        return expires != null && clock.instant().isBefore(expires);
    }
}
