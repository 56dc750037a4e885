package dev.foster.bus.broker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much memory the subscriptions of each user may hold, however many connections they are spread
 * over: about what they cost here, not their number, as one to a subject of a thousand tokens
 * weighs more than a hundred others. Whoever comes in without a name of its own counts as one user.
 */
final class Allowances {
    private static final long FIXED = 320;
    private static final long TOKEN = 240;
    private static final long LETTER = 3;

    private final long ofOne;
    private final long ofAll;
    private final Map<String, Long> held = new HashMap<>();
    private long heldByAll;

    /** All together may hold as much as may wait to be written, one user half of it. */
    Allowances(long memory) {
        ofOne = memory / 2;
        ofAll = memory;
    }

    /** Counts one that is about to be made; false if its owner, or all, would hold too much. */
    synchronized boolean take(ClientSubscription subscription) {
        long weight = weight(subscription);
        long mine = held.getOrDefault(subscription.owner, 0L) + weight;
        if (mine > ofOne || heldByAll + weight > ofAll) {
            return false;
        }
        held.put(subscription.owner, mine);
        heldByAll += weight;
        return true;
    }

    void giveBack(ClientSubscription subscription) {
        giveBack(List.of(subscription));
    }

    synchronized void giveBack(List<ClientSubscription> subscriptions) {
        for (ClientSubscription each : subscriptions) {
            long weight = weight(each);
            heldByAll -= weight;
            held.computeIfPresent(
                    each.owner, (_, mine) -> mine > weight ? (Long) (mine - weight) : null);
        }
    }

    private static long weight(ClientSubscription subscription) {
        String subject = subscription.subject;
        String queue = subscription.queue == null ? "" : subscription.queue;
        long tokens = 1 + subject.chars().filter(letter -> letter == '.').count();
        long letters = (long) subject.length() + queue.length() + subscription.sid.length();
        return FIXED + TOKEN * tokens + LETTER * letters;
    }
}
