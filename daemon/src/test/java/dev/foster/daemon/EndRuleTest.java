package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** When a daemon ends by itself, and with which code. */
class EndRuleTest {
    private static final Exit.Ending NONE = new Exit.Ending.Unknown("never ended");

    private final List<ProcessStatus> states = new ArrayList<>();

    private EndRuleTest with(Word word, boolean wanted, Exit.Ending ending) {
        Optional<Exit> exit =
                ending.equals(NONE)
                        ? Optional.empty()
                        : Optional.of(
                                new Exit(
                                        ending,
                                        Exit.Asked.NOBODY,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        Optional.empty(),
                                        false));
        states.add(
                new ProcessStatus(
                        ProcessSpec.of("p" + states.size(), ChildSpec.of("true")),
                        word,
                        wanted,
                        false,
                        1,
                        OptionalLong.empty(),
                        Instant.EPOCH.plusSeconds(100 - states.size()),
                        Optional.empty(),
                        0,
                        exit,
                        new Reason.Refused("its reason"),
                        Optional.empty()));
        return this;
    }

    private EndRuleTest with(Word word) {
        return with(word, true, NONE);
    }

    private static Exit.Ending code(int code) {
        return new Exit.Ending.Code(code);
    }

    private Optional<Integer> code(EndRule rule) {
        return rule.judge(states).map(EndRule.End::code);
    }

    @ParameterizedTest
    @EnumSource(Word.class)
    void eachStateOfTheOnlyProcess(Word word) {
        with(word, true, code(3));
        boolean failed = word == Word.FAILED || word == Word.GAVE_UP;
        boolean completed = word == Word.COMPLETED;

        assertThat(code(EndRule.NEVER)).isEmpty();
        assertThat(code(EndRule.ON_FAILURE)).isEqualTo(failed ? Optional.of(3) : Optional.empty());
        Optional<Integer> end =
                failed ? Optional.of(3) : completed ? Optional.of(0) : Optional.empty();
        assertThat(code(EndRule.ON_COMPLETION)).isEqualTo(end);
        assertThat(code(EndRule.ALL_DONE)).isEqualTo(end);
    }

    @Test
    void oneThatStillRunsKeepsAllOfItUp() {
        with(Word.COMPLETED).with(Word.RUNNING);
        assertThat(code(EndRule.ALL_DONE)).isEmpty();
        assertThat(code(EndRule.ON_COMPLETION)).contains(0);
        assertThat(code(EndRule.ON_FAILURE)).isEmpty();
    }

    @Test
    void oneThatNobodyWantsDoesNot() {
        with(Word.COMPLETED).with(Word.DISABLED, false, NONE).with(Word.STOPPED, false, code(143));
        assertThat(code(EndRule.ALL_DONE)).contains(0);
    }

    @Test
    void whatWaitsInVainKeepsNothingUpAndHasNotCompleted() {
        with(Word.BLOCKED, true, code(0));
        assertThat(code(EndRule.ALL_DONE)).as("somebody may start what it waits for").isEmpty();
        assertThat(EndRule.mayEnd(states.getFirst())).isTrue();
        with(Word.COMPLETED);
        assertThat(EndRule.ALL_DONE.judge(states))
                .contains(new EndRule.End(1, "p0 blocked: its reason"));
        with(Word.FAILED, true, code(7));
        assertThat(code(EndRule.ALL_DONE)).contains(7);
        assertThat(code(EndRule.ON_COMPLETION)).as("it has not ended").contains(7);
    }

    @Test
    void beforeAnythingHasEndedThereIsNoEnd() {
        with(Word.STOPPED, false, NONE);
        assertThat(code(EndRule.ALL_DONE)).isEmpty();
        states.clear();
        assertThat(code(EndRule.ALL_DONE)).as("an empty project waits").isEmpty();
        assertThat(code(EndRule.ON_COMPLETION)).isEmpty();
    }

    @Test
    void theFirstToFailGivesItsCode() {
        with(Word.FAILED, true, code(7)).with(Word.GAVE_UP, true, code(5)).with(Word.COMPLETED);
        assertThat(EndRule.ALL_DONE.judge(states))
                .contains(new EndRule.End(5, "p1 gave-up: its reason"));
        assertThat(code(EndRule.ON_FAILURE)).contains(5);
        assertThat(code(EndRule.ON_COMPLETION)).as("the first that ended at all").contains(0);
    }

    @Test
    void aSignalOrNoStartAtAllIsACodeToo() {
        with(Word.FAILED, true, new Exit.Ending.Killed(Signal.KILL, false));
        assertThat(code(EndRule.ON_FAILURE)).contains(128 + 9);
        states.clear();
        with(Word.FAILED, true, NONE);
        assertThat(code(EndRule.ON_FAILURE)).contains(1);
        states.clear();
        with(Word.GAVE_UP, true, code(0));
        assertThat(code(EndRule.ON_FAILURE)).as("always restarted, always clean").contains(1);
    }
}
