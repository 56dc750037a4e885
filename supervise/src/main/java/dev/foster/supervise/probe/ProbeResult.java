package dev.foster.supervise.probe;

/** What one attempt showed. */
public sealed interface ProbeResult {

    /** The process does what it should. */
    record Good() implements ProbeResult {}

    /** It does not, or did not show it in time. */
    record Bad(String why) implements ProbeResult {}
}
