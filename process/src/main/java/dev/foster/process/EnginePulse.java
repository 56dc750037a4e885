package dev.foster.process;

import java.time.Duration;

/**
 * Whether the thread that watches the children of an engine does so.
 *
 * @param alive whether the thread is there; false once the engine is closed
 * @param sinceTurn since it last began to do something or ended it. It says little alone: the
 *     thread sleeps while nothing happens
 * @param busy how long it has been at what it does now; zero while it waits for news. It never
 *     waits for anything else, so whole seconds mean that it is stuck, or that the machine slept
 */
public record EnginePulse(boolean alive, Duration sinceTurn, Duration busy) {

    /** Whether the children are no longer watched, by what one look can tell. */
    public boolean failed(Duration longestTurn) {
        return !alive || busy.compareTo(longestTurn) > 0;
    }
}
