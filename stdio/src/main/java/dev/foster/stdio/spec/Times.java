package dev.foster.stdio.spec;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param start from the start of a child until it has answered the greeting
 * @param request from a request to its answer, or to its next sign of progress
 * @param ceiling from a request to its answer, whatever progress it makes
 * @param held how long a call waits for the client to answer a question
 * @param idle how long the child of modern clients is kept when nobody asks
 */
public record Times(
        Duration start, Duration request, Duration ceiling, Duration held, Duration idle) {
    /** Longer than anything: subscriptions last until somebody ends them. */
    public static final Duration ENDLESS = Duration.ofDays(365);

    /** 30 s, 5 min, 30 min, 10 min, 10 min. */
    public static Times defaults() {
        return new Times(
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10));
    }

    public Times start(Duration wanted) {
        return new Times(wanted, request, ceiling, held, idle);
    }

    public Times request(Duration wanted) {
        return new Times(
                start, wanted, wanted.compareTo(ceiling) > 0 ? wanted : ceiling, held, idle);
    }

    public Times idle(Duration wanted) {
        return new Times(start, request, ceiling, held, wanted);
    }

    public Times held(Duration wanted) {
        return new Times(start, request, ceiling, wanted, idle);
    }
}
