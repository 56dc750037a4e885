package dev.foster.supervise;

import org.jspecify.annotations.Nullable;

/** The time in which an attendant prepares a run, which can be cut short before it has begun. */
final class Preparation {
    private @Nullable Thread thread;
    private boolean givenUp;

    /** The calling thread prepares from here on. */
    synchronized void begin() throws InterruptedException {
        if (givenUp) {
            throw new InterruptedException();
        }
        thread = Thread.currentThread();
    }

    synchronized void giveUp() {
        givenUp = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** The calling thread goes on to other things, which nobody means to interrupt. */
    synchronized void end() {
        thread = null;
        Thread.interrupted();
    }
}
