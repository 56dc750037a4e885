package dev.foster.supervise.loop;

import dev.foster.supervise.report.Pulse;

import java.time.Duration;

/** When a thread last began or ended a turn, for those who watch over it. */
public final class Turns {
    private volatile Turn last;

    /** Of a thread that waits for its first turn. */
    public Turns() {
        last = new Turn(System.nanoTime(), false);
    }

    /** Of the system's clock, whatever time the thread itself lives by. */
    private record Turn(long at, boolean underWay) {}

    /** By that thread, as is {@link #end}. */
    public void begin() {
        last = new Turn(System.nanoTime(), true);
    }

    public void end() {
        last = new Turn(System.nanoTime(), false);
    }

    /** How it is, when its thread is this one; safe from any thread. */
    public Pulse pulse(Thread thread) {
        Turn turn = last;
        Duration since = Duration.ofNanos(Math.max(0, System.nanoTime() - turn.at()));
        return new Pulse(thread.isAlive(), since, turn.underWay() ? since : Duration.ZERO);
    }
}
