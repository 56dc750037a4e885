package dev.foster.supervise.probe;

import dev.foster.supervise.probe.ProbeResult.Bad;

import java.io.IOException;

/** A question that is asked over a connection. */
interface ConnectedQuestion extends Question {

    /** What the other side showed; an exception says why it showed nothing. */
    ProbeResult converse(RunningAttempt attempt) throws IOException;

    @Override
    default void ask(RunningAttempt attempt) {
        try {
            attempt.decide(converse(attempt));
        } catch (IOException failed) {
            attempt.decide(new Bad(ErrorWords.of(failed)));
        }
        attempt.end();
    }
}
