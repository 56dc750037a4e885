package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The newest lines in memory, against a plain list. */
class LogRingTest {
    private final LogRing ring = new LogRing(2000, 7);
    private final List<StoredLine> model = new ArrayList<>();

    private void append(List<StoredLine> lines) {
        byte[] bytes = Encoded.of(lines);
        byte[] framed = new byte[bytes.length + 8];
        System.arraycopy(bytes, 0, framed, 5, bytes.length);
        ring.append(framed, 5, bytes.length);
        model.addAll(lines);
    }

    private List<StoredLine> expected(long after, long upTo) {
        return model.stream().filter(one -> one.nanos() > after && one.nanos() <= upTo).toList();
    }

    private static StoredLine line(long nanos, int length) {
        return new StoredLine(nanos, 'O', "x".repeat(length));
    }

    @Test
    void itHasEveryLineAfterTheNewestThatGaveWay() {
        var random = new Random(3);
        long time = 100;
        for (int round = 0; round < 3000; round++) {
            var lines = new ArrayList<StoredLine>();
            for (int count = 1 + random.nextInt(5); count > 0; count--) {
                time += 1 + random.nextInt(3);
                lines.add(line(time, random.nextInt(random.nextInt(30) == 0 ? 2500 : 100)));
            }
            append(lines);

            List<StoredLine> kept = expected(ring.gone(), Long.MAX_VALUE);
            assertThat(ring.after(0, Long.MAX_VALUE, 10_000)).isEqualTo(kept);
            long after = time - random.nextInt(60);
            long upTo = after + random.nextInt(60);
            int limit = random.nextInt(5);
            List<StoredLine> between =
                    kept.stream()
                            .filter(one -> one.nanos() > after && one.nanos() <= upTo)
                            .toList();
            assertThat(ring.after(after, upTo, limit))
                    .isEqualTo(between.subList(0, Math.min(limit, between.size())));
            List<StoredLine> before = kept.stream().filter(one -> one.nanos() <= upTo).toList();
            assertThat(ring.last(limit, upTo))
                    .isEqualTo(before.subList(Math.max(0, before.size() - limit), before.size()));
        }
    }

    @Test
    void aGoodPartOfItIsAlwaysKept() {
        for (int i = 1; i <= 500; i++) {
            append(List.of(line(1000 + i, 10)));
            int lineLength = LineCode.HEAD + 11;
            assertThat(ring.after(0, Long.MAX_VALUE, 1000).size())
                    .isGreaterThanOrEqualTo(Math.min(i, 2000 / 2 / lineLength - 1));
        }
    }

    @Test
    void aLineLongerThanAllOfItIsGoneAtOnce() {
        append(List.of(line(10, 5)));
        append(List.of(line(11, 3000)));
        assertThat(ring.after(0, Long.MAX_VALUE, 10)).isEmpty();
        assertThat(ring.gone()).isEqualTo(11);

        append(List.of(line(12, 3000), line(13, 5), line(14, 5)));
        assertThat(ring.after(0, Long.MAX_VALUE, 10)).hasSize(2);
        assertThat(ring.gone()).isEqualTo(12);
    }

    @Test
    void anEmptyOneKnowsWhatItNeverHad() {
        assertThat(ring.gone()).isEqualTo(7);
        assertThat(ring.after(0, Long.MAX_VALUE, 10)).isEmpty();
        assertThat(ring.last(10, Long.MAX_VALUE)).isEmpty();
    }
}
