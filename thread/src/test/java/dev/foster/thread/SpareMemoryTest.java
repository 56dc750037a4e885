package dev.foster.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** When memory is given back, in a program whose heap is a few numbers. */
class SpareMemoryTest {
    private static final long MIB = 1 << 20;
    private static final long LOOK = Duration.ofSeconds(10).toNanos();

    private final TableHeap heap = new TableHeap();
    private final List<String> alarms = new ArrayList<>();
    private final SpareMemory memory = new SpareMemory(heap, alarms::add);
    private long now = System.nanoTime();

    private static final class TableHeap implements SpareMemory.Heap {
        private long committed = 16 * MIB;
        private long used = 10 * MIB;
        private long live = 10 * MIB;
        private final long most = 4096 * MIB;
        private int collections;

        @Override
        public long committed() {
            return committed;
        }

        @Override
        public long used() {
            return used;
        }

        @Override
        public long most() {
            return most;
        }

        @Override
        public void collect() {
            collections++;
            used = live;
            // As the real one: not all of it at once.
            committed = Math.max(Math.max(16 * MIB, live + live / 3), committed / 8);
        }
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            now += LOOK;
            memory.look(now);
        }
    }

    @Test
    void aSmallHeapIsLeftAlone() {
        look(100);
        assertThat(heap.collections).isZero();
    }

    @Test
    void whatAFloodLeftIsGivenBackWithinHalfAMinute() {
        look(1);
        heap.committed = 1800 * MIB;
        heap.used = 1500 * MIB;
        look(3);
        assertThat(heap.committed).isLessThan(20 * MIB);
        int collections = heap.collections;
        look(100);
        assertThat(heap.collections).isEqualTo(collections);
    }

    @Test
    void aHeapOfMiddleSizeIsCollectedWhenItHasGrown() {
        heap.live = 60 * MIB;
        heap.used = 60 * MIB;
        heap.committed = 100 * MIB;
        look(50);
        assertThat(heap.collections).isBetween(1, 2);
        heap.committed = 110 * MIB;
        look(50);
        assertThat(heap.collections).isBetween(2, 4);
    }

    @Test
    void whileMuchIsDoneTheCollectorDecides() {
        heap.committed = 1000 * MIB;
        for (int i = 0; i < 50; i++) {
            heap.used = (1L + i % 4) * 200 * MIB;
            look(1);
        }
        assertThat(heap.collections).isZero();
    }

    @Test
    void whoSpeaksALittleIsQuietEnough() {
        heap.committed = 1000 * MIB;
        heap.used = 500 * MIB;
        for (int i = 0; i < 4; i++) {
            heap.used += 10 * MIB;
            look(1);
        }
        assertThat(heap.committed).isLessThan(20 * MIB);
    }

    @Test
    void whatIsStillInUseIsLookedForAgainWhenItHasGone() {
        heap.committed = 1800 * MIB;
        heap.used = 1500 * MIB;
        heap.live = 1400 * MIB;
        look(12);
        assertThat(heap.collections).as("once in a while").isBetween(1, 8);
        heap.live = 10 * MIB;
        look(6);
        assertThat(heap.committed).isLessThan(20 * MIB);
    }

    @Test
    void memoryThatIsUsedUpForGoodIsToldOnce() {
        heap.committed = heap.most;
        heap.live = heap.most - 10 * MIB;
        heap.used = heap.live;
        look(2);
        assertThat(alarms).isEmpty();
        look(10);
        assertThat(alarms).hasSize(1);
        assertThat(alarms.getFirst()).contains("4096 MiB", "-Xmx8192m");
    }

    @Test
    void garbageIsNoShortage() {
        heap.committed = heap.most;
        heap.used = heap.most;
        look(10);
        assertThat(alarms).isEmpty();
    }
}
