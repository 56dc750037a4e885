package dev.foster.daemon.follow;

import dev.foster.control.TailView;

import java.time.Duration;
import java.util.List;

/**
 * The newest lines of processes, fetched at the pace of whoever wants them: nothing is queued for
 * him, and what he does not fetch is counted. Used by one thread, closed by any.
 */
public interface Tails extends AutoCloseable {

    /**
     * What there is of some of the processes that were not told about yet, at once; nothing when
     * all were.
     */
    List<TailView> beginnings();

    /**
     * What is new since the last call, as soon as there is something; nothing when there was none
     * for so long, or when it has ended.
     *
     * @param beat how much time is at least between two calls that bring something
     */
    List<TailView> news(Duration beat, Duration patience) throws InterruptedException;

    /** Whether there will be nothing more, and all there was has been fetched. */
    boolean ended();

    /** Returns at once, also while another thread waits for news, and may be called twice. */
    @Override
    void close();
}
