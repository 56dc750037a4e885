package dev.foster.supervise.loop;

import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Tree;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.thread.Heartbeat;
import dev.foster.thread.Pulse;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The only writer of a {@link Tree}: takes one event at a time, or the silence until the next
 * deadline, lets the rules decide and hands their effects to the world.
 *
 * <p>Everyone else reads the states it publishes.
 *
 * <p>Nothing that is thrown ends it. A step that fails has changed nothing and is taken again, some
 * times; meanwhile later events wait, since their order means something.
 */
public final class TreeLoop {
    private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();
    private static final long PAUSE = Duration.ofMillis(100).toNanos();
    private static final int MOST_TRIES = 20;

    private final BlockingQueue<Posted> inbox = new LinkedBlockingQueue<>();
    private final Tree tree;
    private final Time time;
    private final States states;
    private final Performer performer;
    private final FaultBarrier barrier;

    /** The event whose step failed, until it is taken again. */
    private @Nullable Posted failed;

    private long againAt = Moment.NEVER;

    /** When states are shown again, after showing one of them failed. */
    private long showAt = Moment.NEVER;

    private volatile boolean ended;

    private final Heartbeat heartbeat = new Heartbeat();

    public TreeLoop(Tree tree, Time time, EffectRunner effects, Watcher watcher) {
        this.tree = tree;
        this.time = time;
        this.barrier = new FaultBarrier(watcher);
        this.states = new States(time, watcher);
        this.performer =
                new Performer(time, effects, watcher, news -> inbox.add(Posted.first(news)));
        states.publish(tree);
    }

    /** An event, how often it was taken, and who waits until it has been dealt with. */
    private record Posted(TreeInput event, int tries, CompletableFuture<Void> done) {
        static Posted first(TreeInput event) {
            return new Posted(event, 1, new CompletableFuture<>());
        }

        Posted again() {
            return new Posted(event, tries + 1, done);
        }
    }

    /**
     * Safe from any thread; never waits.
     *
     * @return completes when the states show what came of it, or nothing ever will; fails when it
     *     had to be left out
     */
    public CompletableFuture<Void> post(TreeInput event) {
        Posted posted = Posted.first(event);
        inbox.add(posted);
        if (ended) {
            refuseAll();
        }
        return posted.done();
    }

    /** Takes the next event or a deadline that has passed; false when there is neither. */
    public boolean turn() {
        Posted posted = poll();
        if (posted == null) {
            return false;
        }
        step(posted);
        return true;
    }

    private static Posted silence() {
        return Posted.first(new TreeInput.DeadlinePassed());
    }

    /** Runs until it is ended. */
    public void run() {
        while (!ended) {
            try {
                step(next());
            } catch (InterruptedException stray) {
                // Whoever meant to end it has said so as well.
            } catch (Throwable fault) {
                barrier.told("wait for what happens next", fault);
                LockSupport.parkNanos(PAUSE);
            }
        }
        refuseAll();
    }

    /** Ends the run after the step it is in. What is posted from now on comes to nothing. */
    public void end() {
        ended = true;
        // Wakes it.
        inbox.add(silence());
    }

    private void refuseAll() {
        for (Posted left = inbox.poll(); left != null; left = inbox.poll()) {
            left.done().complete(null);
        }
    }

    private Posted next() throws InterruptedException {
        while (true) {
            Posted posted = poll();
            if (posted != null) {
                return posted;
            }
            long wait = Math.min(deadline() - time.nanos(), LONGEST_WAIT);
            // One that failed goes before all others, which wait as they are.
            if (failed != null) {
                TimeUnit.NANOSECONDS.sleep(wait);
            } else {
                posted = inbox.poll(wait, TimeUnit.NANOSECONDS);
            }
            if (posted != null) {
                return posted;
            }
        }
    }

    /** What is to be dealt with now, if anything is. */
    private @Nullable Posted poll() {
        long now = time.nanos();
        Posted first = failed;
        if (first != null) {
            if (againAt > now) {
                return null;
            }
            failed = null;
            return first.again();
        }
        // An event that is already there goes first: it may be what the deadline waits for.
        Posted posted = inbox.poll();
        return posted == null && deadline() <= now ? silence() : posted;
    }

    /** The next deadline, for whoever commands the time. */
    public long deadline() {
        if (failed != null) {
            return againAt;
        }
        return Math.min(Math.min(showAt, performer.deadline()), tree.deadline(time.nanos()));
    }

    private void step(Posted posted) {
        heartbeat.begin();
        try {
            take(posted);
        } finally {
            heartbeat.end();
        }
    }

    private void take(Posted posted) {
        performer.performDue();
        List<Effect> effects;
        try {
            effects = tree.on(posted.event(), new Moment(time.nanos(), time.chance()));
        } catch (Throwable fault) {
            failed(posted, fault);
            return;
        }
        barrier.run("show how things stand", () -> states.publish(tree));
        showAt = tree.allShown() ? Moment.NEVER : time.nanos() + PAUSE;
        performer.perform(effects);
        posted.done().complete(null);
    }

    private void failed(Posted posted, Throwable fault) {
        boolean last = posted.tries() == MOST_TRIES;
        if (posted.tries() == 1 || last) {
            String event = posted.event().getClass().getSimpleName();
            barrier.told((last ? "deal with " : "deal at once with ") + event, fault);
        }
        if (last) {
            posted.done().completeExceptionally(fault);
        } else {
            failed = posted;
            againAt = time.nanos() + PAUSE;
        }
    }

    /** How it is, when its thread is this one; safe from any thread. */
    public Pulse pulse(Thread thread) {
        return heartbeat.pulse(thread.isAlive());
    }

    /** How one process stands. */
    public Optional<ProcessStatus> state(String name) {
        return states.one(name);
    }

    /** How all stand, in the order they were given. */
    public List<ProcessStatus> states() {
        return states.all();
    }
}
