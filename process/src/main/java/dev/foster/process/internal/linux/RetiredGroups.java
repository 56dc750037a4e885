package dev.foster.process.internal.linux;

import dev.foster.process.internal.cgroup.Cgroups;
import dev.foster.process.internal.cgroup.ChildGroup;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The cgroups of children that are gone, until their last process is too and they can be removed.
 */
final class RetiredGroups {
    private static final long LOOK_AGAIN_NANOS = 500_000_000;
    private static final long LAST_LOOK_NANOS = 2_000_000;
    private static final long LONGEST_NANOS = 2_000_000_000;

    private final Reactor reactor;
    private final Set<ChildGroup> retired = ConcurrentHashMap.newKeySet();
    private boolean looking;

    RetiredGroups(Reactor reactor) {
        this.reactor = reactor;
    }

    /** On the reactor's thread. */
    void retire(ChildGroup group) {
        if (Cgroups.shared().retire(group)) {
            return;
        }
        retired.add(group);
        lookLater();
    }

    private void lookLater() {
        if (!looking) {
            looking = true;
            reactor.at(
                    System.nanoTime() + LOOK_AGAIN_NANOS,
                    () -> {
                        looking = false;
                        boolean all = false;
                        try {
                            all = swept();
                        } finally {
                            if (!all) {
                                lookLater();
                            }
                        }
                    });
        }
    }

    private boolean swept() {
        Cgroups.shared().sweep();
        retired.removeIf(ChildGroup::removed);
        return retired.isEmpty();
    }

    /** The engine closes: whatever is still in one of them is killed. On the closing thread. */
    void end() {
        long limit = System.nanoTime() + LONGEST_NANOS;
        while (!swept() && System.nanoTime() < limit) {
            retired.forEach(ChildGroup::kill);
            LockSupport.parkNanos(LAST_LOOK_NANOS);
        }
        Cgroups.shared().leave();
    }
}
