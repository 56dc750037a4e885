package dev.foster.supervise.probe;

import java.util.Optional;

/** What one attempt showed. */
public sealed interface ProbeResult {

    /** The process does what it should. */
    record Good() implements ProbeResult {}

    /** It does not, or did not show it in time. */
    record Bad(String why) implements ProbeResult {}

    /** Nobody waited for it any more. */
    record Cancelled() implements ProbeResult {}

    /** Good, unless there is something against it. */
    static ProbeResult unless(Optional<String> bad) {
        return bad.<ProbeResult>map(Bad::new).orElseGet(Good::new);
    }
}
