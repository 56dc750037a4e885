package dev.foster.daemon.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.HealthView;
import dev.foster.testkit.Leaks;
import dev.foster.thread.Pulse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the watchdog makes of what it sees, on a clock that is commanded. */
class WatchdogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PATIENCE_LOOKS = (int) PATIENCE.dividedBy(Watchdog.PERIOD);
    private static final long WAITING = -1;

    private final Leaks before = Leaks.snapshot();
    private final List<String> told = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final List<Integer> halts = new ArrayList<>();
    private final Watchdog watchdog =
            new Watchdog(
                    List.of(
                            new Vital("the supervision", true, this::supervision),
                            new Vital("the journal", false, this::journal)),
                    () -> this.guarded,
                    PATIENCE,
                    told::add,
                    ends::add,
                    halts::add,
                    0);

    private long now;
    private long busySince = WAITING;
    private long writingSince = WAITING;
    private boolean alive = true;
    private boolean guarded = true;

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private Pulse supervision() {
        return new Pulse(alive, busySince == WAITING ? 0 : now - busySince);
    }

    private Pulse journal() {
        return new Pulse(true, writingSince == WAITING ? 0 : now - writingSince);
    }

    private void looks(int count) {
        looks(count, Watchdog.PERIOD);
    }

    private void looks(int count, Duration pause) {
        for (int i = 0; i < count; i++) {
            now += pause.toNanos();
            watchdog.look(now);
            watchdog.say();
        }
    }

    private List<String> states() {
        return watchdog.health().parts().stream()
                .filter(part -> !part.name().equals("the guardian"))
                .map(HealthView.PartView::state)
                .toList();
    }

    @Test
    void threadsThatTurnOrWaitAreWell() {
        for (int i = 0; i < 1000; i++) {
            busySince = i % 3 == 0 ? WAITING : now;
            looks(1);
        }

        assertThat(states()).containsExactly(HealthView.WELL, HealthView.WELL);
        assertThat(told).isEmpty();
        assertThat(ends).isEmpty();
    }

    @Test
    void oneThatIsStuckIsToldOfOnceAndThatItTurnsAgain() {
        busySince = 0;
        looks(Watched.STUCK_LOOKS - 1);
        assertThat(told).isEmpty();

        looks(3);
        assertThat(told)
                .containsExactly(
                        "the supervision is stuck: one turn has taken more than 10 s; after 30 s"
                                + " foster ends");
        assertThat(states()).containsExactly(HealthView.STUCK, HealthView.WELL);
        assertThat(watchdog.health().problems()).isEqualTo(told);

        busySince = WAITING;
        looks(1);
        assertThat(told).hasSize(2).last().isEqualTo("the supervision turns again");
        assertThat(watchdog.health().problems()).isEmpty();
        assertThat(ends).isEmpty();
    }

    @Test
    void aGuardianThatIsMissingIsToldOfAndTheDaemonGoesOn() {
        guarded = false;
        looks(1);
        assertThat(told).isEmpty();

        looks(100);
        assertThat(told).hasSize(1).first().asString().startsWith("foster is unguarded: ");
        assertThat(watchdog.health().problems()).isEqualTo(told);
        assertThat(watchdog.health().parts().getLast().state()).isEqualTo(HealthView.UNGUARDED);
        assertThat(ends).isEmpty();

        guarded = true;
        looks(1);
        assertThat(told).hasSize(2).last().isEqualTo("foster is guarded again");
        assertThat(watchdog.health().problems()).isEmpty();
    }

    @Test
    void oneThatStaysStuckEndsTheDaemonInOrder() {
        busySince = 0;
        looks(Watched.FATAL_LOOKS - 1);
        assertThat(ends).isEmpty();

        looks(2);
        assertThat(ends).hasSize(1).first().asString().startsWith("the supervision is stuck: ");
        assertThat(halts).isEmpty();
    }

    @Test
    void oneThatIsGoneEndsTheDaemonAtTheSecondLook() {
        alive = false;
        looks(1);
        assertThat(ends).isEmpty();

        looks(1);
        assertThat(ends)
                .containsExactly("the supervision is gone: its thread has ended; foster ends");
        assertThat(told).isEqualTo(ends);
        assertThat(states()).containsExactly(HealthView.GONE, HealthView.WELL);
    }

    @Test
    void anEndThatDoesNotComeToItsEndIsCutShort() {
        alive = false;
        looks(2);
        watchdog.ending(Duration.ofHours(1));
        looks(PATIENCE_LOOKS - 1);
        assertThat(halts).isEmpty();

        looks(1);
        assertThat(halts).containsExactly(Watchdog.FAILED);
    }

    @Test
    void nobodyWhoListensCanKeepItFromActing() {
        alive = false;
        // Nobody says anything, as when whoever says it hangs.
        for (int i = 0; i < PATIENCE_LOOKS + 2; i++) {
            now += Watchdog.PERIOD.toNanos();
            watchdog.look(now);
        }

        assertThat(ends).isEmpty();
        assertThat(halts).containsExactly(Watchdog.FAILED);
    }

    @Test
    void anEndThatWasAskedForIsBoundedTooAndNothingIsMissedDuringIt() {
        watchdog.ending(Duration.ofSeconds(20));
        alive = false;
        looks(9);
        assertThat(told).isEmpty();
        assertThat(halts).isEmpty();

        watchdog.ended();
        looks(100);
        assertThat(halts).isEmpty();
    }

    @Test
    void oneThatMayWaitForADiskIsOnlyToldOf() {
        writingSince = 0;
        looks(1000);

        assertThat(told)
                .containsExactly(
                        "the journal is stuck: one turn has taken more than 10 s; look whether the"
                                + " disk answers");
        assertThat(ends).isEmpty();
    }

    @Test
    void aLookThatComesLateProvesNothing() {
        busySince = 0;
        writingSince = 0;
        // A machine that sleeps, a stopped process, a heap that is tidied up: all stand still.
        looks(1000, Duration.ofHours(1));
        assertThat(told).isEmpty();

        // Awake again, they have the whole time from the beginning.
        looks(Watched.STUCK_LOOKS - 1);
        assertThat(told).isEmpty();
        looks(1);
        assertThat(told).hasSize(2);
    }

    @Test
    void aMachineThatSleepsDoesNotEndAStopThatWasAskedFor() {
        watchdog.ending(Duration.ofSeconds(20));
        looks(2, Duration.ofHours(1));
        looks(7);

        assertThat(halts).isEmpty();
    }

    @Test
    void anEndIsCutShortThoughEachLookComesLate() {
        alive = false;
        looks(2);
        looks(PATIENCE_LOOKS, Watchdog.PERIOD.multipliedBy(3));

        assertThat(halts).containsExactly(Watchdog.FAILED);
    }

    @Test
    void oneThatCannotBeAskedCountsAsStuck() {
        var other =
                new Watchdog(
                        List.of(
                                new Vital(
                                        "the supervision",
                                        true,
                                        () -> {
                                            throw new OutOfMemoryError("in a test");
                                        })),
                        () -> true,
                        PATIENCE,
                        told::add,
                        ends::add,
                        halts::add,
                        0);
        for (int i = 1; i <= Watched.FATAL_LOOKS; i++) {
            other.look(i * Watchdog.PERIOD.toNanos());
            other.say();
        }

        assertThat(ends).hasSize(1);
    }

    @Test
    void itsThreadsEndWithIt() {
        new Watchdog(List.of(), () -> true, PATIENCE, told::add, ends::add).close();

        before.assertNothingLeft();
    }
}
