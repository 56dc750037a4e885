package dev.foster.daemon.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.process.UsageMeter;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is kept of what processes use; the clock and the figures are the test's. */
class UsageBookTest {
    private static final long SECOND = 1_000_000_000L;

    private final FakeTree tree = new FakeTree(SECOND, 0);
    private Instant now = Instant.parse("2026-01-31T12:00:00Z");
    private final UsageBook book = new UsageBook(() -> now);

    /** One second later it has used so much more. */
    private void second(long run, double share, long memory) {
        now = now.plusSeconds(1);
        tree.at += SECOND;
        tree.cpu += (long) (share * SECOND / 100);
        tree.memory = memory;
        book.measured("web", run, tree);
    }

    private List<Optional<Long>> memories() {
        return book.history("web").memoryBytes();
    }

    @Test
    void aProcessNobodyMeasuredUsesNothing() {
        assertThat(book.current("web")).isEmpty();
        assertThat(book.peaks("web")).isEmpty();
        assertThat(book.history("web").at()).isEmpty();
        assertThat(book.line("web", 60)).isEqualTo(new UsageLineView("web", List.of(), List.of()));
    }

    @Test
    void theShareOfACoreIsThatSinceTheLastPoint() {
        second(1, 50, 1000);
        second(1, 25, 2000);
        UsageFigures figures = book.current("web").orElseThrow();
        assertThat(figures.cpuPercent()).isEqualTo(25);
        assertThat(figures.memoryBytes()).isEqualTo(2000);
        assertThat(figures.at()).isEqualTo(now);
        assertThat(figures.run()).isOne();
    }

    @Test
    void itIsKnownWhereTheTimeCameFrom() {
        second(1, 1, 1);
        assertThat(book.current("web").orElseThrow().source())
                .isEqualTo(UsageMeter.Source.PROCESSES);
        tree.source = UsageMeter.Source.CGROUP;
        second(1, 1, 1);
        assertThat(book.current("web").orElseThrow().source()).isEqualTo(UsageMeter.Source.CGROUP);
    }

    @Test
    void theFirstShareIsThatSinceItsStart() {
        tree.startedAt = now.minusSeconds(9);
        second(1, 40, 1);
        assertThat(book.current("web").orElseThrow().cpuPercent()).isEqualTo(4);
    }

    @Test
    void peaksOutliveTheRunThatReachedThem() {
        second(1, 10, 5000);
        second(1, 90, 4000);
        book.ended("web", 1);
        second(2, 5, 100);
        second(2, 5, 100);
        Peaks peaks = book.peaks("web").orElseThrow();
        assertThat(peaks.memoryBytes()).isEqualTo(5000);
        assertThat(peaks.cpuPercent()).isEqualTo(90);
    }

    @Test
    void theEndOfARunIsOneGap() {
        second(1, 1, 10);
        book.ended("web", 1);
        assertThat(book.current("web")).isEmpty();
        book.ended("web", 1);
        second(2, 1, 20);
        assertThat(memories())
                .containsExactly(Optional.of(10L), Optional.empty(), Optional.of(20L));
        assertThat(book.line("web", 60).cpuPercent().get(1)).isEmpty();
    }

    @Test
    void whatIsMeasuredOfARunAfterItsEndIsNotCounted() {
        second(1, 1, 10);
        book.ended("web", 1);
        second(1, 1, 11);
        assertThat(book.current("web")).isEmpty();
        assertThat(memories()).containsExactly(Optional.of(10L), Optional.empty());
    }

    @Test
    void aRunBesideTheCurrentOneDoesNotCountUntilItTakesOver() {
        second(1, 1, 10);
        book.measured("web", 2, new FakeTree(tree.at, 99));
        assertThat(book.current("web").orElseThrow().run()).isOne();
        book.tookOver("web", 2);
        second(1, 1, 11);
        second(2, 1, 20);
        book.ended("web", 1);
        assertThat(book.current("web").orElseThrow().run()).isEqualTo(2);
        assertThat(memories()).containsExactly(Optional.of(10L), Optional.of(20L));
    }

    @Test
    void anUnderstudyThatFailedLeavesTheCurrentOneCounting() {
        second(1, 1, 10);
        book.measured("web", 2, new FakeTree(tree.at, 99));
        book.ended("web", 2);
        second(1, 1, 11);
        assertThat(memories()).containsExactly(Optional.of(10L), Optional.of(11L));
    }

    @Test
    void onlyANewPointIsHandedOn() {
        assertThat(book.measured("web", 1, tree)).isEqualTo(book.current("web"));
        now = now.plusMillis(500);
        tree.at += SECOND / 2;
        assertThat(book.measured("web", 1, tree)).isEmpty();
        now = now.plusMillis(500);
        tree.at += SECOND / 2;
        assertThat(book.measured("web", 2, new FakeTree(tree.at, 99))).isEmpty();
        assertThat(book.measured("web", 1, tree).orElseThrow().at()).isEqualTo(now);
    }

    @Test
    void twoPassesASecondAreOnePointWithTheNewestFigures() {
        second(1, 1, 10);
        tree.at += SECOND / 2;
        tree.memory = 500;
        book.measured("web", 1, tree);
        assertThat(book.current("web").orElseThrow().memoryBytes()).isEqualTo(500);
        assertThat(book.peaks("web").orElseThrow().memoryBytes()).isEqualTo(500);
        assertThat(memories()).containsExactly(Optional.of(10L));
    }

