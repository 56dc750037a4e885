package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/** One client's wish for the messages of a subject. */
final class ClientSubscription {
    final ClientConnection connection;
    final String subject;
    final @Nullable String queue;
    final String sid;

    /** As it is written into every message. */
    final byte[] sidBytes;

    /** The user it counts for. */
    final String owner;

    /**
     * What is kept from it although the pattern matches; null: nothing. Whoever changes it changes
     * the tree's generation after that, by which others see it.
     */
    @Nullable SubjectRules withheld;

    // Guarded by the connection's outbound: whoever delivers, counts.
    private long delivered;
    private long limit;

    // Guarded by the tree: where it stands there.
    private SubjectTree.@Nullable Node node;
    private int place;

    ClientSubscription(
            ClientConnection connection,
            String subject,
            @Nullable String queue,
            String sid,
            String owner,
            @Nullable SubjectRules withheld) {
        this.connection = connection;
        this.subject = subject;
        this.queue = queue;
        this.sid = sid;
        this.sidBytes = sid.getBytes(ISO_8859_1);
        this.owner = owner;
        this.withheld = withheld;
    }

    SubjectTree.@Nullable Node node() {
        return node;
    }

    int place() {
        return place;
    }

    /** It stands there now. */
    void placed(SubjectTree.Node here, int at) {
        node = here;
        place = at;
    }

    void removed() {
        node = null;
    }

    /** Counts a delivery; false if the limit was reached before. */
    boolean count() {
        if (limit > 0 && delivered >= limit) {
            return false;
        }
        delivered++;
        return true;
    }

    boolean exhausted() {
        return limit > 0 && delivered >= limit;
    }

    void limit(long deliveries) {
        limit = deliveries;
    }

    /** How many messages it gets in all; 0: any number. */
    long limit() {
        return limit;
    }

    long delivered() {
        return delivered;
    }
}
