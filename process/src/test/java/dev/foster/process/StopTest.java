package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.StopReport.Took;
import dev.foster.testkit.ScriptedChild;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The steps of a stop: end of input, the polite signal, SIGKILL. */
class StopTest extends EngineContract {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(200);

    @Test
    void endOfInputIsEnoughForAChildThatReads() throws Exception {
        Child child = ready(ChildSpec.of(Shell.untilEndOfInput(4)).stdin(Stdin.PIPE));

        StopReport report = stop(child, StopPlan.defaults().eofWait(LONG));

        assertThat(report.took()).isEqualTo(Took.EOF);
        assertThat(report.graceful()).isTrue();
        assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(4);
        assertThat(report.leftovers()).isZero();
    }

    @Test
    void aChildThatHandlesTerminateEndsByItsOwnWords() throws Exception {
        Child child = spawn(Shell.onTerm("bye", 3));
        Heard heard = Heard.of(child).await(Shell.READY);

        StopReport report = stop(child, StopPlan.defaults().grace(LONG));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(report.exit().orElseThrow().ending()).isEqualTo(new Exit.Ending.Code(3));
        assertThat(heard.awaitEnd().texts(ChildStream.STDOUT)).containsExactly(Shell.READY, "bye");
    }

    @Test
    void aChildOfAnotherLanguageHandlesTerminateToo() throws Exception {
        Child child = spawn(ScriptedChild.that().onTerm("bye", 3).says(Shell.READY).hangs());
        Heard heard = Heard.of(child).await(Shell.READY);

        assertThat(stop(child, StopPlan.defaults().grace(LONG)).took()).isEqualTo(Took.TERMINATE);
        assertThat(heard.awaitEnd().texts()).contains("bye");
        assertThat(exitOf(child).shellCode()).isEqualTo(3);
    }

    @Test
    void aChildThatIgnoresEndOfInputGetsTheSignal() throws Exception {
        Child child = ready(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE));

        StopReport report = stop(child, StopPlan.defaults().eofWait(SHORT).grace(LONG));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(report.duration()).isBetween(SHORT, SOON);
        assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(143);
    }

    @Test
    void aChildThatIgnoresTerminateIsKilled() throws Exception {
        for (List<String> command :
                List.of(
                        Shell.ignoringTerm(),
                        ScriptedChild.that().ignoresTerm().says(Shell.READY).hangs())) {
            Child child = ready(command);

            StopReport report = stop(child, StopPlan.defaults().grace(SHORT));

            assertThat(report.took()).isEqualTo(Took.KILL);
            assertThat(report.graceful()).isFalse();
            assertThat(report.duration()).isBetween(SHORT, SOON);
            assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(137);
        }
    }

    @Test
    void theSignalOfThePlanIsTheOneThatIsSent() throws Exception {
        Child child =
                ready(
                        Shell.script(
                                "trap 'exit 9' USR1; trap '' TERM; echo READY; "
                                        + "while :; do sleep 0.05; done"));

        StopReport report = stop(child, StopPlan.defaults().signal(Signal.USR1).grace(LONG));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(9);
    }

    @Test
    void killAtOnceDoesNotAsk() throws Exception {
        Child child = spawn(Shell.onTerm("bye", 3));
        Heard heard = Heard.of(child).await(Shell.READY);

        StopReport report = stop(child, StopPlan.kill());

        assertThat(report.took()).isEqualTo(Took.KILL);
        assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(137);
        assertThat(heard.awaitEnd().texts()).doesNotContain("bye");
    }

    @Test
    void aStoppedChildIsContinuedSoThatItCanAnswer() throws Exception {
        Child child = ready(Shell.onTerm("bye", 3));
        assertThat(child.signal(Signal.STOP)).isTrue();

        StopReport report = stop(child, StopPlan.defaults().grace(LONG));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(3);
        assertThat(report.exit().orElseThrow().asked()).isEqualTo(Exit.Asked.STOP);
    }

    @Test
    void stoppingTwiceGivesTheSameReport() throws Exception {
        Child child = ready(Shell.hanging());

        StopReport first = stop(child, StopPlan.defaults());
        StopReport second = stop(child, StopPlan.kill());

        assertThat(second).isEqualTo(first);
    }

    @Test
    void stoppingAChildThatIsGoneSaysSo() throws Exception {
        Child child = shell("exit 6");
        Exit exit = exitOf(child);

        StopReport report = stop(child, StopPlan.defaults());

        assertThat(report.took()).isEqualTo(Took.ALREADY_GONE);
        assertThat(report.exit()).contains(exit);
        assertThat(exit.asked()).isEqualTo(Exit.Asked.NOBODY);
        assertThat(report.leftovers()).isZero();
    }

    @Test
    void allWhoAskAtTheSameTimeGetTheSameReport() throws Exception {
        Child child = ready(Shell.ignoringTerm());
        StopPlan plan = StopPlan.defaults().grace(SHORT).killLimit(KILL_LIMIT);

        List<CompletableFuture<StopReport>> all =
                IntStream.range(0, 16).parallel().mapToObj(i -> child.stop(plan)).toList();
        StopReport report = stop(child, plan);

        for (CompletableFuture<StopReport> each : all) {
            assertThat(each.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(report);
        }
        assertThat(report.took()).isEqualTo(Took.KILL);
    }

    @Test
    void askingAgainDoesNotShortenTheWaitAfterTheEndOfInput() throws Exception {
        Child child =
                ready(
                        ChildSpec.of(Shell.script("echo READY; cat >/dev/null; sleep 0.3; exit 5"))
                                .stdin(Stdin.PIPE));
        StopPlan plan = StopPlan.defaults().eofWait(LONG);

        CompletableFuture<StopReport> first = child.stop(plan);
        StopReport report = stop(child, plan);

        assertThat(report.took()).isEqualTo(Took.EOF);
        assertThat(report.exit().orElseThrow().shellCode()).isEqualTo(5);
        assertThat(first.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(report);
    }

    @Test
    void aStopThatIsMoreUrgentTakesOver() throws Exception {
        Child child = ready(Shell.ignoringTerm());
        CompletableFuture<StopReport> patient = child.stop(StopPlan.defaults().grace(LONG));

        StopReport report = stop(child, StopPlan.kill());

        assertThat(report.took()).isEqualTo(Took.KILL);
        assertThat(report.duration()).isLessThan(SOON);
        assertThat(patient.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(report);
    }

    @Test
    void aStopThatIsLessUrgentChangesNothing() throws Exception {
        Child child = ready(Shell.ignoringTerm());
        CompletableFuture<StopReport> urgent =
                child.stop(StopPlan.defaults().grace(SHORT).killLimit(KILL_LIMIT));

        StopReport report = stop(child, StopPlan.defaults().grace(LONG));

        assertThat(report.took()).isEqualTo(Took.KILL);
        assertThat(report.duration()).isLessThan(SOON);
        assertThat(urgent.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(report);
    }

    @Test
    void closingAChildStopsItByItsOwnPlan() throws Exception {
        Child child =
                ready(
                        ChildSpec.of(Shell.ignoringTerm())
                                .stopPlan(StopPlan.defaults().grace(SHORT).killLimit(KILL_LIMIT)));

        child.close();

        assertThat(child.alive()).isFalse();
        assertThat(stop(child, StopPlan.defaults()).took()).isEqualTo(Took.KILL);
    }

    private static StopReport stop(Child child, StopPlan plan) throws Exception {
        return child.stop(plan.killLimit(KILL_LIMIT)).get(2 * SOON.toSeconds(), TimeUnit.SECONDS);
    }
}
