package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.StopReport.Took;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A sweep ends what a child leaves behind, and asks nothing of the child itself. */
class SweepTest extends EngineContract {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Lives until its input ends, and leaves a sleeper behind. */
    private static final String LEAVING =
            "sleep 1000 </dev/null >/dev/null 2>&1 & echo READY; cat >/dev/null; exit 3";

    /** The same, but what is left does not react to SIGTERM. */
    private static final String LEAVING_STUBBORN =
            "(trap '' TERM; echo READY; exec sleep 1000 </dev/null >/dev/null 2>&1) &"
                    + " cat >/dev/null; exit 3";

    private static final StopPlan AT_ONCE =
            StopPlan.defaults().eofWait(Duration.ZERO).grace(Duration.ZERO);

    @Test
    void whatIsLeftIsEndedOnceTheChildHasEndedByItself() throws Exception {
        Child child = ready(withInput(LEAVING));
        List<ProcTable.Entry> left = leftBehind(child);
        CompletableFuture<StopReport> swept = child.sweep();

        child.stdin().close();

        StopReport report = reported(swept);
        assertThat(report.took()).isEqualTo(Took.ALREADY_GONE);
        assertThat(report.exit()).contains(exitOf(child));
        assertThat(exitOf(child).ending()).isEqualTo(new Exit.Ending.Code(3));
        assertThat(exitOf(child).asked()).isEqualTo(Exit.Asked.NOBODY);
        if (can(Ability.FINDS_ESCAPED_DESCENDANTS)) {
            assertThat(report.leftovers()).isOne();
        }
        assertEnded(left);
    }

    @Test
    void nothingIsAskedOfALivingChild() throws Exception {
        // By this plan, whatever is asked kills at once.
        Child child =
                spawn(
                        ChildSpec.of(
                                        "/bin/sh",
                                        "-c",
                                        "echo READY; while read -r l; do echo $l; done")
                                .stdin(Stdin.PIPE)
                                .stopPlan(AT_ONCE));
        Heard heard = Heard.of(child).await(Shell.READY);
        CompletableFuture<StopReport> swept = child.sweep();

        child.stdin().write("and on\n".getBytes(StandardCharsets.UTF_8));
        child.stdin().flush();
        heard.await("and on");

        assertThat(swept).isNotDone();
        assertThat(child.alive()).isTrue();
    }

    @Test
    void aSweepAfterTheExitEndsWhatWasLeftBehind() throws Exception {
        Child child = ready(Shell.leavingGrandchild(2));
        Exit exit = exitOf(child);
        List<ProcTable.Entry> left = marked(1);

        StopReport report = reported(child.sweep());

        assertThat(report.took()).isEqualTo(Took.ALREADY_GONE);
        assertThat(report.exit()).contains(exit);
        assertEnded(left);
    }

    @Test
    void aSweepAtTheMomentOfTheExitIsNeverForgotten() throws Exception {
        for (int i = 0; i < 100; i++) {
            Child child = spawn(List.of("/bin/true"));
            assertThat(reported(child.sweep()).exit()).contains(exitOf(child));
        }
    }

    @Test
    void whereNothingIsLeftTheReportComesAtOnce() throws Exception {
        Child child = spawn(ChildSpec.of("/bin/true").stopPlan(StopPlan.defaults().grace(LONG)));

        StopReport report = reported(child.sweep());

        assertThat(report.took()).isEqualTo(Took.ALREADY_GONE);
        assertThat(report.leftovers()).isZero();
        assertThat(report.duration()).isLessThan(SOON);
    }

    @Test
    void aSweepAndAStopGiveOneReport() throws Exception {
        Child child = ready(withInput(LEAVING));
        CompletableFuture<StopReport> swept = child.sweep();

        StopReport report = reported(child.stop(StopPlan.defaults().eofWait(Duration.ZERO)));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(reported(swept)).isSameAs(report);
        assertThat(reported(child.sweep())).isSameAs(report);
        assertThat(exitOf(child).asked()).isEqualTo(Exit.Asked.STOP);
    }

    @Test
    void whatIgnoresTheSignalIsKilledAfterTheGraceOfTheSpec() throws Exception {
        Duration grace = Duration.ofMillis(300);
        Child child = ready(withInput(LEAVING_STUBBORN).stopPlan(StopPlan.defaults().grace(grace)));
        List<ProcTable.Entry> left = leftBehind(child);
        CompletableFuture<StopReport> swept = child.sweep();

        child.stdin().close();

        StopReport report = reported(swept);
        if (can(Ability.FINDS_ESCAPED_DESCENDANTS)) {
            assertThat(report.duration()).isBetween(grace, SOON);
        }
        assertEnded(left);
    }

    @Test
    void aMoreUrgentStopHurriesTheSweep() throws Exception {
        Child child = ready(withInput(LEAVING_STUBBORN).stopPlan(StopPlan.defaults().grace(LONG)));
        List<ProcTable.Entry> left = leftBehind(child);
        CompletableFuture<StopReport> swept = child.sweep();
        child.stdin().close();
        exitOf(child);

        StopReport report = reported(child.stop(StopPlan.kill()));

        assertThat(reported(swept)).isSameAs(report);
        assertThat(report.duration()).isLessThan(SOON);
        assertEnded(left);
    }

    @Test
    void theEngineIsClosedWhileALivingChildIsToBeSwept() throws Exception {
        Child child = ready(Shell.hanging());
        CompletableFuture<StopReport> swept = child.sweep();

        engine.close();

        assertThat(reported(swept).exit()).contains(exitOf(child));
        assertThat(exitOf(child).asked()).isNotEqualTo(Exit.Asked.NOBODY);
    }

    private static ChildSpec withInput(String script) {
        return ChildSpec.of(Shell.script(script)).stdin(Stdin.PIPE);
    }

    /** The sleeper that is to outlive the child, once it is a sleeper. */
    private List<ProcTable.Entry> leftBehind(Child child) {
        List<ProcTable.Entry> both =
                Eventually.get(
                        SOON,
                        "a sleeper and a reader",
                        () -> ProcTable.descendants(child.pid()),
                        found -> found.size() == 2 && !sleepers(found).isEmpty());
        return sleepers(both);
    }

    private static List<ProcTable.Entry> sleepers(List<ProcTable.Entry> all) {
        return all.stream().filter(entry -> entry.name().equals("sleep")).toList();
    }

    private static StopReport reported(CompletableFuture<StopReport> report) throws Exception {
        return report.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }
}
