package dev.foster.supervise.report;

import dev.foster.supervise.spec.Condition;

/** What keeps a process from starting. */
public sealed interface Obstacle {

    /** Whether it stays until somebody acts: what it waits for will not come by itself. */
    boolean lasting();

    /** Its group restarts, and is not down yet. */
    record GroupStopping() implements Obstacle {
        @Override
        public boolean lasting() {
            return false;
        }
    }

    /**
     * Another process is not yet what it has to be.
     *
     * @param word how that one stands
     */
    record Dependency(String name, Condition condition, ProcessStatus.Word word, boolean lasting)
            implements Obstacle {}

    /**
     * Something outside of the stack.
     *
     * @param why as whoever knows it says
     */
    record Outside(String why, boolean lasting) implements Obstacle {}
}
