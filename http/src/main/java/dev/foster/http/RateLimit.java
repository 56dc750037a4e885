package dev.foster.http;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How often a caller may ask: a bucket of tokens for each, refilled steadily. There is a bound to
 * the buckets too. When all of them are in use, callers without one share one more, so that nobody
 * gets a full bucket by making up names.
 */
public final class RateLimit {
    private static final double NANOS_PER_MINUTE = 60e9;

    private static final class Bucket {
        private double tokens;
        private long at;

        Bucket(double tokens, long at) {
            this.tokens = tokens;
            this.at = at;
        }
    }

    private final double perNano;
    private final int burst;
    private final int callers;
    // The one that was not used for the longest time is the first.
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);
    private Optional<Bucket> shared = Optional.empty();

    /**
     * Full buckets for everybody.
     *
     * @param perMinute how much comes back in a minute
     * @param burst how much there is at most
     * @param callers how many buckets
     */
    public RateLimit(int perMinute, int burst, int callers) {
        if (perMinute < 1 || burst < 1 || callers < 1) {
            throw new IllegalArgumentException(
                    "cannot limit calls to less than one; leave the limit out to have none");
        }
        this.perNano = perMinute / NANOS_PER_MINUTE;
        this.burst = burst;
        this.callers = callers;
    }

    /**
     * Takes one token.
     *
     * @param now any clock that only goes forward, in nanoseconds
     * @return how long to wait for the next, if there is none
     */
    public synchronized Optional<Duration> take(String caller, long now) {
        Bucket bucket = bucket(caller, now);
        refill(bucket, now);
        if (bucket.tokens >= 1) {
            bucket.tokens--;
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos((long) Math.ceil((1 - bucket.tokens) / perNano)));
    }

    private void refill(Bucket bucket, long now) {
        long passed = Math.max(0, now - bucket.at);
        bucket.tokens = Math.min(burst, bucket.tokens + passed * perNano);
        bucket.at += passed;
    }

    private Bucket bucket(String caller, long now) {
        Bucket own = buckets.get(caller);
        if (own != null) {
            return own;
        }
        if (buckets.size() >= callers && !removeFull(now)) {
            if (shared.isEmpty()) {
                shared = Optional.of(new Bucket(burst, now));
            }
            return shared.get();
        }
        var fresh = new Bucket(burst, now);
        buckets.put(caller, fresh);
        return fresh;
    }

    /** A bucket that is full again is as good as none. */
    private boolean removeFull(long now) {
        Iterator<Bucket> oldest = buckets.values().iterator();
        Bucket bucket = oldest.next();
        refill(bucket, now);
        if (bucket.tokens < burst) {
            return false;
        }
        oldest.remove();
        return true;
    }

    /** A wait as the header Retry-After has it. */
    public static long seconds(Duration wait) {
        return Math.max(1, wait.plusNanos(999_999_999).toSeconds());
    }
}
