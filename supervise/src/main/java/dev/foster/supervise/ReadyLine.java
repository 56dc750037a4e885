package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.Line;
import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;
import dev.foster.process.Subscription;

import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Waits for a line of a child's output that a pattern finds something in. */
final class ReadyLine implements OutputListener<Line> {
    private final Pattern pattern;
    private final Runnable found;
    private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();
    private boolean done;

    private ReadyLine(Pattern pattern, Runnable found) {
        this.pattern = pattern;
        this.found = found;
    }

    static void watch(Child child, String pattern, Runnable found) {
        var listener = new ReadyLine(Pattern.compile(pattern), found);
        listener.subscription.complete(child.output().lines(OutputView.all(), listener));
    }

    @Override
    public void next(Line line) {
        if (!done && pattern.matcher(line.text()).find()) {
            done = true;
            found.run();
            // Nobody listens any more, so lines are no longer cut for it.
            var _ = subscription.thenAccept(Subscription::close);
        }
    }
}
