package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.StopReport.Took;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A stop ends what the child started, too. */
class StopDescendantsTest extends EngineContract {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(3);

    @Test
    void aGrandchildDiesWithTheChild() throws Exception {
        Child child = ready(Shell.withGrandchild());
        List<ProcTable.Entry> family = family(child, 1);

        StopReport report = stop(child, StopPlan.defaults());

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(family).noneMatch(ProcTable::running);
    }

    @Test
    void aGrandchildInASessionOfItsOwnDiesToo() throws Exception {
        Child child = ready(Shell.withEscapedGrandchild());
        List<ProcTable.Entry> family = family(child, 1);
        assertThat(family.getFirst().session()).isEqualTo(family.getFirst().pid());

        StopReport report = stop(child, StopPlan.defaults());

        assertThat(family).noneMatch(ProcTable::running);
        if (can(Ability.GROUP_SIGNALS)) {
            // Not being in the group, it was not asked before the child had gone.
            assertThat(report.leftovers()).isOne();
        }
    }

    @Test
    void aGrandchildThatForgotItsEnvironmentDiesToo() throws Exception {
        Child child = ready(Shell.withForgetfulGrandchild());
        List<ProcTable.Entry> family = family(child, 1);

        stop(child, StopPlan.defaults());

        assertThat(family).noneMatch(ProcTable::running);
    }

    @Test
    void anEscapedGrandchildIsFoundAfterTheChildHasGone() throws Exception {
        // The shell in the middle ends at once, so nothing but the engine knows whose the sleeper
        // is.
        Child child =
                ready(
                        Shell.script(
                                "sh -c \"setsid sh -c 'echo READY; exec sleep 1000' >&2 &\" 2>&1;"
                                        + " exec sleep 1000"));
        List<ProcTable.Entry> escaped = sleepersOutside(child);

        stop(child, StopPlan.defaults());

        assertEnded(escaped);
    }

    @Test
    void afterAStopNothingOfItWaitsToBeCollected() throws Exception {
        // Each in a session of its own, and children of nobody else once the shells have ended.
        String escaped = "(setsid sh -c 'echo READY; exec sleep 1000' &); ";
        Child child = spawn(Shell.script(escaped.repeat(40) + "exec sleep 1000"));
        Heard.of(child).awaitLines(40);

        stop(child, StopPlan.defaults());

        assertThat(ProcTable.children(ProcessHandle.current().pid()))
                .noneMatch(ProcTable.Entry::zombie);
    }

    @Test
    void whatIgnoresTheSignalIsKilledAfterTheGraceAndCounted() throws Exception {
        String stubborn = "(trap '' TERM; echo READY; exec sleep 1000) & ";
        Child child = spawn(Shell.script(stubborn.repeat(3) + "wait"));
        Heard.of(child).awaitLines(3);
        List<ProcTable.Entry> family = family(child, 3);

        StopReport report = stop(child, StopPlan.defaults().grace(SHORT));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(report.leftovers()).isEqualTo(3);
        assertThat(report.leftoversKilled()).isEqualTo(3);
        assertThat(report.graceful()).isFalse();
        assertThat(report.duration()).isBetween(SHORT, SOON);
        assertThat(family).noneMatch(ProcTable::running);
    }

    @Test
    void aDescendantThatIsFoundLateIsAskedBeforeItIsKilled() throws Exception {
        // It could not be asked while its parent, who pays no attention, was given the grace.
        Child child =
                spawn(
                        Shell.script(
                                "setsid sh -c 'trap \"echo tidied; exit 0\" TERM; echo READY;"
                                        + " while :; do sleep 0.05; done' &"
                                        + " trap '' TERM; while :; do sleep 0.05; done"));
        Heard heard = Heard.of(child).await(Shell.READY);

        StopReport report = stop(child, StopPlan.defaults().grace(SHORT));

        assertThat(report.took()).isEqualTo(Took.KILL);
        assertThat(report.leftoversKilled()).isZero();
        assertThat(heard.awaitEnd().texts()).contains("tidied");
    }

    @Test
    void aStopThatIsHurriedAsksNobodyAnyMore() throws Exception {
        String stubborn = "(trap '' TERM; echo READY; exec sleep 1000) & ";
        Child child = spawn(Shell.script(stubborn + "wait"));
        Heard.of(child).await(Shell.READY);
        var report = child.stop(StopPlan.defaults().grace(LONG).killLimit(KILL_LIMIT));
        exitOf(child);

        var _ = child.stop(StopPlan.kill());

        assertThat(report.get(SOON.toSeconds(), TimeUnit.SECONDS).leftoversKilled()).isOne();
    }

    @Test
    void aDescendantThatForgotAllItWasBornWithDiesWithItsChild() throws Exception {
        Child child = parentOfForgetful("exec sleep 1000");
        ProcTable.Entry escaped = forgetful(child);

        stop(child, StopPlan.defaults());

        assertEndedByDescent(escaped);
    }

    @Test
    void aDescendantThatForgotAllItWasBornWithDiesWithTheEngine() throws Exception {
        Child child = parentOfForgetful("read -r leave; exit 0");
        ProcTable.Entry escaped = forgetful(child);
        // Not before the other one is out of its group.
        tell(child);
        exitOf(child);

        engine.close();

        assertEndedByDescent(escaped);
    }

