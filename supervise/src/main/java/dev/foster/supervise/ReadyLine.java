package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.Line;
import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;
import dev.foster.process.Subscription;
import dev.foster.supervise.line.LinePattern;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Waits for a line of a child's output that a pattern finds something in. */
final class ReadyLine implements OutputListener<Line> {
    private final LinePattern pattern;
    private final Runnable found;
    private final Consumer<String> lost;
    private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();
    private boolean done;

    private ReadyLine(LinePattern pattern, Runnable found, Consumer<String> lost) {
        this.pattern = pattern;
        this.found = found;
        this.lost = lost;
    }

    /**
     * @param lost is told why there will be no such line, however long one waits
     */
    static void watch(Child child, String pattern, Runnable found, Consumer<String> lost) {
        var listener = new ReadyLine(new LinePattern(pattern), found, lost);
        listener.subscription.complete(child.output().lines(OutputView.all(), listener));
    }

    @Override
    public void next(Line line) {
        if (done) {
            return;
        }
        if (pattern.find(line.text()).isPresent()) {
            over(found);
        } else if (pattern.givenUp()) {
            over(
                    () ->
                            lost.accept(
                                    "cannot find its ready line by "
                                            + pattern
                                            + ": that takes too long on what it writes; simplify"
                                            + " the regular expression"));
        }
    }

    private void over(Runnable telling) {
        done = true;
        telling.run();
        // Nobody listens any more, so lines are no longer cut for it.
        var _ = subscription.thenAccept(Subscription::close);
    }
}
