package dev.foster.bench.watch;

import dev.foster.bench.supervise.Peer;
import dev.foster.bench.workshop.Contender;

import java.time.Duration;
import java.util.Optional;

/**
 * A supervisor that ends a child with too much memory.
 *
 * @param peer how it is run, the limit included
 * @param interval how often it looks
 * @param kills how many times it is seen to react
 */
record Guard(Peer peer, Duration interval, int kills) implements Contender {
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
