package dev.foster.supervise.rules;

import dev.foster.supervise.report.Requester;
import dev.foster.supervise.spec.Order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who must stop before whom, also among those that the stack no longer has: they are remembered
 * with what they waited for until they are gone.
 */
final class Departures {
    /**
     * One that the stack no longer has.
     *
     * @param waitedFor those it waited for
     */
    private record Departure(Set<String> waitedFor, Requester by) {}

    private final Reversible<String, Departure> removed = new Reversible<>();

    void add(String name, Order last, Requester by) {
        removed.put(name, new Departure(last.waitsFor(name).keySet(), by));
    }

    /** Who removed it, if somebody did. */
    Optional<Requester> by(String name) {
        return removed.find(name).map(Departure::by);
    }

    boolean contains(String name) {
        return removed.contains(name);
    }

    /** It is gone, or belongs to the stack again; false when it was none of these. */
    boolean remove(String name) {
        return removed.remove(name).isPresent();
    }

    /**
     * Whether anybody who is to stop before it, directly or through others, is on its way down: one
     * that is down already must not part those on either side of it.
     */
    boolean isNeeded(String name, Order order, Predicate<String> onItsWayDown) {
        var seen = new HashSet<String>();
        var todo = new ArrayDeque<>(before(name, order));
        while (!todo.isEmpty()) {
            String next = todo.pop();
            if (seen.add(next)) {
                if (onItsWayDown.test(next)) {
                    return true;
                }
                todo.addAll(before(next, order));
            }
        }
        return false;
    }

    private List<String> before(String name, Order order) {
        var all = new ArrayList<>(order.stopsAfter(name));
        for (Map.Entry<String, Departure> entry : removed.entries()) {
            if (entry.getValue().waitedFor().contains(name)) {
                all.add(entry.getKey());
            }
        }
        return all;
    }

    void keep() {
        removed.keep();
    }

    void takeBack() {
        removed.takeBack();
    }
}
