package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.UsageMeter.Tree;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Which processes a meter counts for which child. */
class UsageMeterTest extends EngineContract {
    private static final String TELLS_ITS_NUMBER = "echo $$; exec sleep 1000";

    private UsageMeter meter;

    @BeforeEach
    void makeAMeter() {
        meter = engine.meter();
    }

    @AfterEach
    void closeTheMeter() {
        meter.close();
    }

    @Test
    void nothingIsKnownBeforeTheFirstPass() throws Exception {
        Tree tree = meter.watch(ready(Shell.hanging()));

        assertThat(tree.measuredAt()).isZero();
        assertThat(tree.there()).isFalse();

        meter.measure();
        assertThat(tree.measuredAt()).isNotZero();
        assertThat(tree.there()).isTrue();
        assertThat(tree.processes()).isOne();
    }

    @Test
    void twoTreesAreNeverMixed() throws Exception {
        Child one = readyTwice("sleep 1000 & sh -c 'sleep 1000 & echo READY; wait' &", "wait");
        Child other = readyTwice("sh -c 'echo READY; exec sleep 1000' &", "wait");
        Tree ofOne = meter.watch(one);
        Tree ofOther = meter.watch(other);

        for (int pass = 0; pass < 10; pass++) {
            meter.measure();
            assertThat(ofOne.processes()).isEqualTo(4);
            assertThat(ofOther.processes()).isEqualTo(2);
        }
        assertThat(ofOne.child()).isSameAs(one);
        assertThat(ofOther.child()).isSameAs(other);
        if (kind == Kind.LINUX) {
            assertThat(ofOne.threads()).isEqualTo(4);
            assertThat(ofOther.threads()).isEqualTo(2);
        }

        one.stop(StopPlan.kill()).join();
        meter.measure();
        assertThat(ofOne.there()).isFalse();
        assertThat(ofOther.processes()).isEqualTo(2);
    }

    /** A shell that is ready when it has said so and the last of those it started has as well. */
    private Child readyTwice(String before, String after) throws InterruptedException {
        Child child = shell(before + " echo READY; " + after);
        Heard.of(child).awaitLines(2);
        return child;
    }

    @Test
    void aDescendantInASessionOfItsOwnCounts() throws Exception {
        Child child = ready(Shell.withEscapedGrandchild());
        Tree tree = meter.watch(child);

        meter.measure();

        assertThat(tree.processes()).isEqualTo(2);
    }

    @Test
    void aDescendantThatWasSeenIsRememberedWhateverItChanged() throws Exception {
        Child child = shell("env -i PATH=\"$PATH\" setsid sh -c '" + TELLS_ITS_NUMBER + "' & wait");
        ProcessHandle descendant = toldNumber(child);
        Tree tree = meter.watch(child);
        try {
            meter.measure();
            assertThat(tree.processes()).isEqualTo(2);

            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
            Eventually.until(SOON, "it has ended", () -> !child.alive());
            for (int pass = 0; pass < 10; pass++) {
                meter.measure();
                assertThat(tree.processes()).isOne();
            }
        } finally {
            // It changed so much that the engine would not find it.
            descendant.destroyForcibly();
            Eventually.until(SOON, "it is gone", () -> !ProcTable.running(descendant.pid()));
        }
    }

    private static ProcessHandle toldNumber(Child child) throws InterruptedException {
        String number = Heard.of(child).awaitLines(1).texts().getFirst();
        return ProcessHandle.of(Long.parseLong(number)).orElseThrow();
    }

    @Test
    void anOrphanThatWasNeverSeenIsFoundByItsMark() throws Exception {
        Child child =
                ready(
                        ChildSpec.of(
                                        Shell.script(
                                                "setsid sh -c 'echo READY; exec sleep 1000' &"
                                                        + " read line; exit"))
                                .stdin(Stdin.PIPE));
        child.stdin().close();
        Eventually.until(SOON, "it has ended", () -> !child.alive());
        Tree tree = meter.watch(child);

        // It may still be on its way to become another program, and carries no mark then.
        awaitProcesses(tree, kind == Kind.LINUX ? 1 : 0);
        assertThat(tree.there()).isEqualTo(kind == Kind.LINUX);
    }

    @Test
    void anOrphanThatWasNeverSeenIsFoundByItsSession() throws Exception {
        Child child = shell("(env -i sh -c '" + TELLS_ITS_NUMBER + "' &); exec sleep 1000");
        ProcessHandle orphan = toldNumber(child);
        ProcessHandle itself = ProcessHandle.of(child.pid()).orElseThrow();
        Eventually.until(
                SOON, "nobody is below it", () -> itself.descendants().findAny().isEmpty());
        Tree tree = meter.watch(child);
        try {
            meter.measure();
            assertThat(tree.processes()).isEqualTo(kind == Kind.LINUX ? 2 : 1);
        } finally {
            orphan.destroyForcibly();
            Eventually.until(SOON, "it is gone", () -> !ProcTable.running(orphan.pid()));
        }
    }

    @Test
    void whatIsWatchedLaterBringsAllItsDescendants() throws Exception {
        Tree first = meter.watch(ready(Shell.hanging()));
        Child later = readyTwice("sh -c 'sleep 1000 & echo READY; wait' &", "wait");
        Child orphans = ready(Shell.script("(setsid sleep 1000 &); echo READY; exec sleep 1000"));
        for (int pass = 0; pass < 3; pass++) {
            meter.measure();
        }

        Tree ofLater = meter.watch(later);
        Tree ofOrphans = meter.watch(orphans);
        meter.measure();

        assertThat(first.processes()).isOne();
        assertThat(ofLater.processes()).isEqualTo(3);
        // The orphan may still be on its way to become another program, and carries no mark then.
        awaitProcesses(ofOrphans, kind == Kind.LINUX ? 2 : 1);
    }

