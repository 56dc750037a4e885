package dev.foster.thread;

/** The turns of one thread that has to last, shown to whoever watches over it. */
public final class Heartbeat {
    private static final long WAITING = Long.MIN_VALUE;

    private volatile long begun;

    /** Of a thread that waits for its first turn. */
    public Heartbeat() {
        begun = WAITING;
    }

    /** Takes one turn as {@link Turns} does; by one thread at a time. What it waits for is none. */
    public boolean take(String what, Runnable turn) {
        begin();
        try {
            return Turns.take(what, turn);
        } finally {
            end();
        }
    }

    /** A turn that the thread takes in its own way begins; {@link #end} follows in any case. */
    public void begin() {
        begun = System.nanoTime();
    }

    public void end() {
        begun = WAITING;
    }

    /** Safe from any thread, and never waits. */
    public Pulse pulse(boolean alive) {
        long since = begun;
        return new Pulse(alive, since == WAITING ? 0 : Math.max(1, System.nanoTime() - since));
    }
}
