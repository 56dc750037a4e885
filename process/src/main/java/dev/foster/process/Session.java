package dev.foster.process;

/** Which session and process group a child lives in. It always leads a process group of its own. */
public enum Session {
    /** Its own session: the terminal's signals do not reach it. */
    OWN,
    /** This JVM's session, in the background of its terminal. */
    SHARED,
    /** This JVM's session, as the foreground of its terminal: it gets the keys, Ctrl-C included. */
    FOREGROUND
}
