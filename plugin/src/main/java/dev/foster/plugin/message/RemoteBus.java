package dev.foster.plugin.message;

import dev.foster.plugin.manifest.Messaging;

import java.util.Optional;

/**
 * A bus somebody else runs. Its servers decide who may do what; plugins come in as the host does.
 */
public final class RemoteBus extends ReachedBus {
    public RemoteBus(BusEntry entry) {
        super(entry);
    }

    /**
     * From now on it is there, and lets us in in this way; plugins that start come in so as well.
     */
    public void enter(BusEntry next) {
        host().enter(next);
    }

    @Override
    public BusEntry admit(String plugin, String run, Optional<Messaging.Permissions> permissions) {
        return entry();
    }

    @Override
    public void dismiss(BusEntry admitted) {}
}
