package dev.foster.http;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Wrong tokens: told, and slowed down by where they come from. A right token is taken whatever came
 * before it, so that nobody can lock others out by guessing. Tokens are too long to be guessed;
 * this keeps trying from being cheap, and from going unseen.
 */
public final class WrongTokens {
    /** How many a minute are answered as such, and how many are told. */
    public static final int MOST = 10;

    private static final int PLACES = 1000;

    /** Hears of wrong tokens. */
    @FunctionalInterface
    public interface Told {

        /**
         * There was one.
         *
         * @param place the address it came from
         * @param others how many more there were since the last that was told
         */
        void wrong(String place, long others);
    }

    private final Told told;
    private final LongSupplier clock;
    private final RateLimit answered = new RateLimit(MOST, MOST, PLACES);
    private final RateLimit written = new RateLimit(MOST, MOST, 1);
    private long others;

    /**
     * None yet.
     *
     * @param clock any that only goes forward, in nanoseconds
     */
    public WrongTokens(Told told, LongSupplier clock) {
        this.told = told;
        this.clock = clock;
    }

    /** Counted, and told nobody. */
    public static WrongTokens untold() {
        return new WrongTokens((_, _) -> {}, System::nanoTime);
    }

    /** One more; how long its sender should wait if there were too many from there. */
    public Optional<Duration> another(Peer peer) {
        long now = clock.getAsLong();
        long before;
        synchronized (this) {
            if (written.take("", now).isPresent()) {
                others++;
                return answered.take(peer.place(), now);
            }
            before = others;
            others = 0;
        }
        told.wrong(peer.place(), before);
        return answered.take(peer.place(), now);
    }
}
