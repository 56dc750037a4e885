package dev.foster.supervise.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildProblem.Outlook;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.RestartDecision.Again;
import dev.foster.supervise.restart.RestartDecision.Done;
import dev.foster.supervise.restart.RestartDecision.GaveUp;
import dev.foster.supervise.restart.RestartDecision.NotRetried;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.RestartPolicy.FirstStart;
import dev.foster.supervise.spec.RestartPolicy.When;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;

/** What becomes of one that ended, whoever started it. */
class RestartHistoryTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Duration LASTING = Duration.ofSeconds(60);
    private static final RestartPolicy POLICY =
            RestartPolicy.defaults()
                    .backoff(new Backoff.Growing(Duration.ofSeconds(4), 2, LASTING, 0.25))
                    .resetAfter(LASTING)
                    .withoutLimit();

    private static Moment at(double seconds) {
        return new Moment((long) (seconds * SECOND), 0.5);
    }

    private static RestartDecision fails(
            RestartHistory history, RestartPolicy policy, double seconds) {
        return history.ended(policy, true, Outlook.PASSING, at(seconds));
    }

    /** It failed at these seconds, and was restarted each time. */
    private static RestartHistory failed(RestartPolicy policy, double... seconds) {
        RestartHistory history = RestartHistory.none();
        for (double second : seconds) {
            history = ((Again) fails(history, policy, second)).history();
        }
        return history;
    }

    @ParameterizedTest
    @CsvSource({
        "NO, false, false",
        "NO, true, false",
        "ON_FAILURE, false, false",
        "ON_FAILURE, true, true",
        "ALWAYS, false, true",
        "ALWAYS, true, true",
        "UNLESS_STOPPED, false, true",
        "UNLESS_STOPPED, true, true"
    })
    void itsPolicySaysAfterWhichEndsItIsStartedAgain(When when, boolean failed, boolean again) {
        RestartDecision decision =
                RestartHistory.none().ended(POLICY.when(when), failed, Outlook.PASSING, at(0));

        assertThat(decision).isInstanceOf(again ? Again.class : Done.class);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, PASSING,",
        "AUTO, SHORTAGE,",
        "AUTO, LASTING, IN_VAIN",
        "RETRY, PASSING,",
        "RETRY, SHORTAGE,",
        "RETRY, LASTING,",
        "FAIL, PASSING, FIRST_START",
        "FAIL, SHORTAGE, FIRST_START",
        "FAIL, LASTING, FIRST_START"
    })
    void whetherAFailedFirstStartIsTheLast(
            FirstStart first, Outlook outlook, Reason.Final expected) {
        RestartPolicy policy = POLICY.firstStart(first);
        RestartDecision decision = RestartHistory.none().ended(policy, true, outlook, at(0));

        if (expected == null) {
            assertThat(decision).isInstanceOf(Again.class);
        } else {
            assertThat(decision).isEqualTo(new NotRetried(expected));
        }
        assertThat(RestartHistory.none().worked().ended(policy, true, outlook, at(0)))
                .isInstanceOf(Again.class);
        assertThat(RestartHistory.none().worked().unproven().ended(policy, true, outlook, at(0)))
                .isEqualTo(decision);
    }

    @Test
    void aFirstRunThatEndsWellIsNoFailedStart() {
        RestartPolicy policy = POLICY.when(When.ALWAYS).firstStart(FirstStart.FAIL);

        assertThat(RestartHistory.none().ended(policy, false, Outlook.LASTING, at(0)))
                .isInstanceOf(Again.class);
    }

    @Test
    void eachFailureInARowIsWaitedForLonger() {
        RestartHistory twice = failed(POLICY, 0, 1);

        assertThat(twice.failures()).isEqualTo(2);
        assertThat(fails(RestartHistory.none(), POLICY, 0))
                .isEqualTo(
                        new Again(new RestartHistory(1, List.of(), false), Duration.ofSeconds(4)));
        assertThat(fails(twice, POLICY, 2))
                .isEqualTo(
                        new Again(new RestartHistory(3, List.of(), false), Duration.ofSeconds(16)));
    }

    @Test
    void chanceMovesTheWait() {
        RestartDecision late =
                RestartHistory.none().ended(POLICY, true, Outlook.PASSING, new Moment(0, 1));

        assertThat(((Again) late).delay()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void oneThatDidNotFailWaitsWithItsGroupAsAfterAFirstFailure() {
        assertThat(RestartHistory.none().backoff(POLICY, at(0))).isEqualTo(Duration.ofSeconds(4));
        assertThat(failed(POLICY, 0, 1).backoff(POLICY, at(2))).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void oneRestartMoreThanItsLimitAllowsIsNotDone() {
        RestartPolicy policy = POLICY.limit(new Limit(2, Duration.ofSeconds(10)));
        RestartHistory twice = failed(policy, 0, 5);

        assertThat(twice.restarts()).containsExactly(0L, 5 * SECOND);
        assertThat(fails(twice, policy, 9.9))
                .isEqualTo(
                        new GaveUp(
                                new RestartHistory(3, twice.restarts(), false),
                                2,
                                policy.limit().orElseThrow()));
    }

    @Test
    void aRestartAsOldAsTheWindowNoLongerCounts() {
        RestartPolicy policy = POLICY.limit(new Limit(2, Duration.ofSeconds(10)));

        RestartHistory next = ((Again) fails(failed(policy, 0, 5), policy, 10)).history();
        assertThat(next.restarts()).containsExactly(5 * SECOND, 10 * SECOND);
    }

    @Test
    void aWindowKnowsNoBeginningOfTime() {
        var limit = new Limit(1, Duration.ofSeconds(10));
        long end = Long.MAX_VALUE - SECOND;

        assertThat(Window.within(List.of(end), limit, end + 2 * SECOND)).containsExactly(end);
        assertThat(Window.within(List.of(end), limit, end + 10 * SECOND)).isEmpty();
    }

    @Test
    void whatOthersHaveUsedUpIsWaitedForAndCountsForNoLimit() {
        RestartPolicy policy = POLICY.limit(new Limit(0, Duration.ofSeconds(10)));

        assertThat(RestartHistory.none().ended(policy, true, Outlook.SHORTAGE, at(0)))
                .isEqualTo(
                        new Again(new RestartHistory(1, List.of(), false), Duration.ofSeconds(4)));
        assertThat(fails(RestartHistory.none(), policy, 0)).isInstanceOf(GaveUp.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aLimitInARowCountsHoweverLongItTakes(int most) {
        RestartPolicy policy = POLICY.limit(Limit.inARow(most));
        RestartHistory history = RestartHistory.none();
        for (int i = 0; i < most; i++) {
            history = ((Again) fails(history, policy, 1e6 * i)).history();
        }

        assertThat(fails(history, policy, 1e6 * most)).isInstanceOf(GaveUp.class);
    }

    @Test
    void whoWasUpForLongIsForgivenAndOnlyWhoFailed() {
        RestartHistory once = failed(POLICY, 0);

        assertThat(RestartHistory.none().forgivenAt(POLICY, 7)).isEqualTo(Moment.NEVER);
        assertThat(once.forgivenAt(POLICY, 7)).isEqualTo(60 * SECOND + 7);
        assertThat(once.afterBeingUp(POLICY, LASTING)).isEqualTo(RestartHistory.none());
        assertThat(once.afterBeingUp(POLICY, LASTING.minusNanos(1))).isEqualTo(once);
    }

    @Test
    void beingUpForLongIsNoReasonToForgetWhatIsInTheWindow() {
        RestartPolicy window = POLICY.limit(new Limit(3, Duration.ofSeconds(100)));
        RestartPolicy row = POLICY.limit(Limit.inARow(3));

        assertThat(failed(window, 1, 2).forgiven(window))
                .isEqualTo(new RestartHistory(0, List.of(SECOND, 2 * SECOND), false));
        assertThat(failed(row, 1, 2).forgiven(row)).isEqualTo(RestartHistory.none());
        assertThat(failed(POLICY, 1, 2).forgiven(POLICY)).isEqualTo(RestartHistory.none());
    }

    @Test
    void whatSomebodyAsksForAndWhatAGroupDoesForgetDifferentThings() {
        RestartPolicy policy = POLICY.limit(new Limit(3, Duration.ofSeconds(100)));
        RestartHistory history = failed(policy, 1, 2).worked();

        assertThat(history.forgotten()).isEqualTo(new RestartHistory(0, List.of(), true));
        assertThat(history.unlimited()).isEqualTo(new RestartHistory(2, List.of(), true));
        assertThat(history.unproven()).isEqualTo(new RestartHistory(2, history.restarts(), false));
    }
}
