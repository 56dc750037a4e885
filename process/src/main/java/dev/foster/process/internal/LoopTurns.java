package dev.foster.process.internal;

import dev.foster.process.EnginePulse;

import java.time.Duration;

/** When a loop's thread began to do something and when it was done, for those who watch it. */
public final class LoopTurns {
    private volatile long changedAt = System.nanoTime();
    private volatile boolean busy;

    /** On the loop's thread, as is {@link #end}. */
    public void begin() {
        changedAt = System.nanoTime();
        busy = true;
    }

    public void end() {
        busy = false;
        changedAt = System.nanoTime();
    }

    public EnginePulse pulse(boolean alive) {
        // In this order: a turn that ends meanwhile makes the present one look younger, not older.
        boolean inTurn = busy;
        Duration since = Duration.ofNanos(Math.max(0, System.nanoTime() - changedAt));
        return new EnginePulse(alive, since, inTurn ? since : Duration.ZERO);
    }
}
