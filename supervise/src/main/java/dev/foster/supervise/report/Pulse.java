package dev.foster.supervise.report;

import java.time.Duration;

/**
 * Whether the one thread that decides about all processes is well, for whoever watches over it. It
 * may wait for hours while nothing happens, so that it has not turned lately says little; that one
 * turn takes long, or that the thread has gone, says that nobody supervises any more.
 *
 * @param alive whether the thread is there; false also before the start and after the close
 * @param sinceTurn the time since it last began or ended a turn
 * @param busy for how long its present turn has lasted; zero while it waits for the next
 */
public record Pulse(boolean alive, Duration sinceTurn, Duration busy) {

    /** Whether nobody supervises, or one turn takes longer than any should. */
    public boolean failed(Duration longestTurn) {
        return !alive || busy.compareTo(longestTurn) > 0;
    }
}
