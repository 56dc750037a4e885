package dev.foster.bench.process.worker;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.Line;
import dev.foster.process.LineBatch;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputView;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Signal;
import dev.foster.process.Stdin;
import dev.foster.process.StopPlan;
import dev.foster.process.Subscription;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Foster itself, with either engine. */
final class FosterContestant implements Contestant {
    // Without the wait after end of input: the others send SIGTERM at once, too.
    private static final StopPlan TERMINATE = StopPlan.defaults().eofWait(Duration.ZERO);

    private final ProcessEngine engine;

    FosterContestant(EngineOptions.Kind kind) {
        engine = ProcessEngine.start(EngineOptions.defaults().kind(kind));
    }

    @Override
    public Started start(List<String> command) {
        Child child = engine.spawn(ChildSpec.of(command).stdin(Stdin.PIPE).stopPlan(TERMINATE));
        return new Started() {
            @Override
            public void kill() {
                child.signal(Signal.KILL);
            }

            @Override
            public void awaitExit() throws InterruptedException {
                if (child.awaitExit(Bounds.WAIT).isEmpty()) {
                    throw new IllegalStateException("cannot go on: no exit came");
                }
            }

            @Override
            public void awaitGone() throws InterruptedException {
                // Foster's exit comes after the last byte of output.
                awaitExit();
            }

            @Override
            public CompletableFuture<?> terminate() {
                return child.stop();
            }
        };
    }

    @Override
    public CompletableFuture<Tally> read(List<String> command, Style style) {
        OutputLimits limits = OutputLimits.defaults();
        if (style != Style.DROPPING) {
            limits = limits.overflow(OutputLimits.Overflow.WAIT);
        }
        Child child = engine.spawn(ChildSpec.of(command).stdin(Stdin.PIPE).outputLimits(limits));
        var tally = new Tally();
        Subscription subscription =
                style == Style.LINES
                        ? child.output().lines(line -> take(line, tally))
                        : child.output().batches(OutputView.all(), batch -> take(batch, tally));
        return subscription
                .done()
                .thenCombine(
                        child.exit(),
                        (end, exit) -> {
                            tally.missed(subscription.missedBytes());
                            return tally;
                        });
    }

    private static void take(LineBatch batch, Tally tally) {
        int size = batch.size();
        for (int i = 0; i < size; i++) {
            tally.line(batch.atMicros(i), batch.length(i));
        }
    }

    private static void take(Line line, Tally tally) {
        Instant at = line.at();
        tally.line(at.getEpochSecond() * 1_000_000 + at.getNano() / 1000, line.bytes().length);
    }

    @Override
    public void close() {
        engine.close();
    }
}
