package dev.foster.process.internal.lifecycle;

import static dev.foster.process.internal.lifecycle.LifecycleStage.HOLD;
import static dev.foster.process.internal.lifecycle.LifecycleStage.PLAN;
import static dev.foster.process.internal.lifecycle.LifecycleStage.exit;
import static dev.foster.process.internal.lifecycle.LifecycleStage.millis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport.Took;
import dev.foster.process.internal.lifecycle.LifecycleEffect.AskGroup;
import dev.foster.process.internal.lifecycle.LifecycleEffect.AskLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.CountLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillAskedSince;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillGroup;
import dev.foster.process.internal.lifecycle.LifecycleEffect.KillLeftovers;
import dev.foster.process.internal.lifecycle.LifecycleEffect.LookWhetherThere;
import dev.foster.process.internal.lifecycle.LifecycleEffect.NoteDescendants;
import dev.foster.process.internal.lifecycle.LifecycleEffect.Report;
import dev.foster.process.internal.lifecycle.LifecycleEffect.TellExit;
import dev.foster.process.internal.lifecycle.LifecycleInput.StopAsked;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What happens when two things about a child come at the same time, late, or not at all. */
class LifecycleRacesTest {
    private final LifecycleStage stage = new LifecycleStage();

    private <T extends LifecycleEffect> List<T> taken(Class<T> type) {
        return stage.taken().stream().filter(type::isInstance).map(type::cast).toList();
    }

    private End told() {
        List<TellExit> all = taken(TellExit.class);
        assertThat(all).hasSize(1);
        return all.getFirst().end();
    }

    // ---- requests that meet ----

    @Test
    void laterRequestsDoNotTakeTheClosedInputForAReasonToHurry() {
        stage.stop(PLAN).pass(millis(40)).on(new StopAsked(PLAN, Asked.STOP, false));

        assertThat(stage.pass(millis(59)).taken()).noneMatch(AskGroup.class::isInstance);
        assertThat(stage.pass(millis(1)).taken()).contains(new AskGroup(Signal.TERM));
    }

    @Test
    void whoStopsFirstIsTheOneWhoAsked() {
        stage.stop(PLAN).on(new StopAsked(StopPlan.kill(), Asked.CLOSE, false));
        assertThat(taken(KillGroup.class)).hasSize(1);

        stage.outputEnded().on(exit(new Ending.Killed(Signal.KILL, false), Optional.empty()));
        assertThat(told().asked()).isEqualTo(Asked.STOP);
    }

    @Test
    void aLessUrgentRequestDelaysNothing() {
        stage.stop(PLAN).stop(PLAN.eofWait(Duration.ofDays(1)).grace(Duration.ofDays(1)));

        stage.pass(millis(1_099));
        assertThat(taken(AskGroup.class)).hasSize(1);
        stage.pass(millis(1));
        assertThat(taken(KillGroup.class)).hasSize(1);
    }

    @Test
    void aRequestWithoutEndIsNoReasonToWaitForEver() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        stage.stop(new StopPlan(longest, Signal.TERM, longest, longest));
        assertThat(stage.pass(Duration.ofDays(3_000)).taken()).doesNotContain(new KillGroup());