    /** Nothing but descent is left: no environment, no group, no session, no parent. */
    private static final String FORGETFUL =
            "read -r go; sh -c \"env -i PATH=$PATH setsid sh -c 'echo pid \\$\\$; exec sleep 1000"
                    + " </dev/null >/dev/null 2>&1' &\"; echo READY; ";

    /** It starts the other once it is told to: a child is marked a moment after it was started. */
    private Child parentOfForgetful(String then) throws Exception {
        Child child = spawn(ChildSpec.of(Shell.script(FORGETFUL + then)).stdin(Stdin.PIPE));
        tell(child);
        Heard.of(child).await(Shell.READY);
        return child;
    }

    private static void tell(Child child) throws IOException {
        child.stdin().write('\n');
        child.stdin().flush();
    }

    private ProcTable.Entry forgetful(Child child) throws Exception {
        String prefix = "pid ";
        long pid =
                Eventually.get(
                                SOON,
                                "its number",
                                () ->
                                        child.output().tail(10).stream()
                                                .map(Line::text)
                                                .filter(line -> line.startsWith(prefix))
                                                .map(line -> line.substring(prefix.length()))
                                                .map(Long::parseLong)
                                                .toList(),
                                found -> !found.isEmpty())
                        .getFirst();
        return Eventually.get(
                        SOON,
                        "it has lost its parent",
                        () -> ProcTable.find(pid).stream().toList(),
                        found ->
                                found.stream()
                                        .anyMatch(
                                                each ->
                                                        ProcTable.children(child.pid()).stream()
                                                                .noneMatch(it -> it.pid() == pid)))
                .getFirst();
    }

    private void assertEndedByDescent(ProcTable.Entry escaped) {
        if (kind == EngineOptions.Kind.LINUX) {
            assertThat(ProcTable.running(escaped)).isFalse();
        } else {
            kill(escaped);
        }
    }

    @Test
    void aMemberOfTheGroupThatNeedsAMomentIsGivenTheGrace() throws Exception {
        String slow =
                "(trap 'sleep 0.3; echo tidied; exit 0' TERM;"
                        + " sh -c 'echo READY; exec sleep 1000' & wait) & ";
        Child child = spawn(Shell.script("trap 'exit 0' TERM; " + slow + "wait"));
        Heard heard = Heard.of(child).await(Shell.READY);

        StopReport report = stop(child, StopPlan.defaults().grace(LONG));

        assertThat(report.took()).isEqualTo(Took.TERMINATE);
        assertThat(report.duration()).isLessThan(SOON);
        assertThat(heard.awaitEnd().texts()).contains("tidied");
    }

    @Test
    void aStopAfterTheExitEndsWhatWasLeftBehind() throws Exception {
        Child child = ready(Shell.leavingGrandchild(2));
        Exit exit = exitOf(child);
        List<ProcTable.Entry> left = marked(1);

        StopReport report = stop(child, StopPlan.defaults());

        assertThat(report.took()).isEqualTo(Took.ALREADY_GONE);
        assertThat(report.exit()).contains(exit);
        if (can(Ability.FINDS_ESCAPED_DESCENDANTS)) {
            assertThat(report.leftovers()).isOne();
        }
        assertEnded(left);
    }

    @Test
    void theEnginesCloseEndsWhatWasLeftBehind() throws Exception {
        Child child = ready(Shell.leavingGrandchild(0));
        exitOf(child);
        List<ProcTable.Entry> left = marked(1);

        engine.close();

        assertEnded(left);
    }

    @Test
    void aSignalReachesTheWholeGroup() throws Exception {
        Child child = ready(Shell.withGrandchild());
        List<ProcTable.Entry> family = family(child, 1);

        assertThat(child.signal(Signal.TERM)).isTrue();
        exitOf(child);

        if (can(Ability.GROUP_SIGNALS)) {
            Eventually.until(
                    SOON,
                    "the grandchild is gone",
                    () -> family.stream().noneMatch(ProcTable::running));
        } else {
            assertThat(engine.facts().limits()).isNotEmpty();
            stop(child, StopPlan.defaults());
            assertEnded(family);
        }
    }

    @Test
    void otherChildrenAreNotTouched() throws Exception {
        Child bystander = ready(Shell.withEscapedGrandchild());
        List<ProcTable.Entry> family = family(bystander, 1);

        stop(ready(Shell.withEscapedGrandchild()), StopPlan.defaults());

        assertThat(bystander.alive()).isTrue();
        assertThat(family).allMatch(ProcTable::running);
    }

    /** What descends from the child, once all of it is there. */
    private static List<ProcTable.Entry> family(Child child, int size) {
        return Eventually.get(
                SOON,
                size + " descendants",
                () -> ProcTable.descendants(child.pid()),
                found -> found.size() == size);
    }

    /**
     * The processes of this test that do not descend from the child any more, once one is there.
     */
    private List<ProcTable.Entry> sleepersOutside(Child child) {
        return Eventually.get(
                SOON, "a descendant has escaped", () -> outside(child), found -> !found.isEmpty());
    }

    private List<ProcTable.Entry> outside(Child child) {
        List<ProcTable.Entry> family = ProcTable.descendants(child.pid());
        return marked().stream()
                .filter(
                        entry ->
                                entry.pid() != child.pid()
                                        && family.stream()
                                                .noneMatch(member -> member.pid() == entry.pid()))
                .toList();
    }

    private static StopReport stop(Child child, StopPlan plan) throws Exception {
        return child.stop(plan.killLimit(KILL_LIMIT)).get(2 * SOON.toSeconds(), TimeUnit.SECONDS);
    }
}
