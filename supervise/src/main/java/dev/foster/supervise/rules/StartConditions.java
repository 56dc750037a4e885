package dev.foster.supervise.rules;

import dev.foster.supervise.report.Obstacle;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.rules.ChildState.Backoff;
import dev.foster.supervise.rules.ChildState.GaveUp;
import dev.foster.supervise.rules.ChildState.Idle;
import dev.foster.supervise.rules.ChildState.Pending;
import dev.foster.supervise.rules.ChildState.Rest;
import dev.foster.supervise.rules.ChildState.Starting;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Stuck;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Order;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;

/** Whether a child may start as far as others are concerned, and if not, why. */
final class StartConditions {
    private StartConditions() {}

    /** What is looked at. */
    interface Neighbours {
        ChildFacts other(String name);

        /** Whether it waits for something that will not come by itself. */
        boolean blocked(String name);
    }

    /** What it waits for; empty when the way is free. One that lasts is told before any other. */
    static Optional<Obstacle> obstacle(
            ChildFacts child, Order order, Neighbours neighbours, Groups groups) {
        if (!groups.open(child.name())) {
            return Optional.of(new Obstacle.GroupStopping());
        }
        if (child.ungated()) {
            return Optional.empty();
        }
        Optional<Obstacle> first = Optional.empty();
        for (Map.Entry<String, Condition> entry : order.waitsFor(child.name()).entrySet()) {
            ChildFacts other = neighbours.other(entry.getKey());
            boolean inTheWay =
                    !(order.onlyBefore(child.name()).contains(other.name()) && past(other));
            if (inTheWay && !holds(entry.getValue(), other)) {
                Obstacle found = obstacle(other, entry.getValue(), neighbours);
                if (found.lasting()) {
                    return Optional.of(found);
                }
                first = first.or(() -> Optional.of(found));
            }
        }
        return first.or(() -> outOfTurn(child, order, neighbours));
    }

    private static Obstacle obstacle(ChildFacts other, Condition condition, Neighbours neighbours) {
        boolean blocked = neighbours.blocked(other.name());
        Word word = blocked ? Word.BLOCKED : ChildView.word(other);
        return new Obstacle.Dependency(
                other.name(), condition, word, blocked || staysAsItIs(other));
    }

    // It does not meet the condition, and nothing happens to it any more unless somebody acts.
    private static boolean staysAsItIs(ChildFacts other) {
        if (other.leaving().isPresent()) {
            return false;
        }
        return switch (other.state()) {
            case Idle(Rest rest, Reason _) ->
                    !other.wanted() || rest == Rest.FAILED || rest == Rest.COMPLETED;
            case GaveUp _ -> true;
            case Stuck _, Pending _, Starting _, Up _, Stopping _, Backoff _ -> false;
        };
    }

    // A member that is done keeps no place in its group: who comes after it looks past it.
    private static Optional<Obstacle> outOfTurn(
            ChildFacts child, Order order, Neighbours neighbours) {
        var seen = new HashSet<String>();
        var todo = new ArrayDeque<>(order.before(child.name()));
        while (!todo.isEmpty()) {
            ChildFacts other = neighbours.other(todo.pop());
            boolean done = other.ended(Rest.COMPLETED) || past(other);
            if (done && seen.add(other.name())) {
                for (String earlier : order.before(other.name())) {
                    ChildFacts before = neighbours.other(earlier);
                    if (!holds(Condition.READY, before) && !past(before)) {
                        return Optional.of(obstacle(before, Condition.READY, neighbours));
                    }
                    todo.push(earlier);
                }
            }
        }
        return Optional.empty();
    }

    // One that was ready, failed and is not to be restarted has had its turn: a group goes on
    // without it. One that was never ready still keeps the others waiting.
    private static boolean past(ChildFacts other) {
        return other.leaving().isEmpty() && other.ended(Rest.FAILED) && other.wasReady();
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
                            || (other.state() instanceof GaveUp(Reason _, boolean own) && own);
            case COMPLETED_SUCCESSFULLY -> completed;
        };
    }
}
