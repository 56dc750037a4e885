package dev.foster.stdio.spec;

import java.time.Duration;

/**
 * What modern clients are told about keeping lists, when the server does not say.
 *
 * @param time how long they may keep them
 * @param shared whether caches between client and broker may give them to others
 */
public record CacheHint(Duration time, boolean shared) {

    /** Not at all. */
    public static CacheHint none() {
        return new CacheHint(Duration.ZERO, false);
    }
}
