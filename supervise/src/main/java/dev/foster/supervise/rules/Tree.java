package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.supervise.report.Obstacle;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Requester;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Pending;
import dev.foster.supervise.rules.ChildState.Starting;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.Change;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All children of a stack and what they mean for each other: who may start, who must stop first,
 * and what a failure does to a group. One event in, effects out; nothing else changes it. An event
 * whose handling fails in its middle has changed nothing.
 *
 * <p>Not safe for threads: whoever owns it is its only writer.
 */
public final class Tree {
    private final Reversible<String, ChildFacts> children = new Reversible<>();
    private final Reversible<String, Obstacle> waiting = new Reversible<>();
    private final Departures removed = new Departures();
    private final Set<String> changed = new LinkedHashSet<>();
    private final List<Effect> effects = new ArrayList<>();
    private final Companions companions = new Companions(effects);
    private final GroupRules groupRules = new GroupRules(this::child, this::put, effects);
    private Order order;
    private Groups groups;

    private final StartConditions.Neighbours neighbours =
            new StartConditions.Neighbours() {
                @Override
                public ChildFacts other(String name) {
                    return child(name);
                }

                @Override
                public boolean blocked(String name) {
                    return waiting.find(name)
                            .or(() -> ChildView.delay(child(name).state()))
                            .filter(Obstacle::lasting)
                            .isPresent();
                }
            };

    /** Never used twice, not even for a name that was removed and came back. */
    private long lastRun;

    public Tree(StackSpec stack) {
        this.order = new Order(stack);
        this.groups = new Groups(stack, order, Optional.empty());
        stack.processes().forEach(spec -> children.put(spec.name(), ChildFacts.of(spec)));
        changed.addAll(children.keys());
        keep();
    }

    /** Takes one event and says what is to be done. */
    public List<Effect> on(TreeInput event, Moment now) {
        Order orderBefore = order;
        Groups groupsBefore = groups;
        try {
            // Also what an earlier failure could not take back.
            takeBack();
            effects.clear();
            decide(event, now);
            settle(now);
            List<Effect> decided = List.copyOf(effects);
            keep();
            return decided;
        } catch (Throwable fault) {
            order = orderBefore;
            groups = groupsBefore;
            takeBack();
            throw fault;
        }
    }

    private void keep() {
        children.keep();
        waiting.keep();
        removed.keep();
        companions.keep();
        groups.keep();
    }

    private void takeBack() {
        children.takeBack();
        waiting.takeBack();
        removed.takeBack();
        companions.takeBack();
        groups.takeBack();
    }

    private void decide(TreeInput event, Moment now) {
        switch (event) {
            case TreeInput.OfRun news -> news(news, now);
            case TreeInput.StartAsked(Set<String> names, boolean ungated, Requester who) ->
                    inOrder(names).forEach(name -> start(name, ungated, who));
            case TreeInput.StopAsked(Set<String> names, boolean kill, Requester who) ->
                    inOrder(names).forEach(name -> stop(name, kill, who, now));
            case TreeInput.RestartAsked(Set<String> names, Requester who) ->
                    inOrder(names).forEach(name -> restart(name, who));
            case TreeInput.ReplaceAsked asked ->
                    inOrder(Set.of(asked.name()))
                            .forEach(name -> companions.begin(child(name), ++lastRun, asked));
            case TreeInput.StackChanged(StackSpec stack, Requester who) -> change(stack, who, now);
            case TreeInput.DeadlinePassed _ -> deadlinePassed(now);
        }
    }

    /** The instant at which silence itself becomes an event. */
    public long deadline(long now) {
        long first = Math.min(groups.deadline(now), companions.deadline());
        for (ChildFacts child : children.values()) {
            first = Math.min(first, child.state().deadline());
        }
        return first;
    }

    /** The names of those that look different since they were last shown. */
    public Set<String> changed() {
        return new LinkedHashSet<>(changed);
    }

    public boolean allShown() {
        return changed.isEmpty();
    }

    /** Everybody knows how this one looks now. */
    public void shown(String name) {
        changed.remove(name);
    }

    /** How one child stands; empty when there is none of that name any more. */
    public Optional<ChildView> view(String name) {
        return children.find(name).map(child -> ChildView.of(child, waiting.find(name)));
    }

