package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/** Times are in seconds here; a parent and one that goes below it. */
class TreeTimeTest {
    private static final long SECOND = 1_000_000_000L;

    private final TreeTime time = new TreeTime();
    private final SeenProcess parent = process(1, 0);
    private final SeenProcess child = process(10, 2);

    @Test
    void whatAParentWaitedForCountsOnce() {
        assertThat(total(parent, child)).isEqualTo(13);

        time.gone(child, parent);
        read(parent, 1, 13);

        assertThat(total(parent)).as("it took one more second before it ended").isEqualTo(14);
        assertThat(total(parent)).isEqualTo(14);
    }

    @Test
    void aParentThatWaitsAMomentAfterItWasReadIsBelieved() {
        total(parent, child);

        time.gone(child, parent);
        read(parent, 1, 0);
        assertThat(total(parent)).as("owed").isEqualTo(13);

        read(parent, 1, 12);
        assertThat(total(parent)).isEqualTo(13);
        read(parent, 2, 12);
        assertThat(total(parent)).isEqualTo(14);
    }

    @Test
    void whatNobodyWaitsForStays() {
        total(parent, child);

        time.gone(child, parent);
        for (int pass = 0; pass < 5; pass++) {
            read(parent, 1, 0);
            assertThat(total(parent)).isEqualTo(13);
        }
        read(parent, 4, 0);
        assertThat(total(parent)).isEqualTo(16);
    }

    @Test
    void whatAnOrphanTookStays() {
        total(parent, child);

        time.gone(child, null);
        assertThat(total(parent)).isEqualTo(13);
    }

    @Test
    void thoseThatCameAndWentBetweenTwoPassesCount() {
        total(parent);

        read(parent, 1, 5);
        assertThat(total(parent)).isEqualTo(6);
    }

    @Test
    void ofTwoThatWentTheOneThatWasNotWaitedForStays() {
        SeenProcess other = process(4, 0);
        total(parent, child, other);

        time.gone(child, parent);
        time.gone(other, parent);
        read(parent, 1, 12);
        assertThat(total(parent)).isEqualTo(17);
        read(parent, 1, 12);
        assertThat(total(parent)).isEqualTo(17);
    }

    @Test
    void itNeverGoesBack() {
        total(parent, child);
        assertThat(total(parent)).as("one is missing without having gone").isEqualTo(13);
    }

    /** In seconds, to the nearest: the kernel rounds what a process took down to its ticks. */
    private long total(SeenProcess... processes) {
        long nanos = 0;
        for (SeenProcess process : processes) {
            time.settle(process);
            nanos += process.nanos();
        }
        return Math.round((double) time.total(nanos) / SECOND);
    }

    private static SeenProcess process(int own, int waited) {
        return new SeenProcess(7, stat(own, waited));
    }

    private static void read(SeenProcess process, int own, int waited) {
        process.take(stat(own, waited));
    }

    private static StatLine stat(int own, int waited) {
        String text =
                "7 (x) S 1 1 1 0 -1 0 0 0 0 0 "
                        + own * 100
                        + " 0 "
                        + waited * 100
                        + " 0 20 0 1 0 1000 4096 1 0";
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        var stat = new StatLine();
        assertThat(stat.parse(bytes, bytes.length)).isTrue();
        return stat;
    }
}
