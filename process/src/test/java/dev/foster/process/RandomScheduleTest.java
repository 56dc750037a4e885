package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineOptions.Kind;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Everything in any order: several threads start children, write to them, signal, stop and kill
 * them, subscribe and leave, at random, for a while; every child has to be accounted for.
 *
 * <p>{@code -Dfoster.fuzz.seconds=600} runs longer, {@code -Dfoster.fuzz.seed=…} makes the choices
 * of an earlier run again.
 */
class RandomScheduleTest extends EngineContract {
    private static final int WORKERS = 4;
    private static final int CHILDREN_AT_ONCE = 8;

    private final ConcurrentLinkedQueue<String> broken = new ConcurrentLinkedQueue<>();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    /** The newest child of each worker, so that requests of different threads meet. */
    private final AtomicReferenceArray<RandomChild> newest = new AtomicReferenceArray<>(WORKERS);

    @Test
    void anyOrderOfRequestsKeepsThePromises() throws Exception {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long wanted = Long.getLong("foster.fuzz.seconds", 60);
        long seconds = kind == Kind.LINUX ? wanted : Math.max(1, wanted / 4);
        System.out.println(
                kind + ": random schedule of " + seconds + " s, -Dfoster.fuzz.seed=" + seed);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        var random = new SplittableRandom(seed);
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < WORKERS; i++) {
            int place = i;
            SplittableRandom own = random.split();
            workers.add(Thread.ofPlatform().name("worker-" + i).start(() -> work(place, own, end)));
        }
        for (Thread worker : workers) {
            assertThat(worker.join(Duration.ofSeconds(seconds).plus(SOON.multipliedBy(2))))
                    .as("%s ends; it is at %s", worker.getName(), List.of(worker.getStackTrace()))
                    .isTrue();
        }
        System.out.println(kind + ": " + started + " children, " + requests + " requests");

        assertThat(broken).as("broken promises with seed %d", seed).isEmpty();
        assertThat(started.get()).isGreaterThan(10);
        assertThat(engine.children()).isEmpty();
    }

    private void work(int place, SplittableRandom random, long end) {
        List<RandomChild> mine = new ArrayList<>();
        try {
            while (System.nanoTime() < end && broken.isEmpty()) {
                oneRequest(place, mine, random);
                requests.incrementAndGet();
                accountForTheOver(mine);
            }
            mine.forEach(RandomChild::kill);
            for (RandomChild child : mine) {
                broken.addAll(child.brokenPromises());
            }
        } catch (RuntimeException | AssertionError unexpected) {
            broken.add(Thread.currentThread().getName() + " failed: " + unexpected);
        }
    }

    private void oneRequest(int place, List<RandomChild> mine, SplittableRandom random) {
        int choice = random.nextInt(100);
        if (mine.isEmpty() || (choice < 15 && mine.size() < CHILDREN_AT_ONCE)) {
            var child = new RandomChild(random, this::spawn);
            started.incrementAndGet();
            mine.add(child);
            newest.set(place, child);
        } else if (choice < 40) {
            LockSupport.parkNanos(random.nextInt(3_000_000));
        } else if (choice < 50) {
            RandomChild foreign = newest.get(random.nextInt(WORKERS));
            if (foreign != null) {
                foreign.request(random);
            }
        } else {
            mine.get(random.nextInt(mine.size())).request(random);
        }
    }

    /**
     * What is over is checked and forgotten, so that memory stays bounded however long this runs.
     */
    private void accountForTheOver(List<RandomChild> mine) {
        for (Iterator<RandomChild> each = mine.iterator(); each.hasNext(); ) {
            RandomChild child = each.next();
            if (child.over()) {
                each.remove();
                broken.addAll(child.brokenPromises());
            }
        }
    }
}
