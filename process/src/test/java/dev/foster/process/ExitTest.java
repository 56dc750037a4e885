package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.Exit.Asked;
import dev.foster.process.StopReport.Took;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** When an exit is told, what it says, and who asked for it. */
class ExitTest extends EngineContract {

    @Test
    void anExitIsToldOnceTheOutputHasBeenRead() throws Exception {
        // A reader that is kept from running on a busy machine is waited for.
        var limits = OutputLimits.defaults().holdLimit(Duration.ofSeconds(30));
        for (int round = 0; round < 20; round++) {
            Child child = spawn(ChildSpec.of("seq", "20000").outputLimits(limits));
            Exit exit = child.exit().get(SOON.toSeconds(), TimeUnit.SECONDS);

            assertThat(exit.outputOpen()).isFalse();
            assertThat(child.output().counts().stdoutBytes()).isEqualTo(108_894);
            assertThat(child.output().tail(1).getFirst().text()).isEqualTo("20000");
        }
    }

    @Test
    void aGrandchildThatHoldsTheOutputDelaysTheExitByNoMoreThanTheLimit(@TempDir Path folder)
            throws Exception {
        Path go = folder.resolve("go");
        String script =
                "(while [ ! -e '" + go + "' ]; do sleep 0.02; done; echo late) & echo early";
        Child child =
                spawn(
                        ChildSpec.of(Shell.script(script))
                                .outputLimits(
                                        OutputLimits.defaults().holdLimit(Duration.ofMillis(100))));
        Heard heard = Heard.of(child);
        Exit exit = exitOf(child);

        assertThat(exit.clean()).isTrue();
        assertThat(exit.lifetime()).isLessThan(SOON);
        assertThat(child.alive()).isFalse();
        if (kind == Kind.LINUX) {
            assertThat(exit.outputOpen()).isTrue();
            assertThat(child.output().ended()).isNotDone();
        }

        Files.createFile(go);
        assertLateWordsHeard(heard.awaitEnd().texts());
        child.output().ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void aGrandchildThatHoldsTheOutputForAMomentDelaysTheExitUntilItIsDone() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("(sleep 0.3; echo late) & echo early"))
                                .outputLimits(
                                        OutputLimits.defaults().holdLimit(Duration.ofSeconds(30))));
        Exit exit = exitOf(child);

        assertThat(exit.outputOpen()).isFalse();
        assertLateWordsHeard(child.output().tail(2).stream().map(Line::text).toList());
    }

    /** The JDK closes the pipe when the child exits; what a descendant writes then is lost. */
    private void assertLateWordsHeard(List<String> texts) {
        if (kind == Kind.PORTABLE && texts.size() == 1) {
            assertThat(engine.facts().limits()).anyMatch(limit -> limit.contains("may be lost"));
            assertThat(texts).containsExactly("early");
        } else {
            assertThat(texts).containsExactly("early", "late");
        }
    }

    @Test
    void anExitThatNobodyAskedForSaysSo() throws Exception {
        assertThat(exitOf(shell("exit 3")).asked()).isEqualTo(Asked.NOBODY);
        assertThat(exitOf(shell("kill -TERM $$")).asked()).isEqualTo(Asked.NOBODY);
    }

    @Test
    void anExitBySignalSaysThatWeSentOne() throws Exception {
        Child child = ready(Shell.hanging());

        assertThat(child.signal(Signal.TERM)).isTrue();

        Exit exit = exitOf(child);
        assertThat(exit.asked()).isEqualTo(Asked.SIGNAL);
        assertThat(exit.shellCode()).isEqualTo(143);
        assertThat(child.signal(Signal.TERM)).as("a signal to a child that is gone").isFalse();
    }

    @Test
    void aSignalTheChildAnswersIsStillASignalWeSent() throws Exception {
        Child child = ready(Shell.onTerm("bye", 7));
        assertThat(child.signal(Signal.TERM)).isTrue();

        Exit exit = exitOf(child);
        assertThat(exit.ending()).isEqualTo(new Exit.Ending.Code(7));
        assertThat(exit.asked()).isEqualTo(Asked.SIGNAL);
    }

    @Test
    void anExitByStopSaysSo() throws Exception {
        Child child = ready(Shell.hanging());
        StopReport report = child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(exitOf(child).asked()).isEqualTo(Asked.STOP);
        assertThat(report.exit()).contains(exitOf(child));
    }

    @Test
    void anExitByTheEnginesCloseSaysSo() throws Exception {
        Child child = ready(Shell.hanging());
        engine.close();

        assertThat(exitOf(child).asked()).isEqualTo(Asked.CLOSE);
        assertThat(child.exit().get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(exitOf(child));
    }

    @Test
    void aCallbackThatBlocksKeepsNoOtherExitFromBeingSeen() throws Exception {
        var letGo = new CountDownLatch(1);
        var blocked = new CountDownLatch(3);
        Runnable block =
                () -> {
                    blocked.countDown();
                    awaitQuietly(letGo);
                };
        Child first = ready(Shell.ignoringTerm());
        var callbacks = new ArrayList<Future<?>>();
        callbacks.add(first.exit().thenRun(block));
        callbacks.add(first.output().ended().thenRun(block));
        // The grace is so long that the callback comes before the report; were it late, we would
        // block ourselves.
        callbacks.add(first.stop(StopPlan.defaults().grace(Duration.ofSeconds(60))).thenRun(block));
        var _ = first.stop(StopPlan.kill());
        assertThat(blocked.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(exitOf(shell("exit 5")).shellCode()).isEqualTo(5);
        assertThat(ready(Shell.hanging()).stop().get(SOON.toSeconds(), TimeUnit.SECONDS).took())
                .isEqualTo(Took.TERMINATE);
        letGo.countDown();
        for (Future<?> callback : callbacks) {
            callback.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void callbacksAndListenersRunOnTheExecutorOneGave() throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Executor named = task -> Thread.ofVirtual().name("mine").start(task);
        try (ProcessEngine own = ProcessEngine.start(options().executor(named))) {
            Child child = own.spawn(ChildSpec.of("cat").stdin(Stdin.PIPE));
            var told =
                    child.exit()
                            .thenRun(() -> threads.add("exit " + Thread.currentThread().getName()));
            Subscription lines =
                    child.output()
                            .lines(line -> threads.add("line " + Thread.currentThread().getName()));
            child.stdin().write('\n');
            child.stdin().close();
            told.get(SOON.toSeconds(), TimeUnit.SECONDS);
            lines.done().get(SOON.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(threads).containsExactlyInAnyOrder("exit mine", "line mine");
    }

    @Test
    void waitingForAnExitCanBeLimited() throws Exception {
        Child child = ready(Shell.hanging());

        assertThat(child.awaitExit(Duration.ofMillis(50))).isEmpty();
        assertThat(child.alive()).isTrue();
        assertThat(child.exit()).isNotDone();
    }

    @Test
    void waitingForAnExitCanBeInterrupted() throws Exception {
        Child child = ready(Shell.hanging());
        Thread.currentThread().interrupt();

        assertThatThrownBy(child::awaitExit).isInstanceOf(InterruptedException.class);
        assertThat(child.alive()).isTrue();
    }

    @Test
    void cancellingTheFutureOneGotHarmsNobodyElse() throws Exception {
        Child child = spawn(ChildSpec.of("cat").stdin(Stdin.PIPE));
        assertThat(child.exit().cancel(true)).isTrue();
        child.stdin().close();

        assertThat(child.exit().get(SOON.toSeconds(), TimeUnit.SECONDS).clean()).isTrue();
    }
}
