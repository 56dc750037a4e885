package dev.foster.supervise.spec;

/** What the failure of one member of a group means for the others. */
public enum Strategy {
    /** Nothing: it is restarted alone. */
    ONE_FOR_ONE,
    /** All are stopped, in reverse order, and all started again. */
    ONE_FOR_ALL,
    /** Those after it are stopped, in reverse order; then it and they are started again. */
    REST_FOR_ONE
}
