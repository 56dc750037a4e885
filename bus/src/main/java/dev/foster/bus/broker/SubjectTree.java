package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
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
    record Match(Subscription[] plain, Subscription[][] groups, long generation) {}

    private static final class Node {
        final Map<String, Node> children = new HashMap<>();
        final List<Subscription> subscriptions = new ArrayList<>();

        boolean empty() {
            return children.isEmpty() && subscriptions.isEmpty();
        }
    }

    private final Node root = new Node();
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

    synchronized void add(Subscription subscription) {
        Node node = root;
        for (String token : Subjects.tokens(subscription.subject)) {
            node = node.children.computeIfAbsent(token, _ -> new Node());
        }
        node.subscriptions.add(subscription);
        added++;
        changed(1);
    }

    synchronized void remove(Subscription subscription) {
        if (removeBelow(root, Subjects.tokens(subscription.subject), 0, subscription)) {
            removed++;
            changed(-1);
        }
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

    private static boolean removeBelow(
            Node node, List<String> tokens, int depth, Subscription subscription) {
        if (depth == tokens.size()) {
            return node.subscriptions.remove(subscription);
        }
        Node child = node.children.get(tokens.get(depth));
        if (child == null || !removeBelow(child, tokens, depth + 1, subscription)) {
            return false;
        }
        if (child.empty()) {
            node.children.remove(tokens.get(depth));
        }
        return true;
    }

    /** Who receives a message of this subject; nobody if it has an empty token. */
    synchronized Match match(String subject) {
        List<Subscription> plain = new ArrayList<>();
        Map<String, List<Subscription>> groups = new LinkedHashMap<>();
        collect(subject, plain, groups);
        int receivers = plain.size() + groups.size();
        searches++;
        found += receivers;
        mostFound = Math.max(mostFound, receivers);
        Subscription[][] grouped =
                groups.values().stream()
                        .map(group -> group.toArray(Subscription[]::new))
                        .toArray(Subscription[][]::new);
        return new Match(plain.toArray(Subscription[]::new), grouped, generation);
    }

    /** Whether anybody would receive a message of this subject. Not counted as a search. */
    synchronized boolean heard(String subject) {
        List<Subscription> plain = new ArrayList<>();
        Map<String, List<Subscription>> groups = new HashMap<>();
        collect(subject, plain, groups);
        return !plain.isEmpty() || !groups.isEmpty();
    }

    private void collect(
            String subject, List<Subscription> plain, Map<String, List<Subscription>> groups) {
        List<String> tokens = Subjects.tokens(subject);
        if (!tokens.contains("")) {
            collect(root, tokens, 0, plain, groups);
        }
    }

    private static void collect(
            Node node,
            List<String> tokens,
            int depth,
            List<Subscription> plain,
            Map<String, List<Subscription>> groups) {
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
            @Nullable Node node, List<Subscription> plain, Map<String, List<Subscription>> groups) {
        if (node == null) {
            return;
        }
        for (Subscription subscription : node.subscriptions) {
            if (subscription.queue == null) {
                plain.add(subscription);
            } else {
                groups.computeIfAbsent(subscription.queue, _ -> new ArrayList<>())
                        .add(subscription);
            }
        }
    }
}