    private ChildFacts child(String name) {
        return children.find(name)
                .orElseThrow(() -> new IllegalStateException("nobody is called " + name));
    }

    private List<String> inOrder(Set<String> names) {
        return children.keys().stream().filter(names::contains).toList();
    }

    private void put(ChildFacts child) {
        children.put(child.name(), child);
        changed.add(child.name());
    }

    private void apply(Step step, Moment now) {
        ChildFacts child = step.next();
        put(child);
        effects.addAll(step.effects());
        switch (step.verdict()) {
            case NOTHING -> {}
            case RESTARTS -> groupRules.failed(groups, child, now);
            case GAVE_UP -> groupRules.gaveUp(groups, child, now);
        }
    }

    private void tell(ProcessEvent event) {
        effects.add(new Effect.Tell(event));
    }

    // ---- news ----

    private void news(TreeInput.OfRun event, Moment now) {
        Optional<ChildFacts> child =
                children.find(event.name()).filter(one -> one.run() == event.run());
        if (child.isPresent()) {
            if (!(event instanceof TreeInput.Stopped stopped && companions.keeps(stopped))) {
                apply(ChildRules.on(child.get(), event, now), now);
            }
        } else if (companions.concerns(event)) {
            companions.on(event, now);
        } else if (event instanceof TreeInput.Spawned) {
            // A start that was given up, and succeeded after all: it belongs to nobody.
            effects.add(new Effect.Stop(event.name(), event.run(), true));
        }
    }

    private void deadlinePassed(Moment now) {
        companions.deadlinePassed(now);
        for (String name : List.copyOf(children.keys())) {
            children.find(name)
                    .filter(child -> child.state().deadline() <= now.nanos())
                    .ifPresent(child -> apply(ChildRules.onDeadline(child, now), now));
        }
    }

    // ---- what people ask for ----

    private void start(String name, boolean ungated, Requester who) {
        ChildFacts child = child(name);
        if (child.wanted()
                && child.leaving().isEmpty()
                && (child.state() instanceof Up || child.state() instanceof Starting)) {
            return;
        }
        tell(new ProcessEvent.StartAsked(child.id(), who));
        ChildFacts next = ChildRules.startAgain(child.wanted(true).forgotten().ungated(ungated));
        // It holds for the start that was asked for, not for a later one.
        boolean runs = next.state() instanceof Up || next.state() instanceof Starting;
        put(runs ? next.ungated(false) : next);
    }

    private void stop(String name, boolean kill, Requester who, Moment now) {
        ChildFacts child = child(name);
        if (child.wanted() || kill) {
            tell(new ProcessEvent.StopAsked(child.id(), kill, who));
        }
        ChildFacts next = child.wanted(false).ungated(false);
        if (kill) {
            companions.end(child, true, now);
        }
        if (kill || !next.state().occupied()) {
            apply(ChildRules.stopNow(next, Cause.ASKED, kill, now), now);
        } else {
            put(next.leaving(Optional.of(Cause.ASKED)));
        }
    }

    private void restart(String name, Requester who) {
        ChildFacts child = child(name);
        tell(new ProcessEvent.RestartAsked(child.id(), who));
        ChildFacts next = child.wanted(true).forgotten().ungated(false);
        boolean runs = child.state() instanceof Up || child.state() instanceof Starting;
        put(runs ? next.leaving(Optional.of(Cause.RESTART)) : ChildRules.startAgain(next));
    }

    private void change(StackSpec stack, Requester who, Moment now) {
        Order before = order;
        order = new Order(stack);
        groups = new Groups(stack, order, Optional.of(groups));
        var names = new LinkedHashSet<String>();
        for (ProcessSpec spec : stack.processes()) {
            names.add(spec.name());
            Optional<ChildFacts> child = children.find(spec.name());
            if (child.isEmpty()) {
                add(ChildFacts.of(spec), who);
            } else {
                adapt(child.get(), spec, removed.remove(spec.name()), who, now);
            }
        }
        for (String name : List.copyOf(children.keys())) {
            if (!names.contains(name) && !removed.contains(name)) {
                removed.add(name, before, who);
                stop(name, false, who, now);
            }
        }
    }

