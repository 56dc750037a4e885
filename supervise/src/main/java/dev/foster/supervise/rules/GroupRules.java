package dev.foster.supervise.rules;

import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Idle;
import dev.foster.supervise.rules.ChildState.Pending;
import dev.foster.supervise.spec.RestartPolicy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the failure of one member means for its group, and for the groups around that. */
final class GroupRules {
    private final Function<String, ChildFacts> members;
    private final Consumer<ChildFacts> put;
    private final List<Effect> effects;

    /**
     * @param put takes what a member is from now on
     * @param effects what is to be done is added to these
     */
    GroupRules(
            Function<String, ChildFacts> members, Consumer<ChildFacts> put, List<Effect> effects) {
        this.members = members;
        this.put = put;
        this.effects = effects;
    }

    /** A member failed and shall be restarted. */
    void failed(Groups groups, ChildFacts child, Moment now) {
        String member = child.name();
        Optional<String> home = groups.home(member);
        if (home.isEmpty()) {
            return;
        }
        String group = home.get();
        if (!groups.countRestart(group, now.nanos())) {
            groupFailed(groups, group, child, now);
            return;
        }
        restartWith(groups, group, groups.tiedTo(group, member), child, now);
    }

    /** A member failed and shall not be restarted. */
    void gaveUp(Groups groups, ChildFacts child, Moment now) {
        Optional<String> home = groups.home(child.name());
        // Members that share no fate go on without it.
        if (home.isPresent() && !groups.tiedTo(home.get(), "").isEmpty()) {
            groupFailed(groups, home.get(), child, now);
        }
    }

    private void groupFailed(Groups groups, String group, ChildFacts child, Moment now) {
        effects.add(new Effect.Tell(new ProcessEvent.GroupFailed(RunId.of(group), child.name())));
        Optional<String> parent = groups.home(group);
        if (parent.isEmpty()) {
            leave(groups.leaves(group), Cause.GROUP_FAILED);
        } else if (!groups.countRestart(parent.get(), now.nanos())) {
            groupFailed(groups, parent.get(), child, now);
        } else {
            restartWith(groups, group, groups.leaves(group), child, now);
            restartWith(groups, parent.get(), groups.tiedTo(parent.get(), group), child, now);
        }
    }

    private void restartWith(
            Groups groups, String group, Set<String> names, ChildFacts child, Moment now) {
        Set<String> affected = leave(names, Cause.GROUP);
        if (affected.isEmpty()) {
            return;
        }
        effects.add(
                new Effect.Tell(
                        new ProcessEvent.GroupRestarting(
                                RunId.of(group), List.copyOf(affected), child.name())));
        groups.mend(group, child.retryAt(now));
    }

    /** Marks those that a group takes along; says who they are. */
    private Set<String> leave(Set<String> names, Cause cause) {
        var affected = new LinkedHashSet<String>();
        for (String name : names) {
            ChildFacts child = members.apply(name);
            boolean done =
                    child.state() instanceof Idle
                            && (cause == Cause.GROUP_FAILED
                                    || child.spec().restart().when() == RestartPolicy.When.NO);
            if (child.wanted() && !done) {
                affected.add(name);
                put.accept(
                        child.state() instanceof Idle
                                ? child.countRestart()
                                        .state(new Pending())
                                        .leaving(Optional.of(cause))
                                : child.leaving(Optional.of(cause)));
            }
        }
        return affected;
    }
}
