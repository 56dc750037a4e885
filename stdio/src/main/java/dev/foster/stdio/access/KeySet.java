package dev.foster.stdio.access;

import dev.foster.stdio.spec.KeySource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The keys of an issuer as they are known. They are fetched again when a token names one that is
 * not among them, but not at every such token: names are easily made up. Now and then they are
 * fetched anyway, so that a key that was withdrawn does not stay good.
 */
final class KeySet {
    private static final Duration TRUSTED = Duration.ofHours(24);

    /** A set of keys, numbered by the fetch that brought it. */
    record Edition(long number, List<JsonWebKey> keys, long fetched) {
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
    private final LongSupplier clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private volatile Edition edition = new Edition(0, List.of(), 0);
    private volatile OptionalLong lastTry = OptionalLong.empty();

    /**
     * @param clock any that only goes forward, in nanoseconds: one that is set back would keep
     *     everybody out whose key is new
     */
    KeySet(KeySource source, LongSupplier clock) {
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
        if (known.keys().isEmpty()) {
            return known;
        }
        long age = clock.getAsLong() - known.fetched();
        if (age > TRUSTED.toNanos()) {
            // Whoever needs one of them fetches them himself.
            return new Edition(0, List.of(), known.fetched());
        }
        if (age > fresh.toNanos() && mayTry()) {
            renew();
        }
        return known;
    }

    private boolean mayTry() {
        OptionalLong last = lastTry;
        return last.isEmpty() || clock.getAsLong() - last.getAsLong() >= betweenFetches.toNanos();
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
        lastTry = OptionalLong.of(clock.getAsLong());
        try {
            edition = new Edition(edition.number() + 1, KeyFetcher.read(source), clock.getAsLong());
        } catch (IOException unreachable) {
            // The keys we have stay good for a while; without any, nobody comes in, and is told.
        }
    }
}