    private void add(ChildFacts child, Requester who) {
        put(child);
        tell(new ProcessEvent.Added(child.id(), who));
        if (child.spec().enabled()) {
            put(child.wanted(true).state(new Pending()));
        }
    }

    private void adapt(
            ChildFacts child, ProcessSpec spec, boolean returned, Requester who, Moment now) {
        ProcessSpec old = child.spec();
        Change change = old.changeTo(spec);
        if (change == Change.NOTHING && !returned) {
            return;
        }
        ChildFacts next = child.spec(spec);
        if (child.state() instanceof Up up) {
            effects.add(new Effect.StopAsking(child.name(), child.run()));
            next = next.state(ProbeRules.adapt(up, spec, now.nanos()));
        }
        put(next);
        tell(new ProcessEvent.Changed(next.id(), who));
        boolean begins = returned || (!old.enabled() && spec.enabled());
        if (begins && spec.enabled()) {
            restart(spec.name(), who);
        } else if (change == Change.RESTART && child.wanted()) {
            restart(spec.name(), who);
        }
    }

    // ---- until nothing more follows ----

    private void settle(Moment now) {
        boolean again = true;
        while (again) {
            again = false;
            for (String group : groups.due(now.nanos())) {
                if (groups.leaves(group).stream().noneMatch(this::onItsWayDown)) {
                    groups.mended(group);
                    again = true;
                }
            }
            for (String name : List.copyOf(children.keys())) {
                again |= settle(child(name), now);
            }
        }
    }

    private boolean onItsWayDown(String name) {
        ChildFacts child = child(name);
        return child.state() instanceof Stopping
                || (child.leaving().isPresent() && child.state().occupied());
    }

    private boolean settle(ChildFacts child, Moment now) {
        if (accompany(child, now)) {
            return true;
        }
        if (child.leaving().isPresent() && mayStop(child)) {
            apply(ChildRules.stopNow(child, child.leaving().get(), false, now), now);
            return true;
        }
        if (child.state() instanceof Pending && child.leaving().isEmpty()) {
            Optional<Obstacle> obstacle =
                    StartConditions.obstacle(child, order, neighbours, groups);
            if (obstacle.isPresent()) {
                return waits(child, obstacle.get());
            }
            waiting.remove(child.name());
            apply(ChildRules.go(child, ++lastRun), now);
            return true;
        }
        waiting.remove(child.name());
        Optional<Requester> remover = removed.by(child.name());
        if (remover.isPresent() && !child.state().occupied()) {
            removed.remove(child.name());
            children.remove(child.name());
            changed.add(child.name());
            tell(new ProcessEvent.Removed(child.id(), remover.get()));
            return true;
        }
        return false;
    }

    /** Whether that may mean something for those that wait for it in turn. */
    private boolean waits(ChildFacts child, Obstacle obstacle) {
        Optional<Obstacle> before = waiting.find(child.name());
        if (before.equals(Optional.of(obstacle))) {
            return false;
        }
        waiting.put(child.name(), obstacle);
        changed.add(child.name());
        tell(new ProcessEvent.Waiting(child.id(), obstacle));
        return obstacle.lasting() != before.map(Obstacle::lasting).orElse(false);
    }

    /** What follows for the runs beside it, and from them. */
    private boolean accompany(ChildFacts child, Moment now) {
        if (!(child.state() instanceof Up) || child.leaving().isPresent()) {
            companions.end(child, false, now);
        }
        Optional<ChildFacts> replaced = companions.takeOver(child, now);
        Optional<TreeInput.Stopped> end = companions.release(child.name());
        replaced.ifPresent(this::put);
        end.ifPresent(stopped -> apply(ChildRules.on(child, stopped, now), now));
        return replaced.isPresent() || end.isPresent();
    }

    /** Whether all that depend on it, and are to stop as well, are gone. */
    private boolean mayStop(ChildFacts child) {
        if (child.state() instanceof Starting starting && starting.killAt() != NEVER) {
            return false;
        }
        if (!child.state().occupied() || child.state() instanceof Stopping) {
            return true;
        }
        return !removed.isNeeded(child.name(), order, this::onItsWayDown);
    }
}
