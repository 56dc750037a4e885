package dev.foster.stdio.access;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The keys of an issuer as they are known. They are fetched again when a token names one that is
 * not among them, but not at every such token: names are easily made up. Now and then they are
 * fetched anyway, so that a key that was withdrawn does not stay good.
 */
final class KeySet {
    private static final Duration TRUSTED = Duration.ofHours(24);

    /** A set of keys, numbered by the fetch that brought it. */
    record Edition(long number, List<JsonWebKey> keys, Instant fetched) {
        List<JsonWebKey> candidates(Optional<String> id, JwtAlgorithm algorithm) {
            return keys.stream()
                    .filter(key -> id.isEmpty() || key.id().equals(id))
                    .filter(algorithm::takes)
                    .toList();
        }
    }

    private final KeySource source;
    private final Duration betweenFetches;
    private final Duration fresh;
    private final InstantSource clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private volatile Edition edition = new Edition(0, List.of(), Instant.MIN);
    private volatile Instant lastTry = Instant.MIN;

    KeySet(KeySource source, InstantSource clock) {
        this.source = source;
        // A file is at hand, and whoever changes it expects to see that.
        boolean near = source instanceof KeySource.InFile;
        this.betweenFetches = near ? Duration.ofSeconds(1) : Duration.ofSeconds(30);
        this.fresh = near ? Duration.ofSeconds(5) : Duration.ofMinutes(10);
        this.clock = clock;
    }

    /** The newest keys, fetched again if that may bring the one that is asked for. */
    Edition holding(Optional<String> id, JwtAlgorithm algorithm) {
        Edition known = current();
        if (!known.candidates(id, algorithm).isEmpty()) {
            return known;
        }
        fetching.lock();
        try {
            // Somebody else may have brought it while we waited.
            if (current().candidates(id, algorithm).isEmpty() && mayTry()) {
                fetch();
            }
            return current();
        } finally {
            fetching.unlock();
        }
    }

    /** The keys as they are known, for as long as they may be trusted. */
    Edition current() {
        Edition known = edition;
        Instant now = clock.instant();
        if (known.keys().isEmpty()) {
            return known;
        }
        if (now.isAfter(known.fetched().plus(TRUSTED))) {
            // Whoever needs one of them fetches them himself.
            return new Edition(0, List.of(), known.fetched());
        }
        if (now.isAfter(known.fetched().plus(fresh)) && mayTry()) {
            renew();
        }
        return known;
    }

    private boolean mayTry() {
        return lastTry.equals(Instant.MIN)
                || !clock.instant().isBefore(lastTry.plus(betweenFetches));
    }

    /** In the background: what is known is good enough meanwhile. */
    private void renew() {
        if (renewing.compareAndSet(false, true)) {
            Thread.ofVirtual()
                    .name("foster-keys")
                    .start(
                            () -> {
                                fetching.lock();
                                try {
                                    fetch();
                                } finally {
                                    fetching.unlock();
                                    renewing.set(false);
                                }
                            });
        }
    }

    private void fetch() {
        lastTry = clock.instant();
        try {
            edition = new Edition(edition.number() + 1, KeyReader.read(source), clock.instant());
        } catch (IOException unreachable) {
            // The keys we have stay good for a while; without any, nobody comes in, and is told.
        }
    }
}
