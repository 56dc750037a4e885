package dev.foster.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A child of the random schedule, with all that was asked of it and what it owes for that. */
final class RandomChild {
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final List<Signal> SIGNALS =
            List.of(
                    Signal.TERM,
                    Signal.INT,
                    Signal.HUP,
                    Signal.USR1,
                    Signal.STOP,
                    Signal.CONT,
                    Signal.KILL,
                    Signal.WINCH);

    private record Stop(
            StopPlan plan,
            long asked,
            CompletableFuture<Long> done,
            CompletableFuture<StopReport> report) {}

    private final Child child;
    private final AtomicInteger exits = new AtomicInteger();
    private final List<Stop> stops = new ArrayList<>();
    private final List<RandomListener> listeners = new ArrayList<>();
    private final List<CompletableFuture<?>> writers = new ArrayList<>();
    private final List<String> log = new ArrayList<>();

    RandomChild(SplittableRandom random, Function<ChildSpec, Child> spawn) {
        child = spawn.apply(RandomSpec.of(random));
        writers.add(child.exit().thenAccept(exit -> exits.incrementAndGet()));
    }

    private synchronized void note(String what) {
        log.add(what);
    }

    /** Does one thing with the child. All chances are drawn first, so that a seed repeats them. */
    void request(SplittableRandom random) {
        int choice = random.nextInt(100);
        int number = random.nextInt(1 << 16);
        if (choice < 15) {
            write(number * 4);
        } else if (choice < 20) {
            closeInput();
        } else if (choice < 35) {
            signal(SIGNALS.get(number % SIGNALS.size()));
        } else if (choice < 45) {
            stop(
                    StopPlan.defaults()
                            .eofWait(Duration.ofMillis(number % 100))
                            .grace(Duration.ofMillis(number % 250))
                            .signal(number % 3 == 0 ? Signal.INT : Signal.TERM));
        } else if (choice < 50) {
            stop(StopPlan.kill());
        } else if (choice < 75) {
            listen(number);
        } else if (choice < 85) {
            closeAListener(number);
        } else {
            look();
        }
    }

    private void write(int bytes) {
        if (child.spec().stdin() == Stdin.PIPE) {
            note("write " + bytes);
            var done = new CompletableFuture<Void>();
            synchronized (this) {
                writers.add(done);
            }
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    child.stdin().write(new byte[bytes]);
                                    child.stdin().flush();
                                } catch (IOException closedOrGone) {
                                    // What a writer gets when the child ends or its input is
                                    // closed; that it gets it is the point.
                                    note("write failed: " + closedOrGone.getMessage());
                                } finally {
                                    done.complete(null);
                                }
                            });
        }
    }

    private void closeInput() {
        if (child.spec().stdin() == Stdin.PIPE) {
            note("close input");
            try {
                child.stdin().close();
            } catch (IOException alreadyGone) {
                note("close input failed");
            }
        }
    }

    private void signal(Signal signal) {
        note("signal " + signal);
        try {
            child.signal(signal);
        } catch (ProblemException notHere) {
            if (!(notHere.problem() instanceof ChildProblem.Unsupported)) {
                throw notHere;
            }
        }
    }

    private void stop(StopPlan plan) {
        note("stop " + plan);
        StopPlan patient = plan.killLimit(EngineContract.KILL_LIMIT);
        long asked = System.nanoTime();
        CompletableFuture<StopReport> report = child.stop(patient);
        synchronized (this) {
            stops.add(
                    new Stop(patient, asked, report.thenApply(done -> System.nanoTime()), report));
        }
    }

    void kill() {
        stop(StopPlan.kill());
    }

    private void listen(int number) {
        Set<ChildStream> streams =
                number % 3 == 0 ? Set.of(ChildStream.STDOUT) : Set.of(ChildStream.values());
        OutputView.From from = number % 7 == 0 ? OutputView.From.NOW : OutputView.From.OLDEST;
        note("listen to " + streams + " from " + from);
        var listener = new RandomListener(new OutputView(streams, from), number % 5 == 0);
        listener.subscribe(child.output(), number % 2 == 0);
        synchronized (this) {
            listeners.add(listener);
        }
    }

    private synchronized void closeAListener(int number) {
        if (!listeners.isEmpty()) {
            log.add("close a listener");
            listeners.remove(number % listeners.size()).close();
        }
    }

    private void look() {
        child.output().tail(5);
        child.output().counts();
        child.alive();
    }

    /** True when the child has exited and was stopped since, so that nothing of it can be left. */
    synchronized boolean over() {
        return child.exit().isDone() && stops.stream().anyMatch(stop -> stop.done.isDone());
    }

    /** Waits until everything the child owes is there, and names what is not. */
    List<String> brokenPromises() {
        var broken = new ArrayList<String>();
        List<Stop> asked;
        List<RandomListener> listening;
        List<CompletableFuture<?>> pending;
        synchronized (this) {
            asked = List.copyOf(stops);
            listening = List.copyOf(listeners);
            pending = List.copyOf(writers);
        }
        for (Stop stop : asked) {
            await(broken, "the report of " + stop.plan, stop.done, stop.plan.bound());
            checkStop(broken, stop, asked.getFirst());
        }
        await(broken, "the exit", child.exit(), SLACK);
        await(broken, "the end of the output", child.output().ended(), SLACK);
        pending.forEach(each -> await(broken, "the end of a writer or a callback", each, SLACK));
        for (RandomListener listener : listening) {
            await(broken, "the end of a subscription", listener.done(), SLACK);
            listener.check(child.output().counts()).ifPresent(broken::add);
        }
        if (exits.get() != 1) {
            broken.add(exits + " exits");
        }
        return broken.isEmpty() ? List.of() : List.of(explained(broken));
    }

    private static void checkStop(List<String> broken, Stop stop, Stop first) {
        if (!stop.done.isDone() || !first.report.isDone()) {
            return;
        }
        Duration took = Duration.ofNanos(stop.done.join() - stop.asked);
        if (took.compareTo(stop.plan.bound().plus(SLACK)) > 0) {
            broken.add("a stop that took " + took + " with " + stop.plan);
        }
        if (!stop.report.join().equals(first.report.join())) {
            broken.add("two reports: " + first.report.join() + " and " + stop.report.join());
        }
        if (stop.report.join().took() == StopReport.Took.STUCK) {
            broken.add("a stuck child");
        }
    }

    private static void await(
            List<String> broken, String what, CompletableFuture<?> future, Duration limit) {
        try {
            future.get(limit.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            broken.add("no sign of " + what + " within " + limit.plus(SLACK));
        } catch (ExecutionException failed) {
            broken.add(what + " failed: " + failed.getCause());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            broken.add("interrupted");
        }
    }

    private synchronized String explained(List<String> broken) {
        List<String> recent = log.subList(Math.max(0, log.size() - 40), log.size());
        return broken.stream().distinct().toList()
                + " by pid "
                + child.pid()
                + " with "
                + child.spec()
                + ", lately asked: "
                + recent;
    }
}
