package dev.foster.bench.watch;

import dev.foster.bench.supervise.Peer;
import dev.foster.bench.supervise.Stack;
import dev.foster.bench.workshop.Contender;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.util.Optional;

/**
 * A supervisor that can be asked what its processes use.
 *
 * @param peer how it is run
 * @param opening how it is asked, in the way its own screen does
 */
record Watched(Peer peer, Opening opening) implements Contender {

    /** Begins to ask a supervisor that runs. */
    interface Opening {
        Asking open(Workshop workshop, Stack stack) throws TrialFailed;
    }

    @Override
    public String name() {
        return peer.name();
    }

    @Override
    public String version() {
        return peer.version();
    }

    @Override
    public Optional<String> missing() {
        return peer.missing();
    }
}
