package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.supervise.restart.Window;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.StackSpec;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The groups of a stack: who is in which, how often each had to restart, and which are in the
 * middle of it.
 */
final class Groups {
    private final Map<String, GroupSpec> specs = new LinkedHashMap<>();
    private final Map<String, String> homes = new HashMap<>();
    private final Reversible<String, List<Long>> restarts = new Reversible<>();
    private final Reversible<String, Long> mending = new Reversible<>();
    private final Order order;

    Groups(StackSpec stack, Order order, Optional<Groups> before) {
        this.order = order;
        for (GroupSpec group : stack.groups()) {
            specs.put(group.name(), group);
            group.members().forEach(member -> homes.put(member, group.name()));
        }
        before.ifPresent(
                old -> {
                    take(old.restarts, restarts);
                    take(old.mending, mending);
                });
    }

    private <V> void take(Reversible<String, V> old, Reversible<String, V> here) {
        for (Map.Entry<String, V> entry : old.entries()) {
            if (specs.containsKey(entry.getKey())) {
                here.put(entry.getKey(), entry.getValue());
            }
        }
    }

    void keep() {
        restarts.keep();
        mending.keep();
    }

    void takeBack() {
        restarts.takeBack();
        mending.takeBack();
    }

    /** The group that a process or group is a member of. */
    Optional<String> home(String member) {
        return Optional.ofNullable(homes.get(member));
    }

    private GroupSpec spec(String group) {
        return Objects.requireNonNull(specs.get(group), group);
    }

    /** Counts one more restart; false when that is more than the group's intensity allows. */
    boolean countRestart(String group, long now) {
        Optional<Limit> intensity = spec(group).intensity();
        if (intensity.isEmpty()) {
            return true;
        }
        List<Long> recent =
                Window.within(restarts.find(group).orElse(List.of()), intensity.get(), now);
        if (recent.size() >= intensity.get().count()) {
            restarts.remove(group);
            return false;
        }
        restarts.put(group, Window.plus(recent, now));
        return true;
    }

    /** The processes that share the fate of a member that failed, without its own. */
    Set<String> tiedTo(String group, String member) {
        GroupSpec spec = spec(group);
        int place = spec.members().indexOf(member);
        var tied = new LinkedHashSet<String>();
        for (int i = 0; i < spec.members().size(); i++) {
            boolean affected =
                    switch (spec.strategy()) {
                        case ONE_FOR_ONE -> false;
                        case ONE_FOR_ALL -> i != place;
                        case REST_FOR_ONE -> i > place;
                    };
            if (affected) {
                tied.addAll(order.leaves(spec.members().get(i)));
            }
        }
        return tied;
    }

    Set<String> leaves(String group) {
        return order.leaves(group);
    }

    /** From now until this instant, and until its members are down, nothing of it starts. */
    void mend(String group, long retryAt) {
        mending.put(group, retryAt);
    }

    /** Whether a process may start as far as its groups are concerned. */
    boolean open(String process) {
        for (Optional<String> at = home(process); at.isPresent(); at = home(at.get())) {
            if (mending.contains(at.get())) {
                return false;
            }
        }
        return true;
    }

    /** The groups that have waited long enough. */
    List<String> due(long now) {
        return mending.entries().stream()
                .filter(entry -> entry.getValue() <= now)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    void mended(String group) {
        mending.remove(group);
    }

    /** The next instant at which one of them has waited long enough. */
    long deadline(long now) {
        return mending.entries().stream()
                .map(Map.Entry::getValue)
                .filter(at -> at > now)
                .min(Long::compare)
                .orElse(NEVER);
    }
}