    private void awaitProcesses(Tree tree, int count) {
        Eventually.until(
                SOON,
                count + " are counted",
                () -> {
                    meter.measure();
                    return tree.processes() == count;
                });
    }

    @Test
    void whoIsWatchedOneAfterTheOtherCountsOnce() throws Exception {
        var children = new ArrayList<Child>();
        for (int i = 0; i < 4; i++) {
            children.add(readyTwice("sh -c 'sleep 1000 & echo READY; wait' &", "wait"));
        }
        var trees = new ArrayList<Tree>();
        for (Child child : children) {
            trees.add(meter.watch(child));
            meter.measure();
        }
        assertThat(trees).allMatch(tree -> tree.processes() == 3);

        trees.getFirst().close();
        Tree again = meter.watch(children.getFirst());
        meter.measure();
        assertThat(again.processes()).isEqualTo(3);
        assertThat(trees.subList(1, 4)).allMatch(tree -> tree.processes() == 3);
    }

    @Test
    void aZombieCountsForNothing() throws Exception {
        Child child = ready(Shell.script("sh -c 'exit 3' & echo READY; exec sleep 1000"));
        Tree tree = meter.watch(child);

        Eventually.until(
                SOON,
                "the one that ended does not count",
                () -> {
                    meter.measure();
                    return tree.processes() == 1;
                });
        if (kind == Kind.LINUX) {
            assertThat(tree.threads()).isOne();
        }
    }

    @Test
    void whatIsNotWatchedCloselyIsLeftAloneInBetween() throws Exception {
        Tree close = meter.watch(ready(Shell.hanging()), true);
        Tree loose = meter.watch(ready(Shell.hanging()), false);
        meter.measure();
        long before = loose.measuredAt();
        long closeBefore = close.measuredAt();

        meter.measureClosely();

        assertThat(close.measuredAt()).isGreaterThan(closeBefore);
        assertThat(loose.measuredAt()).isEqualTo(before);
    }

    @Test
    void limitsAreReasonEnoughToWatchClosely() throws Exception {
        var limited =
                ChildSpec.of(Shell.hanging())
                        .confinement(
                                new Confinement(
                                        ResourceLimits.none().memoryBytes(1L << 30),
                                        Isolation.none()));
        Tree tree = meter.watch(kind == Kind.LINUX ? ready(limited) : ready(Shell.hanging()));

        meter.measureClosely();

        assertThat(tree.there()).isEqualTo(kind == Kind.LINUX);
    }

    @Test
    void whatIsClosedIsNotMeasured() throws Exception {
        Child child = ready(Shell.hanging());
        Tree tree = meter.watch(child);
        Tree other = meter.watch(ready(Shell.hanging()));
        meter.measure();

        tree.close();
        tree.close();
        long before = tree.measuredAt();
        meter.measure();
        assertThat(tree.measuredAt()).isEqualTo(before);
        assertThat(other.measuredAt()).isGreaterThan(before);

        Tree again = meter.watch(child);
        meter.measure();
        assertThat(again.processes()).isOne();

        meter.close();
        meter.measure();
        meter.close();
        assertThat(again.proportionalBytes()).isZero();
    }

    @Test
    void aMeterOutlivesItsEngine() throws Exception {
        Tree tree = meter.watch(ready(Shell.hanging()));
        meter.measure();

        engine.close();
        meter.measure();

        assertThat(tree.there()).isFalse();
    }

    @Test
    void aChildOfAnotherEngineIsRefused() {
        Kind otherKind = kind == Kind.LINUX ? Kind.PORTABLE : Kind.LINUX;
        try (ProcessEngine other = ProcessEngine.start(EngineOptions.defaults().kind(otherKind));
                Child child = other.spawn(ChildSpec.of("sleep", "1000"))) {
            assertThatThrownBy(() -> meter.watch(child))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("use a meter of that one");
        }
    }

    @Test
    void childrenThatComeAndGoWhileTheyAreMeasuredLeaveNothing() throws Exception {
        churn(10);
        Leaks opened = Leaks.snapshot();

        churn(200);

        opened.assertNothingLeft();
    }

    /** Twenty at a time; some with descendants, all ending at any point of a pass. */
    private void churn(int count) throws Exception {
        var flight = new ArrayDeque<Tree>();
        for (int i = 0; i < count; i++) {
            Child child = shell(i % 3 == 0 ? "sh -c 'sh -c :' & sh -c : & wait" : "exec true");
            flight.add(meter.watch(child, i % 2 == 0));
            meter.measure();
            if (flight.size() == 20) {
                finish(flight.remove());
            }
        }
        while (!flight.isEmpty()) {
            finish(flight.remove());
        }
    }

    private void finish(Tree tree) throws Exception {
        exitOf(tree.child());
        Eventually.until(
                SOON,
                "nothing of it is there",
                () -> {
                    meter.measure();
                    return !tree.there();
                });
        tree.close();
    }

    @Test
    void aHundredAtOnceAreAllMeasured() throws Exception {
        var trees = new ArrayList<Tree>();
        List<String> command = Shell.withGrandchild();
        for (int i = 0; i < 100; i++) {
            trees.add(meter.watch(ready(command)));
        }
        meter.measure();

        assertThat(trees).allMatch(tree -> tree.processes() == 2);
        if (kind == Kind.LINUX) {
            assertThat(trees).allMatch(tree -> tree.residentBytes() > 100_000);
            assertThat(trees).allMatch(tree -> tree.files() > 3);
        }
    }
}
