package dev.foster.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a child says. It is read from the first byte to the last whether or not anybody listens; the
 * newest part is kept for those who come later.
 *
 * <p>Each subscription has its own pace: its listener is called by one thread at a time, in order,
 * never under a lock. A slow listener misses output and is told how much; one that throws is
 * unsubscribed. Neither touches the child or the other subscribers.
 */
public interface ChildOutput {

    /** Both streams line by line, from the oldest byte kept. */
    default Subscription lines(OutputListener<Line> listener) {
        return lines(OutputView.all(), listener);
    }

    Subscription lines(OutputView view, OutputListener<Line> listener);

    /** Lines, many at a time, with no object for each. */
    Subscription batches(OutputView view, OutputListener<LineBatch> listener);

    /** The bytes as they came. */
    Subscription bytes(OutputView view, OutputListener<Chunk> listener);

    /** The last lines of both streams that are still kept, oldest first. */
    List<Line> tail(int count);

    OutputCounts counts();

    /**
     * Completes when all writers have closed the output: the child, and every descendant that
     * inherited it.
     */
    CompletableFuture<Void> ended();
}
