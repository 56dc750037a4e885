package dev.foster.process.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildStream;
import dev.foster.process.OutputLimits;
import dev.foster.process.OutputListener;
import dev.foster.process.OutputView;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/** What all children's output takes together, with a heap of any size. */
class OutputBudgetTest {
    private static final int MOST = 1 << 20;
    private static final Executor NEVER = _ -> {};

    /** Of one who never comes to read. */
    private static final class Unread implements OutputDelivery.Shape {
        @Override
        public void record(int stream, long micros, byte[] bytes, int offset, int length) {
            throw new AssertionError("it was read");
        }

        @Override
        public void cutShort(boolean goesOn) {
            throw new AssertionError("it was read");
        }

        @Override
        public void flush() {
            throw new AssertionError("it was read");
        }
    }

    private final OutputBudget budget = new OutputBudget(MOST, 0);

    private OutputRing ring(OutputLimits limits) {
        return new OutputRing(limits, budget);
    }

    private static void say(OutputRing ring, int bytes) {
        byte[] text = new byte[4096];
        for (int left = bytes; left > 0; left -= text.length) {
            ring.append(ChildStream.STDOUT, MemorySegment.ofArray(text), text.length);
            ring.announce();
        }
    }

    private static long sum(List<OutputRing> rings) {
        return rings.stream().mapToLong(OutputRing::size).sum();
    }

    @Test
    void oneChildHasWhatItMayKeep() {
        OutputRing ring = ring(OutputLimits.defaults().keep(MOST / 2));
        say(ring, 4 * MOST);
        assertThat(ring.size()).isEqualTo(MOST / 2);
        assertThat(ring.counts().forgottenBytes()).isLessThan(4L * MOST - MOST / 2 + 4096 * 2);
        assertThat(budget.scarce()).isFalse();
    }

    @Test
    void manyChildrenShareAndTheNewestOfEachIsKept() {
        List<OutputRing> rings =
                IntStream.range(0, 32).mapToObj(_ -> ring(OutputLimits.defaults())).toList();
        rings.forEach(ring -> say(ring, MOST));
        assertThat(sum(rings)).isLessThanOrEqualTo(MOST + MOST / 2);
        assertThat(rings)
                .allSatisfy(ring -> assertThat(ring.size()).isGreaterThanOrEqualTo(MOST / 64));
    }

    @Test
    void whoCameFirstGivesBackWhatIsBeyondItsShare() {
        List<OutputRing> early =
                IntStream.range(0, 2).mapToObj(_ -> ring(OutputLimits.defaults())).toList();
        early.forEach(ring -> say(ring, MOST / 2));
        var all = new ArrayList<>(early);
        for (int i = 0; i < 14; i++) {
            OutputRing late = ring(OutputLimits.defaults());
            say(late, MOST);
            all.add(late);
        }
        assertThat(early)
                .as("they have said nothing since")
                .allSatisfy(ring -> assertThat(ring.size()).isLessThanOrEqualTo(MOST / 2 / 2));
        assertThat(sum(all)).isLessThanOrEqualTo(MOST + MOST / 2);
    }

    @Test
    void aPieceThatIsLargerThanTheShareIsKeptInPart() {
        var tiny = new OutputBudget(64 << 10, 0);
        byte[] much = new byte[64 << 10];
        for (int i = 0; i < 100; i++) {
            var ring = new OutputRing(OutputLimits.defaults(), tiny);
            ring.append(ChildStream.STDOUT, MemorySegment.ofArray(much), much.length);
            ring.announce();
            assertThat(ring.size()).isLessThanOrEqualTo(much.length / 2);
            if (i > 10) {
                assertThat(ring.counts().forgottenBytes())
                        .isLessThanOrEqualTo(much.length - OutputLimits.LEAST / 2);
            }
        }
    }

    @Test
    void whereNothingMayBeMissedTheChildWaitsSooner() {
        OutputLimits waiting = OutputLimits.defaults().overflow(OutputLimits.Overflow.WAIT);
        List<OutputRing> rings = IntStream.range(0, 32).mapToObj(_ -> ring(waiting)).toList();
        for (OutputRing ring : rings) {
            var listener =
                    new OutputDelivery(
                            ring,
                            OutputView.all(),
                            (OutputListener<Object>) _ -> {},
                            _ -> new Unread(),
                            NEVER);
            listener.start(OutputView.all());
        }
        for (int round = 0; round < 256; round++) {
            for (OutputRing ring : rings) {
                if (ring.hasRoom(4096, () -> {})) {
                    say(ring, 4096);
                }
            }
        }
        assertThat(rings)
                .allSatisfy(ring -> assertThat(ring.counts().forgottenBytes()).isZero())
                .anySatisfy(ring -> assertThat(ring.hasRoom(4096, () -> {})).isFalse());
        assertThat(sum(rings)).isLessThan(4 * MOST);
    }

    @Test
    void whoComesAfterOneThatIsGoneLosesNothingToIt() {
        OutputLimits all = OutputLimits.defaults().keep(MOST);
        say(ring(all), MOST / 4 * 3);
        OutputRing next = ring(all);
        say(next, MOST / 4 * 3);
        assertThat(next.counts().forgottenBytes()).isZero();
    }

    @Test
    void whatNobodyKnowsAnyMoreIsNotCounted() {
        for (int i = 0; i < 20; i++) {
            say(ring(OutputLimits.defaults()), MOST / 4);
        }
        System.gc();
        OutputLimits half = OutputLimits.defaults().keep(MOST / 2);
        List<OutputRing> alive = IntStream.range(0, 2).mapToObj(_ -> ring(half)).toList();
        alive.forEach(ring -> say(ring, MOST));
        assertThat(sum(alive)).isEqualTo(MOST);
    }
}