    @Test
    void tenMinutesAreKeptBySecondsAndTheHourBeforeByTens() {
        for (int i = 1; i <= 2 * 3600; i++) {
            second(1, i % 10, i);
        }
        UsageHistoryView history = book.history("web");
        int size = history.at().size();
        long last = now.toEpochMilli();
        assertThat(history.at().getLast()).isEqualTo(last);
        assertThat(history.at().get(size - 600)).isEqualTo(last - 599_000);
        assertThat(size).isBetween(959, 960);
        assertThat(last - history.at().getFirst()).isBetween(4_180_000L, 4_200_000L);
        // Of ten seconds the average of the processor, and the most of all else.
        assertThat(history.cpuPercent().getFirst()).contains(4.5);
        long first = history.memoryBytes().getFirst().orElseThrow();
        assertThat(history.memoryBytes().get(1)).contains(first + 10);
        assertThat(history.at().get(1) - history.at().get(0)).isEqualTo(10_000);
    }

    @Test
    void aGapThatGrowsOldIsStillAGap() {
        second(1, 1, 10);
        book.ended("web", 1);
        for (int i = 0; i < 700; i++) {
            second(2, 1, 20);
        }
        List<Optional<Long>> memories = memories();
        assertThat(memories.subList(0, 3))
                .containsExactly(Optional.of(10L), Optional.empty(), Optional.of(20L));
    }

    @Test
    void whatIsOlderThanItAllIsNotTold() {
        second(1, 1, 10);
        book.ended("web", 1);
        now = now.plusSeconds(2 * 3600);
        assertThat(memories()).isEmpty();
    }

    @Test
    void aSmallCurveHasTheNewestPoints() {
        for (int i = 1; i <= 100; i++) {
            second(1, 1, i);
        }
        UsageLineView line = book.line("web", 60);
        assertThat(line.memoryBytes()).hasSize(60).startsWith(Optional.of(41L));
        assertThat(line.memoryBytes().getLast()).contains(100L);
    }

    @Test
    void whatIsForgottenIsGone() {
        second(1, 1, 10);
        book.forget("web");
        assertThat(book.peaks("web")).isEmpty();
    }

    @Test
    void whatIsMeasuredAfterItWasForgottenDoesNotBringItBack() {
        second(1, 1, 10);
        tree.alive = false;
        book.forget("web");
        second(1, 1, 11);
        assertThat(book.peaks("web")).isEmpty();
        assertThat(book.history("web").at()).isEmpty();
    }

    @Test
    void aQuietRunThatIsMeasuredSeldomKeepsItsPlaceFromAnUnderstudy() {
        second(1, 1, 10);
        var understudy = new FakeTree(tree.at, 99);
        for (int i = 0; i < 8; i++) {
            now = now.plusSeconds(1);
            understudy.at += SECOND;
            if (i % 4 == 3) {
                tree.at += 4 * SECOND;
                book.measured("web", 1, tree);
            }
            book.measured("web", 2, understudy);
        }
        book.ended("web", 2);
        assertThat(book.current("web").orElseThrow().run()).isOne();
        assertThat(memories()).hasSize(9).allMatch(Optional.of(10L)::equals);
    }

    @Test
    void theSecondsInWhichAQuietRunWasNotLookedAtAreAsTheOneBefore() {
        second(1, 1, 10);
        long first = now.toEpochMilli();
        now = now.plusMillis(2_900);
        tree.at += 3 * SECOND;
        // Asking adds no point that would stand in the way of the one that is measured next.
        assertThat(book.line("web", 60).memoryBytes())
                .containsExactly(Optional.of(10L), Optional.of(10L), Optional.of(10L));
        now = now.plusMillis(700);
        tree.memory = 20;
        assertThat(book.measured("web", 1, tree)).isPresent();
        assertThat(book.history("web").at())
                .containsExactly(first, first + 1000, first + 2000, first + 3600);
        assertThat(memories().getLast()).contains(20L);
    }

    @Test
    void theLastSecondsOfAQuietRunAreThereBeforeTheGap() {
        second(1, 1, 10);
        now = now.plusSeconds(3);
        book.ended("web", 1);
        assertThat(memories())
                .containsExactly(
                        Optional.of(10L), Optional.of(10L), Optional.of(10L), Optional.empty());
    }

    @Test
    void askingDoesNotKeepARunAliveThatNothingIsToldOf() {
        second(1, 1, 10);
        for (int i = 0; i < 10; i++) {
            now = now.plusSeconds(2);
            assertThat(memories()).hasSizeLessThan(6);
        }
    }

    @Test
    void whatWasNotMeasuredWhileTheMachineSleptIsNotMadeUp() {
        second(1, 1, 10);
        now = now.plusSeconds(60);
        assertThat(memories()).hasSize(1);
        second(1, 1, 11);
        assertThat(memories()).containsExactly(Optional.of(10L), Optional.of(11L));
    }

    @Test
    void aRunThatNothingWasToldOfForLongGivesUpItsPlace() {
        second(1, 1, 10);
        now = now.plusSeconds(6);
        book.measured("web", 2, new FakeTree(tree.at, 99));
        assertThat(book.current("web").orElseThrow().run()).isEqualTo(2);
    }

    @Test
    void aClockThatIsSetBackStopsNeitherTheHistoryNorItsTens() {
        second(1, 1, 10);
        now = now.minusSeconds(1800);
        second(1, 1, 11);
        assertThat(memories()).containsExactly(Optional.of(10L), Optional.of(11L));
        for (int i = 0; i < 700; i++) {
            second(1, 1, 12);
        }
        assertThat(memories().size()).isGreaterThan(PastHour.SECONDS + 5);
    }
}
