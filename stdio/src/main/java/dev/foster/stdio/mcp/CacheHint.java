package dev.foster.stdio.mcp;

import dev.foster.stdio.rpc.RawJson;

import java.time.Duration;
import java.util.Optional;

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

    /** The result with valid hints: the server's own where they are. */
    RawJson over(RawJson result) {
        boolean timed = result.member("ttlMs").filter(it -> it.whole().orElse(-1) >= 0).isPresent();
        Optional<String> scope = result.text("cacheScope");
        RawJson with = timed ? result : result.with("ttlMs", RawJson.number(time.toMillis()));
        return scope.isPresent() && (scope.get().equals("public") || scope.get().equals("private"))
                ? with
                : with.with("cacheScope", RawJson.string(shared ? "public" : "private"));
    }
}
