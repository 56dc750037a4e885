package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All subscriptions, by the tokens of their subjects.
 *
 * <p>Every change starts a new generation. The event loops remember what a subject matched until
 * then, so this tree and its lock are out of the way while messages flow.
 */
final class SubjectTree {
    /** Who receives a message: each of the plain ones, and one of each group. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; read once per message.
    record Match(ClientSubscription[] plain, ClientSubscription[][] groups, long generation) {
        /** How many subscriptions it names. */
        int size() {
            int size = plain.length;
            for (ClientSubscription[] group : groups) {
                size += group.length;
            }
            return size;
        }
    }

    /**
     * What follows the same tokens. Its receivers stand in no order, so that one of many goes at
     * the cost of one of few: the last takes its place.
     */
    static final class Node {
        private static final ClientSubscription[] NONE = {};
        private static final int FEW = 8;

        private final @Nullable Node parent;
        private final String token;
        private final Map<String, Node> children = new HashMap<>();
        private ClientSubscription[] receivers = NONE;
        private int count;

        Node(@Nullable Node parent, String token) {
            this.parent = parent;
            this.token = token;
        }

        private void add(ClientSubscription subscription) {
            if (count == receivers.length) {
                receivers = Arrays.copyOf(receivers, Math.max(1, count * 2));
            }
            subscription.placed(this, count);
            receivers[count++] = subscription;
        }

        private void removeAt(int place) {
            ClientSubscription last = receivers[--count];
            receivers[place] = last;
            last.placed(this, place);
            if (receivers.length > FEW && count < receivers.length / 4) {
                receivers = Arrays.copyOf(receivers, receivers.length / 2);
            } else {
                Arrays.fill(receivers, count, count + 1, null);
            }
        }

        private boolean empty() {
            return count == 0 && children.isEmpty();
        }
    }

    // A client that leaves takes its subscriptions along in portions: others may want the tree.
    private static final int PORTION = 256;

    private final Node root = new Node(null, "");
    private volatile long generation;
    private int count;
    private long added;
    private long removed;
    private long searches;
    private long found;
    private int mostFound;

    long generation() {
        return generation;
    }

    synchronized int count() {
        return count;
    }

    synchronized void add(ClientSubscription subscription) {
        Node node = root;
        for (String token : Subjects.tokens(subscription.subject)) {
            Node parent = node;
            node = parent.children.computeIfAbsent(token, it -> new Node(parent, it));
        }
        node.add(subscription);
        added++;
        changed(1);
    }

    /** What subscriptions get has changed, though not which there are. */
    synchronized void changed() {
        changed(0);
    }

    synchronized void remove(ClientSubscription subscription) {
        if (takeOut(subscription)) {
            changed(-1);
        }
    }

    /** Removes them in portions, each a single change to those who look for receivers. */
    void removeAll(List<ClientSubscription> subscriptions) {
        for (int from = 0; from < subscriptions.size(); from += PORTION) {
            removePortion(
                    subscriptions.subList(from, Math.min(subscriptions.size(), from + PORTION)));
        }
    }

    private synchronized void removePortion(List<ClientSubscription> subscriptions) {
        int gone = 0;
        for (ClientSubscription each : subscriptions) {
            gone += takeOut(each) ? 1 : 0;
        }
        if (gone > 0) {
            changed(-gone);
        }
    }

    private boolean takeOut(ClientSubscription subscription) {
        Node node = subscription.node();
        if (node == null) {
            return false;
        }
        node.removeAt(subscription.place());
        subscription.removed();
        removed++;
        for (Node parent = node.parent; parent != null && node.empty(); parent = node.parent) {
            parent.children.remove(node.token);
            node = parent;
        }
        return true;
    }

    /**
     * How the search for receivers goes.
     *
     * @param remembered how many answers the event loops remember
     * @param matches how many messages needed an answer
     */
    synchronized RoutingStatistics statistics(int remembered, long matches) {
        return new RoutingStatistics(
                count,
                remembered,
                added,
                removed,
                matches,
                matches == 0 ? 0 : Math.max(0, 1 - (double) searches / matches),
                mostFound,
                searches == 0 ? 0 : (double) found / searches);
    }

    // The lock makes the increment whole; volatile is for the readers.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void changed(int by) {
        count += by;
        generation++;
    }

    /** Who receives a message of this subject; nobody if it has an empty token. */
    synchronized Match match(String subject) {
        List<ClientSubscription> plain = new ArrayList<>();
        Map<String, List<ClientSubscription>> groups = new LinkedHashMap<>();
        collect(subject, plain, groups);
        int receivers = plain.size() + groups.size();
        searches++;
        found += receivers;
        mostFound = Math.max(mostFound, receivers);
        ClientSubscription[][] grouped =
                groups.values().stream()
                        .map(group -> group.toArray(ClientSubscription[]::new))
                        .toArray(ClientSubscription[][]::new);
        return new Match(plain.toArray(ClientSubscription[]::new), grouped, generation);
    }

    /** Whether anybody would receive a message of this subject. Not counted as a search. */
    synchronized boolean heard(String subject) {
        List<ClientSubscription> plain = new ArrayList<>();
        Map<String, List<ClientSubscription>> groups = new HashMap<>();
        collect(subject, plain, groups);
        return !plain.isEmpty() || !groups.isEmpty();
    }

    private void collect(
            String subject,
            List<ClientSubscription> plain,
            Map<String, List<ClientSubscription>> groups) {
        List<String> tokens = Subjects.tokens(subject);
        if (!tokens.contains("")) {
            collect(root, tokens, 0, plain, groups);
        }
    }

    private static void collect(
            Node node,
            List<String> tokens,
            int depth,
            List<ClientSubscription> plain,
            Map<String, List<ClientSubscription>> groups) {
        if (depth == tokens.size()) {
            gather(node, plain, groups);
            return;
        }
        gather(node.children.get(">"), plain, groups);
        Node any = node.children.get("*");
        if (any != null) {
            collect(any, tokens, depth + 1, plain, groups);
        }
        String token = tokens.get(depth);
        // A wildcard in a published subject is a word like any other, and was met above.
        Node same = token.equals("*") || token.equals(">") ? null : node.children.get(token);
        if (same != null) {
            collect(same, tokens, depth + 1, plain, groups);
        }
    }

    private static void gather(
            @Nullable Node node,
            List<ClientSubscription> plain,
            Map<String, List<ClientSubscription>> groups) {
        if (node == null) {
            return;
        }
        for (int place = 0; place < node.count; place++) {
            ClientSubscription subscription = node.receivers[place];
            if (subscription.queue == null) {
                plain.add(subscription);
            } else {
                groups.computeIfAbsent(subscription.queue, _ -> new ArrayList<>())
                        .add(subscription);
            }
        }
    }
}
