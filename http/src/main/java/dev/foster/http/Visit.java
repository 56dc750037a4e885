package dev.foster.http;

/** The stay of a client while its request is answered. */
public interface Visit {

    /**
     * Runs this once when the client closes its side, is cut off, or the server closes, before the
     * answer has been written whole; at once if that has been, and never after the answer. The
     * thread that notices it runs it, so it must not wait for anything.
     */
    void onGone(Runnable action);

    /**
     * The handler knows who this is and lets him in. His connection is then no stranger's, which
     * goes when there are too many, and his bodies count as his.
     *
     * @param caller the same for all connections of one caller
     */
    void letIn(String caller);

    /** The visit of somebody who stays. */
    static Visit lasting() {
        return new Visit() {
            @Override
            public void onGone(Runnable action) {
                // Never.
            }

            @Override
            public void letIn(String caller) {
                // Nobody has to make room.
            }
        };
    }
}
