package dev.foster.supervise.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Excess;
import dev.foster.process.Quantities;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.LimitRule.Then;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** When a run has used too much for too long; it is looked at every half second. */
class LimitJudgeTest {
    private static final long MEGABYTE = 1_000_000;
    private static final long HALF_A_SECOND = 500_000_000;
    private static final ResourceLimits NONE = ResourceLimits.none();

    private final FakeTree tree = new FakeTree();

    private static LimitJudge judge(ResourceLimits limits) {
        return new LimitJudge(limits, LimitRule.defaults());
    }

    /** What the next check says; nothing when it finds no offence. */
    private String check(LimitJudge judge) {
        return judge.judge(tree.pass()).map(Excess::describe).orElse("");
    }

    @Test
    void oneCheckOverTheLimitIsForgivenAndTheSecondIsNot() {
        LimitJudge judge = judge(NONE.memoryBytes(256 * MEGABYTE));
        tree.resident = 301 * MEGABYTE;
        assertThat(check(judge)).isEmpty();
        assertThat(check(judge)).isEqualTo("memory 301 MB over 256 MB for 2 checks");
    }

    @Test
    void theChecksMustBeInARow() {
        LimitJudge judge = judge(NONE.memoryBytes(256 * MEGABYTE));
        for (int i = 0; i < 10; i++) {
            tree.resident = (i % 2 == 0 ? 301 : 200) * MEGABYTE;
            assertThat(check(judge)).isEmpty();
        }
    }

    @Test
    void asMuchAsAllowedIsAllowed() {
        LimitJudge judge =
                judge(NONE.memoryBytes(256 * MEGABYTE).threads(4).processes(3).files(10));
        tree.resident = 256 * MEGABYTE;
        tree.threads = 4;
        tree.processes = 3;
        tree.mostFiles = 9;
        for (int i = 0; i < 10; i++) {
            assertThat(check(judge)).isEmpty();
        }
    }

    @Test
    void oneCheckIsEnoughWhereThatIsTheRule() {
        var judge = new LimitJudge(NONE.threads(4), new LimitRule(1, Then.KILL));
        tree.threads = 5;
        assertThat(check(judge)).isEqualTo("threads 5 over 4");
    }

    @Test
    void processesAreCountedAndTheFilesOfEach() {
        LimitJudge judge = judge(NONE.processes(3).files(10));
        tree.processes = 4;
        check(judge);
        assertThat(check(judge)).isEqualTo("processes 4 over 3 for 2 checks");
        tree.processes = 1;
        tree.mostFiles = 10;
        check(judge);
        assertThat(check(judge))
                .isEqualTo("files 10 open in one process, which may have 10 for 2 checks");
    }

    @Test
    void theProcessorIsJudgedByTheAverageOfFiveSecondsAndNotBefore() {
        LimitJudge judge = judge(NONE.cpuPercent(50));
        // 5 s have passed at the eleventh check; the next is the second in a row.
        for (int i = 0; i < 11; i++) {
            tree.cpu += HALF_A_SECOND;
            assertThat(check(judge)).as("check " + i).isEmpty();
        }
        tree.cpu += HALF_A_SECOND;
        assertThat(check(judge)).isEqualTo("cpu 100% over 50% for 5 s");
    }

    @Test
    void aMomentsWorkIsNoOffence() {
        LimitJudge judge = judge(NONE.cpuPercent(50));
        for (int i = 0; i < 100; i++) {
            // Two seconds at full speed in every five.
            tree.cpu += i % 10 < 4 ? HALF_A_SECOND : 0;
            assertThat(check(judge)).as("check " + i).isEmpty();
        }
    }

    @Test
    void whatTheKernelSlowsDownCannotOffend() {
        LimitJudge judge = judge(NONE.cpuPercent(50).throttle(true));
        for (int i = 0; i < 30; i++) {
            tree.cpu += HALF_A_SECOND;
            assertThat(check(judge)).isEmpty();
        }
    }

    @Test
    void whatIsOnlyReportedIsReportedOnceUntilItIsOverAndHappensAgain() {
        var judge = new LimitJudge(NONE.threads(4), new LimitRule(2, Then.REPORT));
        var told = new ArrayList<Integer>();
        for (int i = 0; i < 12; i++) {
            tree.threads = i == 6 ? 4 : 5;
            if (!check(judge).isEmpty()) {
                told.add(i);
            }
        }
        assertThat(told).isEqualTo(List.of(1, 8));
    }

    @Test
    void whatIsToBeKilledIsToldUntilItIsGone() {
        LimitJudge judge = judge(NONE.threads(4));
        tree.threads = 5;
        check(judge);
        assertThat(check(judge)).isNotEmpty();
        assertThat(check(judge)).isNotEmpty();
    }

    @Test
    void theSamePassIsNotCountedTwice() {
        LimitJudge judge = judge(NONE.threads(4));
        tree.threads = 5;
        tree.pass();
        assertThat(judge.judge(tree)).isEmpty();
        assertThat(judge.judge(tree)).isEmpty();
        assertThat(judge.judge(tree)).isEmpty();
    }

    @Test
    void whatIsGoneIsNotJudged() {
        LimitJudge judge = judge(NONE.threads(4));
        tree.threads = 5;
        check(judge);
        tree.there = false;
        assertThat(check(judge)).isEmpty();
    }

    @Test
    void amountsAreToldSoThatTheDifferenceShows() {
        assertThat(Quantities.bytes(256_400_000)).isEqualTo("256.4 MB");
        assertThat(Quantities.bytes(1_250_000_000)).isEqualTo("1250 MB");
        assertThat(Quantities.bytes(12_500_000_000L)).isEqualTo("12.5 GB");
        assertThat(Quantities.bytes(900_000)).isEqualTo("900 KB");
        assertThat(Quantities.percent(99.96)).isEqualTo("100%");
        assertThat(Quantities.percent(50.25)).isEqualTo("50.3%");
    }
}