        stage.stop(StopPlan.kill());
        assertThat(stage.taken()).contains(new KillGroup());
    }

    @Test
    void aChildIsNotAskedAfterItWasKilled() {
        stage.stop(StopPlan.kill()).stop(PLAN).pass(Duration.ofSeconds(1));

        assertThat(taken(AskGroup.class)).isEmpty();
    }

    @Test
    void whoDescendsFromItIsNotedBeforeEachStepThatMayEndIt() {
        stage.stop(PLAN).pass(millis(1_100));

        assertThat(
                        stage.taken().stream()
                                .filter(
                                        it ->
                                                it instanceof NoteDescendants
                                                        || it instanceof AskGroup
                                                        || it instanceof KillGroup))
                .containsExactly(
                        new NoteDescendants(),
                        new NoteDescendants(),
                        new AskGroup(Signal.TERM),
                        new NoteDescendants(),
                        new KillGroup());
    }

    // ---- the exit, its output and its report ----

    @Test
    void theExitIsToldOnceHoweverTheEndOfTheOutputComes() {
        stage.exited(0).pass(HOLD);
        assertThat(taken(TellExit.class)).extracting(TellExit::outputOpen).containsExactly(true);

        stage.outputEnded().exited(0).pass(HOLD);
        assertThat(taken(TellExit.class)).isEmpty();

        var other = new LifecycleStage().exited(0).pass(HOLD.minusNanos(1));
        assertThat(other.taken()).noneMatch(TellExit.class::isInstance);
        assertThat(other.outputEnded().pass(HOLD).taken())
                .filteredOn(TellExit.class::isInstance)
                .hasSize(1)
                .allMatch(it -> it instanceof TellExit(End _, boolean open) && !open);
    }

    @Test
    void theStopIsReportedOnlyWhenTheExitHasBeenTold() {
        stage.stop(PLAN).exited(0).counted(0, 0);
        assertThat(taken(Report.class)).isEmpty();

        assertThat(stage.outputEnded().taken().stream().map(Object::getClass))
                .containsExactly(TellExit.class, Report.class);
    }

    @Test
    void theWishToSweepMayComeBeforeOrAfterTheEnd() {
        stage.sweep().outputEnded().exited(0);
        var other = new LifecycleStage().outputEnded().exited(0).sweep();

        for (LifecycleStage each : List.of(stage, other)) {
            assertThat(each.taken()).contains(new CountLeftovers());
            each.counted(1, 0).pass(millis(2)).counted(0, 0);
            assertThat(each.taken())
                    .contains(new AskLeftovers(Signal.TERM))
                    .filteredOn(Report.class::isInstance)
                    .hasSize(1)
                    .allMatch(
                            it -> it instanceof Report(Took took, _) && took == Took.ALREADY_GONE);
        }
    }

    @Test
    void aChildThatIsToBeSweptIsLeftAlone() {
        stage.sweep().pass(Duration.ofDays(1));

        assertThat(stage.taken()).isEmpty();
    }

    @Test
    void aSignalOfACallerIsTheReasonForAnEndItCanHaveCaused() {
        var byTerm = Optional.of(Signal.TERM);
        assertThat(askedBy(new Ending.Killed(Signal.TERM, false), byTerm)).isEqualTo(Asked.SIGNAL);
        assertThat(askedBy(new Ending.Killed(Signal.KILL, false), byTerm)).isEqualTo(Asked.NOBODY);
        assertThat(askedBy(new Ending.Code(0), byTerm)).isEqualTo(Asked.SIGNAL);
        assertThat(askedBy(new Ending.Code(0), Optional.of(Signal.USR1))).isEqualTo(Asked.NOBODY);
        assertThat(askedBy(new Ending.Unknown("?"), byTerm)).isEqualTo(Asked.SIGNAL);
        assertThat(askedBy(new Ending.Code(0), Optional.empty())).isEqualTo(Asked.NOBODY);
    }

    private static Asked askedBy(Ending how, Optional<Signal> lastSignal) {
        var stage = new LifecycleStage().outputEnded().on(exit(how, lastSignal));
        return stage.taken().stream()
                .filter(TellExit.class::isInstance)
                .map(it -> ((TellExit) it).end().asked())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void oneThatIsBeingStoppedWasKilledByUsAndNotForALimit() {
        var killed = exit(new Ending.Killed(Signal.KILL, false), Optional.empty());
        stage.outputEnded().on(killed);
        assertThat(told().overLimit()).contains(LifecycleStage.OVER);

        var other = new LifecycleStage().outputEnded().stop(PLAN).on(killed);
        assertThat(other.taken())
                .filteredOn(TellExit.class::isInstance)
                .allMatch(it -> it instanceof TellExit(End end, _) && end.overLimit().isEmpty())
                .hasSize(1);
    }

    // ---- one that does not go ----

    @Test
    void theKernelHasItsWholeTimeHoweverLateTheKillWasSent() {
        stage.stop(PLAN).passUnseen(Duration.ofMinutes(1)).pass(Duration.ZERO);
        assertThat(taken(KillGroup.class)).hasSize(1);

        assertThat(stage.pass(millis(499)).taken()).isEmpty();
        assertThat(stage.pass(millis(1)).taken()).containsExactly(new LookWhetherThere());
    }

    @Test
    void oneThatIsGoneThoughItsNewsIsLateIsNotStuck() {
        stage.stop(StopPlan.kill()).pass(Duration.ofSeconds(2)).seen(false);
        assertThat(stage.pass(millis(200)).seen(false).taken())
                .filteredOn(LookWhetherThere.class::isInstance)
                .hasSize(5);

        stage.outputEnded().exited(0).counted(0, 0);
        assertThat(taken(Report.class)).extracting(Report::took).containsExactly(Took.KILL);
    }

    @Test
    void oneThatWentWhileItWasLookedAtIsNotStuck() {
        stage.stop(StopPlan.kill()).pass(Duration.ofSeconds(2)).outputEnded().exited(0);
        stage.seen(true).counted(0, 0);

        assertThat(taken(Report.class)).extracting(Report::took).containsExactly(Took.KILL);
    }

    @Test
    void theExitOfOneThatWasStuckIsToldAfterAll() {
        stage.stop(StopPlan.kill()).pass(Duration.ofSeconds(2)).seen(true);
        assertThat(taken(Report.class)).extracting(Report::took).containsExactly(Took.STUCK);

        stage.pass(Duration.ofDays(1)).stop(PLAN).outputEnded().exited(0).counted(0, 0);
        List<LifecycleEffect> all = stage.taken();
        assertThat(all).filteredOn(TellExit.class::isInstance).hasSize(1);
        assertThat(all).noneMatch(Report.class::isInstance);
    }

    // ---- what is left behind ----

    /** Stopped and gone, with its first count under way. */
    private void leaves() {
        stage.stop(PLAN).outputEnded().exited(0);
        assertThat(stage.taken()).contains(new CountLeftovers());
    }

    @Test
    void eachThatWasLeftIsAskedAndHasTheWholeGraceFromThen() {
        leaves();
        for (Duration spent = Duration.ZERO;
                spent.compareTo(millis(1_999)) < 0;
                spent = spent.plus(millis(50))) {
            stage.counted(1, 0);
            assertThat(stage.taken())
                    .contains(new KillAskedSince(1_000_000_000), new AskLeftovers(Signal.TERM))
                    .doesNotContain(new KillLeftovers());
            stage.pass(millis(50));
        }
        stage.pass(millis(50)).counted(1, 0);
        assertThat(stage.taken()).contains(new KillLeftovers());
    }

    @Test
    void theLookWhenTheyAreToBeKilledIsNotLate() {
        leaves();
        while (stage.taken().stream().noneMatch(KillLeftovers.class::isInstance)) {
            stage.counted(1, 0);
            long next = stage.state().deadline();
            stage.pass(Duration.ofNanos(next - stage.now()));
        }
        Duration spent = Duration.ofNanos(stage.now() - LifecycleStage.BEGIN);
        assertThat(spent).isBetween(millis(2_000), millis(2_050));
    }

    @Test
    void aHurriedStopLooksAtOnce() {
        leaves();
        stage.counted(1, 0).stop(StopPlan.kill());
        assertThat(stage.taken()).contains(new CountLeftovers());

        stage.counted(1, 0);
        assertThat(stage.taken()).contains(new KillLeftovers());
    }

    @Test
    void noneIsGivenUpThatWasNotKilledHoweverLateTheCount() {
        leaves();
        stage.passUnseen(Duration.ofHours(1)).counted(1, 0);
        assertThat(stage.taken()).containsExactly(new KillLeftovers());

        stage.pass(millis(2)).counted(1, 0);
        assertThat(taken(Report.class)).extracting(Report::took).containsExactly(Took.EOF);
    }

    @Test
    void aDoubtWhetherSomethingIsLeftDoesNotLastForEver() {
        leaves();
        int looks = 0;
        while (taken(Report.class).isEmpty()) {
            stage.counted(0, 1).pass(millis(50));
            looks++;
        }
        Duration spent = Duration.ofNanos(stage.now() - LifecycleStage.BEGIN);
        assertThat(spent).isBetween(millis(12_500), millis(12_650));
        assertThat(looks).isGreaterThan(200);
    }

    @Test
    void twoAnswersAreAsGoodAsOne() {
        leaves();
        stage.stop(PLAN).counted(0, 0).counted(0, 0).counted(3, 0).pass(Duration.ofDays(1));

        List<LifecycleEffect> all = stage.taken();
        assertThat(all).filteredOn(Report.class::isInstance).hasSize(1);
        assertThat(all).noneMatch(AskLeftovers.class::isInstance);
    }

    // ---- steps that fail ----

    @Test
    void aStepThatFailsIsTakenAgain() {
        stage.failing(AskGroup.class::isInstance).stop(PLAN).pass(millis(300));
        assertThat(taken(AskGroup.class)).isEmpty();

        stage.failing(_ -> false).pass(millis(50));
        assertThat(taken(AskGroup.class)).hasSize(1);
        stage.pass(millis(750));
        assertThat(taken(KillGroup.class)).hasSize(1);
    }

    @Test
    void oneThatCannotEvenBeKilledIsReportedInTheEnd() {
        stage.failing(KillGroup.class::isInstance).stop(PLAN).pass(Duration.ofSeconds(11));
        assertThat(taken(Report.class)).isEmpty();

        stage.pass(Duration.ofSeconds(1));
        assertThat(taken(Report.class)).extracting(Report::took).containsExactly(Took.STUCK);
    }

    @Test
    void whatIsLeftAndCannotBeCountedIsReportedInTheEnd() {
        stage.stop(PLAN).outputEnded().failing(CountLeftovers.class::isInstance).exited(0);
        assertThat(taken(TellExit.class)).hasSize(1);
        stage.pass(Duration.ofSeconds(12));
        assertThat(taken(Report.class)).isEmpty();

        stage.pass(Duration.ofSeconds(1));
        assertThat(taken(Report.class)).extracting(Report::took).containsExactly(Took.STUCK);
    }

    @Test
    void anExitThatCouldNotBeToldIsToldLater() {
        stage.failing(TellExit.class::isInstance).outputEnded().exited(0).pass(millis(500));
        assertThat(taken(TellExit.class)).isEmpty();

        stage.failing(_ -> false).pass(millis(50));
        assertThat(taken(TellExit.class)).extracting(TellExit::outputOpen).containsExactly(false);
    }

    @Test
    void anExitIsNotLostWhenAllElseFails() {
        stage.outputEnded();
        stage.failing(effect -> effect instanceof CountLeftovers || effect instanceof AskGroup);
        stage.stop(PLAN).pass(millis(300)).exited(3);

        assertThat(told().ending()).isEqualTo(new Ending.Code(3));
    }
}
