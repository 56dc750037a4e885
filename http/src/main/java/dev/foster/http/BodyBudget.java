package dev.foster.http;

import java.util.HashMap;
import java.util.Map;

/**
 * How many bytes of bodies the requests under way may hold: all together, and those of one caller.
 * Nobody's full hands keep the others from being served.
 */
final class BodyBudget {
    /** Two callers who hold as much as they may leave nothing for others; one does. */
    private static final int SHARES = 2;

    private final long all;
    private final long one;
    private final Map<String, Long> held = new HashMap<>();
    private long total;

    /** A budget with room for one body at least, whatever the limits say. */
    BodyBudget(HttpLimits limits) {
        this.all = Math.max(limits.bufferedBytes(), limits.bodyBytes() + 1L);
        this.one = Math.max(all / SHARES, limits.bodyBytes() + 1L);
    }

    /** Takes this much, if it is there. */
    synchronized void take(String caller, long bytes) throws HttpProblem {
        long his = held.getOrDefault(caller, 0L) + bytes;
        if (total + bytes > all || his > one) {
            throw new HttpProblem(
                    503,
                    "cannot take the body now: "
                            + (his > one ? "this caller's requests" : "the requests")
                            + " under way hold as much as they may; come again in a moment");
        }
        total += bytes;
        held.put(caller, his);
    }

    synchronized void give(String caller, long bytes) {
        total -= bytes;
        held.computeIfPresent(caller, (_, his) -> his == bytes ? null : his - bytes);
    }

    /** How much is held now. */
    synchronized long held() {
        return total;
    }
}
