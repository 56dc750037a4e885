package dev.foster.supervise.probe;

/** One way to ask a process how it is. */
interface Question {
    /** Asks, decides the attempt and ends it. May block: what the attempt holds can be closed. */
    void ask(RunningAttempt attempt);
}
