package dev.foster.supervise.spec;

/** What must hold of a process before another that depends on it is started. */
public enum Condition {
    /** It runs, or has run and ended well. */
    STARTED,
    /** It is ready. */
    READY,
    /** It has ended, however it did, and will not be restarted. */
    COMPLETED,
    /** It has ended with a code that counts as success. */
    COMPLETED_SUCCESSFULLY
}
