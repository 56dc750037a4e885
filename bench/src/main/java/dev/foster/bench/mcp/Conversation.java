package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;

/** One client's talk with one server, one call at a time. */
interface Conversation extends AutoCloseable {
    /** How long the handshake took, in nanoseconds; a new process was part of it. */
    long opened();

    /** Sends a request and waits for its answer; returns how long that took, in nanoseconds. */
    long ask(Question question) throws TrialFailed;

    @Override
    void close();
}
