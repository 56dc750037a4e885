package dev.foster.process;

/** Which session and process group a child lives in. It always leads a process group of its own. */
public enum Session {
    /** Its own session: the terminal's signals do not reach it. */
    OWN,
    /** This JVM's session, in the background of its terminal. */
    SHARED,
    /**
     * This JVM's session, as the foreground of its terminal if this JVM is: it gets the keys,
     * Ctrl-C included. As a shell does with its job, this JVM stops when the child is suspended,
     * and hands the terminal over when it is continued.
     */
    FOREGROUND,
    /**
     * Like {@link #FOREGROUND}, but the child gets the terminal only once it asks for it by reading
     * or setting it.
     */
    FOREGROUND_ON_DEMAND;

    /** Whether the child may come to have the terminal. */
    public boolean wantsTerminal() {
        return this == FOREGROUND || this == FOREGROUND_ON_DEMAND;
    }
}
