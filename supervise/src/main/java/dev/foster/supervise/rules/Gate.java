package dev.foster.supervise.rules;

import dev.foster.supervise.rules.ChildState.GaveUp;
import dev.foster.supervise.rules.ChildState.Rest;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Order;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.function.Function;

/** Whether a child may start as far as others are concerned, and if not, why. */
final class Gate {
    private Gate() {}

    /** What it waits for, in words; empty when the way is free. */
    static String closed(
            ChildFacts child, Order order, Function<String, ChildFacts> others, Groups groups) {
        if (!groups.open(child.name())) {
            return "waiting until its group has stopped";
        }
        if (child.ungated()) {
            return "";
        }
        for (Map.Entry<String, Condition> entry : order.waitsFor(child.name()).entrySet()) {
            ChildFacts other = others.apply(entry.getKey());
            boolean inTheWay =
                    !(order.onlyBefore(child.name()).contains(other.name()) && past(other));
            if (inTheWay && !holds(entry.getValue(), other)) {
                return words(other, entry.getValue());
            }
        }
        return outOfTurn(child, order, others);
    }

    // A member that is done keeps no place in its group: who comes after it looks past it.
    private static String outOfTurn(
            ChildFacts child, Order order, Function<String, ChildFacts> others) {
        var seen = new HashSet<String>();
        var todo = new ArrayDeque<>(order.before(child.name()));
        while (!todo.isEmpty()) {
            ChildFacts other = others.apply(todo.pop());
            boolean done = other.ended(Rest.COMPLETED) || past(other);
            if (done && seen.add(other.name())) {
                for (String earlier : order.before(other.name())) {
                    ChildFacts before = others.apply(earlier);
                    if (!holds(Condition.READY, before) && !past(before)) {
                        return words(before, Condition.READY);
                    }
                    todo.push(earlier);
                }
            }
        }
        return "";
    }

    // One that was ready, failed and is not to be restarted has had its turn: a group goes on
    // without it. One that was never ready still keeps the others waiting.
    private static boolean past(ChildFacts other) {
        return other.leaving().isEmpty() && other.ended(Rest.FAILED) && other.wasReady();
    }

    private static String words(ChildFacts other, Condition condition) {
        return "waiting for "
                + other.name()
                + " "
                + wish(condition)
                + ", which "
                + ChildView.predicate(other);
    }

    private static String wish(Condition condition) {
        return switch (condition) {
            case STARTED -> "to be started";
            case READY -> "to be ready";
            case COMPLETED -> "to complete";
            case COMPLETED_SUCCESSFULLY -> "to complete successfully";
        };
    }

    private static boolean holds(Condition condition, ChildFacts other) {
        if (other.leaving().isPresent()) {
            return false;
        }
        boolean completed = other.ended(Rest.COMPLETED);
        return switch (condition) {
            case STARTED -> other.state() instanceof Up || completed;
            case READY ->
                    (other.state() instanceof Up up && up.ready())
                            || (completed && other.wasReady());
            case COMPLETED ->
                    completed
                            || other.ended(Rest.FAILED)
                            || (other.state() instanceof GaveUp(String _, boolean own) && own);
            case COMPLETED_SUCCESSFULLY -> completed;
        };
    }
}
