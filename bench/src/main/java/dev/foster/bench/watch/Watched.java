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
 * @param name what it is called in the tables
 * @param peer how it is run
 * @param opening how it is asked
 */
record Watched(String name, Peer peer, Opening opening) implements Contender {

    Watched(Peer peer, Opening opening) {
        this(peer.name(), peer, opening);
    }

    /** Begins to ask a supervisor that runs. */
    interface Opening {
        Asking open(Workshop workshop, Stack stack) throws TrialFailed;
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
