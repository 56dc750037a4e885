package dev.foster.stdio.broker;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps one child there: started when it is first needed, started again with backoff when it ends,
 * replaced when its client has new credentials. After too many failures it gives up.
 */
final class Upkeep {
    /** How long a replaced child may finish what it works on. */
    private static final Duration RETIREMENT = Duration.ofSeconds(5);

    /** Starts and greets a child. */
    @FunctionalInterface
    interface Begin {
        CompletableFuture<Greeted> begin(Map<String, String> environment);
    }

    /** The same, with somebody who hears what it says. */
    @FunctionalInterface
    interface Start {
        CompletableFuture<Greeted> begin(Map<String, String> environment, Outlet heard);
    }

    /**
     * What a child is kept by.
     *
     * @param restart when it is started again
     * @param environment the variables of the client it is for
     * @param told hears of a child's end
     */
    record Rules(RestartPolicy restart, Map<String, String> environment, Consumer<String> told) {
        Rules {
            environment = Map.copyOf(environment);
        }
    }

    private final Begin begin;
    private final Rules rules;
    private final Consumer<Greeted> renewed;
    private final CompletableFuture<String> over = new CompletableFuture<>();

    // All below is guarded by this object's lock; nothing of others is called while it is held.
    private CompletableFuture<Greeted> next = new CompletableFuture<>();
    private Optional<Greeted> current = Optional.empty();
    private final Set<Correspondent> retiring = new HashSet<>();
    private final Deque<Long> failures = new ArrayDeque<>();
    private Map<String, String> environment;
    private Map<String, String> served = Map.of();
    private boolean begun;
    private boolean closed;
    private int row;
    private int restarts;
    private long upSince;

    /**
     * @param renewed told when a child has taken the place of another
     */
    Upkeep(Begin begin, Rules rules, Consumer<Greeted> renewed) {
        this.begin = begin;
        this.rules = rules;
        this.renewed = renewed;
        this.environment = rules.environment();
    }

    /** The child, once it has been greeted; fails when there will be none. */
    CompletableFuture<Greeted> child() {
        boolean first;
        CompletableFuture<Greeted> awaited;
        synchronized (this) {
            first = !begun && !closed;
            begun = true;
            awaited = next;
        }
        if (first) {
            start();
        }
        return awaited;
    }

    /** The child, while it is there. */
    synchronized Optional<Greeted> current() {
        return current;
    }

    /** Whether there will be no child any more. */
    synchronized boolean isClosed() {
        return closed;
    }

    synchronized int restarts() {
        return restarts;
    }

    /** Completes with the reason when there will be no child any more, unless it was closed. */
    CompletableFuture<String> over() {
        return over;
    }

    private void start() {
        Map<String, String> wanted;
        synchronized (this) {
            if (closed || current.isPresent()) {
                return;
            }
            wanted = environment;
        }
        var _ =
                begin.begin(wanted)
                        .whenComplete(
                                (greeted, failure) -> {
                                    if (failure == null) {
                                        arrived(wanted, greeted);
                                    } else {
                                        failed(Lane.problem(failure), true);
                                    }
                                });
    }

    /**
     * A child has been greeted, the first or a later one. A start and a replacement may be under
     * way at once, and a replacement may be overtaken by the next: one child stays.
     */
    private void arrived(Map<String, String> with, Greeted greeted) {
        CompletableFuture<Greeted> awaited;
        Optional<Greeted> old;
        boolean taken;
        boolean again;
        synchronized (this) {
            boolean there = current.isPresent() && with.equals(served);
            taken = !closed && !there && with.equals(environment);
            awaited = next;
            old = current;
            again = upSince != 0;
            if (taken) {
                current = Optional.of(greeted);
                served = with;
                upSince = System.nanoTime();
                old.ifPresent(it -> retiring.add(it.peer()));
                next = old.isPresent() ? CompletableFuture.completedFuture(greeted) : next;
            }
        }
        if (!taken) {
            greeted.peer().end();
            start();
            return;
        }
        var _ = greeted.peer().ended().thenAccept(how -> gone(greeted, how));
        if (again) {
            renewed.accept(greeted);
        }
        awaited.complete(greeted);
        old.ifPresent(this::retire);
    }

