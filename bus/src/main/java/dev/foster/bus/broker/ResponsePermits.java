package dev.foster.bus.broker;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The requests a client received and may still answer, the oldest first. */
final class ResponsePermits {
    // A responder that never answers must not fill the heap; the oldest requests have given up.
    private static final int MOST = 10_000;

    private record Permit(int left, long until) {}

    private final Permissions.Responses rule;
    private final Map<String, Permit> permits = new LinkedHashMap<>();

    ResponsePermits(Permissions.Responses rule) {
        this.rule = rule;
    }

    /** The client received a message that asks for an answer to this subject. */
    synchronized void grant(String reply, long now) {
        Iterator<Permit> oldest = permits.values().iterator();
        while (oldest.hasNext()) {
            if (oldest.next().until - now > 0 && permits.size() < MOST) {
                break;
            }
            oldest.remove();
        }
        permits.remove(reply);
        permits.put(reply, new Permit(rule.most(), now + rule.within().toNanos()));
    }

    /** Whether the client may publish this answer; it is counted. */
    synchronized boolean use(String subject, long now) {
        Permit permit = permits.remove(subject);
        if (permit == null || permit.until - now <= 0) {
            return false;
        }
        if (permit.left > 1) {
            permits.put(subject, new Permit(permit.left - 1, permit.until));
        }
        return true;
    }
}
