package dev.foster.supervise.spec;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Processes, or groups of them, that share a fate.
 *
 * @param strategy what the failure of one means for the others. With other than {@link
 *     Strategy#ONE_FOR_ONE} the members start one after the other, each when the one before is
 *     ready
 * @param intensity how many restarts the group may need; one more, and all of it is stopped and the
 *     failure is its parent's to handle. Without it there is no such limit
 * @param stopOrder in which order the members of a {@link Strategy#ONE_FOR_ONE} group stop; those
 *     of others always stop in reverse
 * @param members names of processes or groups, in the order of their start
 */
public record GroupSpec(
        String name,
        Strategy strategy,
        Optional<Limit> intensity,
        StopOrder stopOrder,
        List<String> members) {
    public GroupSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(strategy);
        Objects.requireNonNull(intensity);
        Objects.requireNonNull(stopOrder);
        members = List.copyOf(members);
    }

    /** One that stops in reverse order. */
    public GroupSpec(
            String name, Strategy strategy, Optional<Limit> intensity, List<String> members) {
        this(name, strategy, intensity, StopOrder.REVERSE, members);
    }

    public GroupSpec strategy(Strategy wanted) {
        return new GroupSpec(name, wanted, intensity, stopOrder, members);
    }

    public GroupSpec intensity(Limit wanted) {
        return new GroupSpec(name, strategy, Optional.of(wanted), stopOrder, members);
    }

    public GroupSpec stopOrder(StopOrder wanted) {
        return new GroupSpec(name, strategy, intensity, wanted, members);
    }

    public GroupSpec members(List<String> wanted) {
        return new GroupSpec(name, strategy, intensity, stopOrder, wanted);
    }
}
