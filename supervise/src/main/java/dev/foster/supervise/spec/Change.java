package dev.foster.supervise.spec;

/** What it takes until a process is as another spec of it wants it. */
public enum Change {
    /** Nothing: they are the same. */
    NOTHING,
    /** It follows other rules from then on, and its run goes on. */
    ADAPT,
    /** Its run cannot become so: a new one begins. */
    RESTART
}
