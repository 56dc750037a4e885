package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.gateway.LaneChild.Phase;
import dev.foster.stdio.gateway.LaneEvent.Beginning;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the child of a lane does next, in each phase and for each event. */
class LaneRulesTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Map<String, String> OLD = Map.of("TOKEN", "old");
    private static final Map<String, String> NEW = Map.of("TOKEN", "new");
    private static final Greeted ONE = greeted(1);
    private static final Greeted TWO = greeted(2);

    private static final RestartPolicy POLICY =
            RestartPolicy.defaults()
                    .backoff(
                            new Backoff.Steps(
                                    List.of(Duration.ofSeconds(5), Duration.ofSeconds(9))))
                    .limit(new Limit(2, Duration.ofSeconds(100)))
                    .resetAfter(Duration.ofSeconds(60));

    private final RpcProblem mute = new RpcProblem(Mcp.TIMED_OUT, "mute");
    private final RpcProblem gone = new RpcProblem(Mcp.CHILD_GONE, "gone");
    private final LaneRules rules = new LaneRules(POLICY);
    private LaneChild child = LaneChild.unasked(OLD);

    private static Greeted greeted(long pid) {
        return new Greeted(new FakeCorrespondent(pid), Era.LEGACY, RawJson.emptyObject());
    }

    /** Takes a step at this second, and says what is to be done. */
    private String on(double second, LaneEvent event) {
        LaneStep step = rules.on(child, event, new Moment((long) (second * SECOND), 0.5));
        child = step.next();
        return step.effects().stream().map(LaneRulesTest::words).collect(Collectors.joining(", "));
    }

    private static String words(LaneEffect effect) {
        return switch (effect) {
            case LaneEffect.Begin(Beginning(var environment, boolean beside)) ->
                    "begin " + environment.get("TOKEN") + (beside ? " beside" : "");
            case LaneEffect.Await(Duration wait) -> "await " + wait.toSeconds();
            case LaneEffect.Serve(Greeted it) -> "serve " + it.peer().pid();
            case LaneEffect.Refuse(RpcProblem why) -> "refuse: " + why.text();
            case LaneEffect.GiveUp(RpcProblem why) -> "give up: " + why.text();
            case LaneEffect.End(Greeted it) -> "end " + it.peer().pid();
            case LaneEffect.Retire(Greeted it) -> "retire " + it.peer().pid();
            case LaneEffect.TellEnded(String how) -> "ended: " + how;
            case LaneEffect.TellRenewed(Greeted it) -> "renewed " + it.peer().pid();
        };
    }

    private static LaneEvent arrived(Greeted it, Map<String, String> environment, boolean beside) {
        return new LaneEvent.Arrived(it, new Beginning(environment, beside));
    }

    private static LaneEvent notStarted(
            RpcProblem why, Map<String, String> environment, boolean beside) {
        return new LaneEvent.NotStarted(why, new Beginning(environment, beside));
    }

    private LaneRulesTest up() {
        on(0, new LaneEvent.Needed());
        on(0, arrived(ONE, OLD, false));
        return this;
    }

    private String phase() {
        return child.phase().getClass().getSimpleName();
    }

    /** Brings it there from the beginning. */
    private void in(String phase) {
        switch (phase) {
            case "Unasked" -> {}
            case "Starting" -> on(0, new LaneEvent.Needed());
            case "Up" -> up();
            case "Waiting" -> up().on(0, new LaneEvent.Ended(ONE, "exit 1"));
            case "Over" -> on(0, new LaneEvent.Closed());
            default -> throw new IllegalArgumentException(phase);
        }
        assertThat(phase()).isEqualTo(phase);
    }

    private LaneEvent event(String name) {
        return switch (name) {
            case "needed" -> new LaneEvent.Needed();
            case "arrived" -> arrived(TWO, OLD, false);
            case "arrived stale" -> arrived(TWO, NEW, false);
            case "arrived beside" -> arrived(TWO, OLD, true);
            case "arrived beside stale" -> arrived(TWO, NEW, true);
            case "failed" -> notStarted(gone, OLD, false);
            case "failed beside" -> notStarted(gone, OLD, true);
            case "failed beside stale" -> notStarted(gone, NEW, true);
            case "ended" -> new LaneEvent.Ended(ONE, "exit 1");
            case "ended another" -> new LaneEvent.Ended(TWO, "exit 1");
            case "due" -> new LaneEvent.RetryDue();
            case "renewed" -> new LaneEvent.Renewed(NEW);
            case "renewed same" -> new LaneEvent.Renewed(OLD);
            case "closed" -> new LaneEvent.Closed();
            default -> throw new IllegalArgumentException(name);
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Unasked  | needed               | Starting | begin old
                    Unasked  | failed               | Unasked  | ''
                    Unasked  | failed beside        | Unasked  | ''
                    Unasked  | ended                | Unasked  | ''
                    Unasked  | due                  | Unasked  | ''
                    Unasked  | renewed              | Unasked  | ''
                    Unasked  | closed               | Over     | refuse: cannot answer: the session has ended; open one
                    Starting | needed               | Starting | ''
                    Starting | arrived              | Up       | serve 2
                    Starting | arrived stale        | Starting | end 2, begin old
                    Starting | arrived beside       | Up       | serve 2
                    Starting | arrived beside stale | Starting | end 2
                    Starting | failed               | Over     | give up: gone
                    Starting | failed beside        | Starting | ''
                    Starting | ended                | Starting | ''
                    Starting | due                  | Starting | ''
                    Starting | renewed              | Starting | ''
                    Starting | closed               | Over     | refuse: cannot answer: the session has ended; open one
                    Up       | needed               | Up       | ''
                    Up       | arrived              | Up       | end 2
                    Up       | arrived stale        | Up       | end 2
                    Up       | arrived beside       | Up       | end 2
                    Up       | arrived beside stale | Up       | end 2
                    Up       | failed               | Up       | ''
                    Up       | failed beside        | Up       | end 1
                    Up       | failed beside stale  | Up       | ''
                    Up       | ended                | Waiting  | end 1, ended: exit 1, await 5
                    Up       | ended another        | Up       | ''
                    Up       | due                  | Up       | ''
                    Up       | renewed              | Up       | begin new beside
                    Up       | renewed same         | Up       | ''
                    Up       | closed               | Over     | refuse: cannot answer: the session has ended; open one
                    Waiting  | needed               | Waiting  | ''
                    Waiting  | arrived              | Up       | renewed 2, serve 2
                    Waiting  | arrived stale        | Waiting  | end 2
                    Waiting  | arrived beside       | Up       | renewed 2, serve 2
                    Waiting  | failed               | Waiting  | ''
                    Waiting  | failed beside        | Waiting  | ''
                    Waiting  | ended                | Waiting  | ''
                    Waiting  | due                  | Waiting  | await 5
                    Waiting  | renewed              | Waiting  | ''
                    Waiting  | closed               | Over     | refuse: cannot answer: the session has ended; open one
                    Over     | needed               | Over     | ''
                    Over     | arrived              | Over     | end 2
                    Over     | arrived beside       | Over     | end 2
                    Over     | failed               | Over     | ''
                    Over     | failed beside        | Over     | ''
                    Over     | ended                | Over     | ''
                    Over     | due                  | Over     | ''
                    Over     | renewed              | Over     | ''
                    Over     | closed               | Over     | ''
                    """)
    void eachEventInEachPhase(String phase, String event, String next, String effects) {
        in(phase);

        assertThat(on(0, event(event))).isEqualTo(effects);
        assertThat(phase()).isEqualTo(next);
    }

    @Test
    void itIsStartedAgainAfterItsWaitAndWaitsLongerEachTime() {
        up();
        assertThat(on(1, new LaneEvent.Ended(ONE, "exit 1"))).endsWith("await 5");
        assertThat(on(6, new LaneEvent.RetryDue())).isEqualTo("begin old");
        assertThat(on(7, arrived(TWO, OLD, false))).isEqualTo("renewed 2, serve 2");
        assertThat(on(8, new LaneEvent.Ended(TWO, "exit 1"))).endsWith("await 9");
        assertThat(child.restarts()).isEqualTo(2);
    }

    @Test
    void afterBeingUpForLongTheWaitIsTheFirstAgain() {
        up();
        on(1, new LaneEvent.Ended(ONE, "exit 1"));
        on(6, new LaneEvent.RetryDue());
        on(7, arrived(TWO, OLD, false));
        assertThat(on(67, new LaneEvent.Ended(TWO, "exit 1"))).endsWith("await 5");
    }

    @Test
    void itIsGivenUpWhenItEndsMoreOftenThanItMay() {
        up();
        on(1, new LaneEvent.Ended(ONE, "exit 1"));
        on(6, new LaneEvent.RetryDue());
        assertThat(on(7, notStarted(gone, OLD, false))).isEqualTo("await 9");
        on(16, new LaneEvent.RetryDue());
        assertThat(on(17, notStarted(gone, OLD, false)))
                .isEqualTo(
                        "give up: cannot go on: the server failed too often and was given up; the"
                                + " last time: gone");
        assertThat(phase()).isEqualTo("Over");
    }

    @Test
    void whoHasWaitedForOneThatSaysNothingIsToldAndItIsTriedAgain() {
        up();
        on(1, new LaneEvent.Ended(ONE, "exit 1"));
        on(6, new LaneEvent.RetryDue());
        assertThat(on(7, notStarted(mute, OLD, false))).isEqualTo("await 9, refuse: mute");
        assertThat(phase()).isEqualTo("Waiting");
    }

    @Test
    void aReplacementTakesOverAndTheOtherHasTimeToFinish() {
        up();
        on(1, new LaneEvent.Renewed(NEW));
        assertThat(on(2, arrived(TWO, NEW, true))).isEqualTo("renewed 2, serve 2, retire 1");
        assertThat(on(3, new LaneEvent.Ended(ONE, "exit 0"))).isEmpty();
        assertThat(child.restarts()).isZero();
        assertThat(child.phase()).isEqualTo(new Phase.Up(TWO, NEW, 2 * SECOND));
    }

    @Test
    void aReplacementThatIsOvertakenDoesNotStay() {
        up();
        on(1, new LaneEvent.Renewed(NEW));
        on(2, new LaneEvent.Renewed(Map.of("TOKEN", "newest")));
        assertThat(on(3, arrived(TWO, NEW, true))).isEqualTo("end 2");
    }

    @Test
    void oneStaysOfAStartAndAReplacementThatWereUnderWayAtOnce() {
        up();
        on(1, new LaneEvent.Renewed(NEW));
        on(2, new LaneEvent.Ended(ONE, "exit 1"));
        assertThat(on(7, new LaneEvent.RetryDue())).isEqualTo("begin new");
        assertThat(on(8, arrived(TWO, NEW, true))).isEqualTo("renewed 2, serve 2");
        Greeted three = greeted(3);
        assertThat(on(9, arrived(three, NEW, false))).isEqualTo("end 3");
    }

    @Test
    void aWaitFromBeforeDoesNotCutALaterOneShort() {
        up();
        on(1, new LaneEvent.Renewed(NEW));
        on(2, new LaneEvent.Ended(ONE, "exit 1"));
        on(3, arrived(TWO, NEW, true));
        assertThat(on(4, new LaneEvent.Ended(TWO, "exit 1"))).endsWith("await 9");
        assertThat(on(7, new LaneEvent.RetryDue())).isEqualTo("await 6");
        assertThat(on(13, new LaneEvent.RetryDue())).isEqualTo("begin new");
        assertThat(on(13, new LaneEvent.RetryDue())).isEmpty();
    }
}
