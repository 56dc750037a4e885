package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * Hands messages to those who want them. One per event loop, used by its thread only: it remembers
 * who wants which subject, and copies into the receivers' buffers itself.
 */
final class Router {
    private static final int REMEMBERED = 1024;
    private static final int MOST_RECEIVERS = 1 << 20;
    private static final String NOBODY = " 16 16\r\nNATS/1.0 503\r\n\r\n\r\n";

    private final SubjectTree tree;
    private final EventLoop loop;
    private final SubjectCache<SubjectTree.Match> matches = new SubjectCache<>(REMEMBERED);
    private int receivers;
    private int dice = 0x9E3779B9;

    Router(SubjectTree tree, EventLoop loop) {
        this.tree = tree;
        this.loop = loop;
    }

    void publish(ClientConnection from, ClientSession session, Publication message) {
        SubjectTree.Match match = match(message.bytes, message.subjectFrom, message.subjectTo);
        boolean delivered = false;
        for (ClientSubscription subscription : match.plain()) {
            delivered |= deliver(from, session, subscription, message);
        }
        for (ClientSubscription[] group : match.groups()) {
            delivered |= deliverToOne(from, session, group, message);
        }
        if (!delivered && message.hasReply() && session.wantsNoResponders()) {
            tellNobody(from, message);
        }
    }

    /** How many answers are remembered that still hold; any thread may ask. */
    int remembered() {
        return matches.size(tree.generation());
    }

    private SubjectTree.Match match(byte[] bytes, int start, int end) {
        int hash = SubjectCache.hash(bytes, start, end);
        SubjectTree.Match known = matches.find(bytes, start, end, hash, tree.generation());
        if (known != null) {
            return known;
        }
        SubjectTree.Match found = tree.match(new String(bytes, start, end - start, ISO_8859_1));
        remember(bytes, start, end, hash, found);
        return found;
    }

    /** A subject may have many receivers, and so may each of many subjects: not all are kept. */
    private void remember(byte[] bytes, int start, int end, int hash, SubjectTree.Match found) {
        if (found.size() > MOST_RECEIVERS) {
            return;
        }
        receivers += found.size();
        if (receivers > MOST_RECEIVERS) {
            matches.clear();
            receivers = found.size();
        }
        matches.remember(bytes, start, end, hash, found.generation(), found);
    }

    /** Lets go of answers that hold no more, and with them of clients that have left. */
    void forgetGone() {
        matches.keepOnly(tree.generation());
    }

    /** Any member will do, beginning with one drawn by lot. */
    private boolean deliverToOne(
            ClientConnection from,
            ClientSession session,
            ClientSubscription[] group,
            Publication message) {
        int start = draw(group.length);
        for (int index = 0; index < group.length; index++) {
            if (deliver(from, session, group[(start + index) % group.length], message)) {
                return true;
            }
        }
        return false;
    }

    private int draw(int sides) {
        dice ^= dice << 13;
        dice ^= dice >>> 17;
        dice ^= dice << 5;
        return Math.floorMod(dice, sides);
    }

    private boolean deliver(
            ClientConnection from,
            ClientSession session,
            ClientSubscription to,
            Publication message) {
        ClientConnection receiver = to.connection;
        boolean same = receiver.equals(from);
        if (same && !session.echoes()) {
            return false;
        }
        SubjectRules withheld = to.withheld;
        if (withheld != null && !withheld.allows(message.subject(), null)) {
            return false;
        }
        ResponsePermits permits = receiver.session().permits();
        if (permits != null && !same && message.hasReply()) {
            permitAnswer(permits, session, message.reply());
        }
        Outbound.Delivery delivery =
                receiver.outbound().message(to, message, receiver.session().knowsHeaders());
        if (delivery == Outbound.Delivery.ENDED) {
            return false;
        }
        loop.delivered(receiver, message.payloadLength);
        settle(from, to, delivery, same);
        return delivery != Outbound.Delivery.FULL;
    }

    /**
     * Lets a receiver answer. Nobody can ask themselves, nor for an answer they could not hear:
     * either would be a way to speak where one may not.
     */
    private static void permitAnswer(ResponsePermits permits, ClientSession asker, String reply) {
        if (asker.mayHear(reply)) {
            permits.grant(reply, System.nanoTime());
        }
    }

    private void settle(
            ClientConnection from,
            ClientSubscription to,
            Outbound.Delivery delivery,
            boolean same) {
        switch (delivery) {
            case LAST -> to.connection.session().forget(to);
            case FULL -> to.connection.endLater(Refusal.SLOW_CONSUMER);
            case CROWDED -> {
                if (!same) {
                    from.stall();
                }
            }
            default -> {}
        }
    }

    /** Tells a requester that there is no one to answer, on the subscription it waits at. */
    private void tellNobody(ClientConnection from, Publication message) {
        String reply = message.reply();
        ClientSubscription waiting =
                waiting(from, match(message.bytes, message.replyFrom, message.replyTo));
        if (waiting != null && (waiting.withheld == null || waiting.withheld.allows(reply, null))) {
            from.say("HMSG " + reply + " " + waiting.sid + NOBODY);
        }
    }

    private static @Nullable ClientSubscription waiting(
            ClientConnection from, SubjectTree.Match match) {
        for (ClientSubscription subscription : match.plain()) {
            if (subscription.connection.equals(from)) {
                return subscription;
            }
        }
        for (ClientSubscription[] group : match.groups()) {
            for (ClientSubscription subscription : group) {
                if (subscription.connection.equals(from)) {
                    return subscription;
                }
            }
        }
        return null;
    }
}
