package dev.foster.control.http;

/** The client's leaving while its request is still being answered. */
public interface Departure {

    /**
     * Runs this once when the client closes its side, is cut off, or the server closes, before the
     * answer has been written whole; at once if that has been, and never after the answer. The
     * thread that notices it runs it, so it must not wait for anything.
     */
    void onGone(Runnable action);

    /** The departure of somebody who stays. */
    static Departure never() {
        return _ -> {};
    }
}