    private void retire(Greeted old) {
        CompletableFuture.delayedExecutor(RETIREMENT.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> old.peer().end());
    }

    private void gone(Greeted greeted, String how) {
        synchronized (this) {
            retiring.remove(greeted.peer());
            if (closed || !current.equals(Optional.of(greeted))) {
                return;
            }
            current = Optional.empty();
            next = new CompletableFuture<>();
            restarts++;
            if (System.nanoTime() - upSince > rules.restart().resetAfter().toNanos()) {
                row = 0;
            }
        }
        // What is left of it, if anything, goes too.
        greeted.peer().end();
        rules.told().accept(how);
        failed(
                new RpcProblem(
                        Mcp.CHILD_GONE,
                        "cannot answer: the server ended ("
                                + how
                                + ") and is started again; ask"
                                + " once more"),
                false);
    }

    /** After a failure it is tried again, unless it never worked or failed too often. */
    private void failed(RpcProblem problem, boolean atStart) {
        // Whoever has waited for a child that says nothing has waited long enough.
        boolean isMute = problem.code() == Mcp.TIMED_OUT;
        CompletableFuture<Greeted> awaited;
        Optional<Duration> wait;
        boolean worked;
        synchronized (this) {
            worked = upSince != 0;
            if (current.isPresent()) {
                // A replacement came first.
                return;
            }
            awaited = next;
            wait =
                    closed || (atStart && !worked) || tooMany()
                            ? Optional.empty()
                            : Optional.of(
                                    rules.restart()
                                            .backoff()
                                            .wait(++row, ThreadLocalRandom.current().nextDouble()));
            closed = closed || wait.isEmpty();
            if (wait.isPresent() && isMute) {
                next = new CompletableFuture<>();
            }
        }
        if (wait.isPresent()) {
            CompletableFuture.delayedExecutor(wait.get().toNanos(), TimeUnit.NANOSECONDS)
                    .execute(this::start);
            if (isMute) {
                awaited.completeExceptionally(problem);
            }
        } else {
            RpcProblem last = atStart && !worked ? problem : givenUp(problem);
            awaited.completeExceptionally(last);
            over.complete(last.text());
        }
    }

    private static RpcProblem givenUp(RpcProblem last) {
        return new RpcProblem(
                last.code(),
                "cannot go on: the server failed too often and was given up; the last time: "
                        + last.text());
    }

    private boolean tooMany() {
        if (rules.restart().limit().isEmpty()) {
            return false;
        }
        var limit = rules.restart().limit().get();
        long now = System.nanoTime();
        failures.addLast(now);
        failures.removeIf(at -> now - at > limit.within().toNanos());
        return failures.size() > limit.count();
    }

    /** Starts another child with these variables; it takes over when it has been greeted. */
    void replace(Map<String, String> wanted) {
        synchronized (this) {
            if (closed || wanted.equals(environment)) {
                return;
            }
            environment = Map.copyOf(wanted);
            if (current.isEmpty()) {
                return;
            }
        }
        var _ =
                begin.begin(wanted)
                        .whenComplete(
                                (greeted, failure) -> {
                                    if (failure == null) {
                                        arrived(wanted, greeted);
                                    } else {
                                        notReplaced(wanted);
                                    }
                                });
    }

    /** The old one has credentials that were given up: it must not go on with them. */
    private void notReplaced(Map<String, String> wanted) {
        Optional<Greeted> old;
        synchronized (this) {
            old = wanted.equals(environment) ? current : Optional.empty();
        }
        old.ifPresent(it -> it.peer().end());
    }

    /** Stops the child; completes when nothing is left of it. */
    CompletableFuture<Void> close() {
        List<Correspondent> all;
        CompletableFuture<Greeted> awaited;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(retiring);
            current.ifPresent(it -> all.add(it.peer()));
            current = Optional.empty();
            awaited = next;
        }
        awaited.completeExceptionally(
                new RpcProblem(Mcp.CHILD_GONE, "cannot answer: the session has ended; open one"));
        return CompletableFuture.allOf(
                all.stream().map(Correspondent::stop).toArray(CompletableFuture[]::new));
    }
}
