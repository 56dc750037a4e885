package dev.foster.supervise.spec;

import dev.foster.process.Exit;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What happens when a process ends by itself.
 *
 * @param when which ends lead to a restart
 * @param successCodes exit codes that count as success; 128 + n stands for signal n
 * @param backoff how long to wait before a restart
 * @param limit how many restarts there may be before giving up; without it there is no end
 * @param firstStart what becomes of one that fails before it has ever been ready
 * @param resetAfter after being up for so long, the next failure counts as the first again
 */
public record RestartPolicy(
        When when,
        Set<Integer> successCodes,
        Backoff backoff,
        Optional<Limit> limit,
        FirstStart firstStart,
        Duration resetAfter) {

    /** What becomes of a process that fails before it was ready even once since somebody asked. */
    public enum FirstStart {
        /** It is restarted like after any other failure, unless that cannot heal by itself. */
        AUTO,
        /** It is restarted like after any other failure. */
        RETRY,
        /** It has failed for good: whoever asked learns of it at once. */
        FAIL
    }

    /** Which ends lead to a restart. */
    public enum When {
        NO,
        /** Only one that does not count as success. */
        ON_FAILURE,
        /** Any. */
        ALWAYS,
        /** Any; but a process somebody stopped stays stopped when its daemon is started again. */
        UNLESS_STOPPED
    }

    public RestartPolicy {
        Objects.requireNonNull(when);
        successCodes = Set.copyOf(successCodes);
        Objects.requireNonNull(backoff);
        Objects.requireNonNull(limit);
        Objects.requireNonNull(firstStart);
        if (resetAfter.isNegative()) {
            throw new IllegalArgumentException(
                    "cannot forget failures after "
                            + resetAfter
                            + ": that is before they happen; give zero or more");
        }
    }

    /** On failure, with the default backoff, up to 5 times in a minute. */
    public static RestartPolicy defaults() {
        return new RestartPolicy(
                When.ON_FAILURE,
                Set.of(0),
                Backoff.defaults(),
                Optional.of(new Limit(5, Duration.ofSeconds(60))),
                FirstStart.AUTO,
                Duration.ofSeconds(60));
    }

    public static RestartPolicy never() {
        return defaults().when(When.NO);
    }

    /** Whether an end like this counts as success. */
    public boolean isSuccess(Exit exit) {
        return successCodes.contains(exit.shellCode());
    }

    public RestartPolicy when(When wanted) {
        return new RestartPolicy(wanted, successCodes, backoff, limit, firstStart, resetAfter);
    }

    public RestartPolicy successCodes(Set<Integer> wanted) {
        return new RestartPolicy(when, wanted, backoff, limit, firstStart, resetAfter);
    }

    public RestartPolicy backoff(Backoff wanted) {
        return new RestartPolicy(when, successCodes, wanted, limit, firstStart, resetAfter);
    }

    public RestartPolicy limit(Limit wanted) {
        return new RestartPolicy(
                when, successCodes, backoff, Optional.of(wanted), firstStart, resetAfter);
    }

    public RestartPolicy withoutLimit() {
        return new RestartPolicy(
                when, successCodes, backoff, Optional.empty(), firstStart, resetAfter);
    }

    public RestartPolicy resetAfter(Duration wanted) {
        return new RestartPolicy(when, successCodes, backoff, limit, firstStart, wanted);
    }

    public RestartPolicy firstStart(FirstStart wanted) {
        return new RestartPolicy(when, successCodes, backoff, limit, wanted, resetAfter);
    }
}
